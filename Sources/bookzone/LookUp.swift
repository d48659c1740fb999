// `bookzone lookup`: what a book is, whether it is yours, what readers think.
import ArgumentParser
import Books
import Catalogue
import Foundation
import Lookup
import Providers
import Reporting

struct LookUp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Says what a book is: from the store, or from libraries over the network.",
        discussion: """
            One ISBN gives the whole card, several give a line each. What is found is kept in the store and not \
            asked again.

            Exit codes: 0 all known, 1 some unknown, 2 something is no ISBN, 3 something could not be asked; the \
            highest wins.
            """)

    @Argument(help: "ISBNs, or - for one a line on standard input.")
    var isbns: [String] = []

    @Option(help: ArgumentHelp("Search the sources by words of the title instead.", valueName: "words"))
    var title: String?

    @Option(help: ArgumentHelp("With --title: words of an author's name.", valueName: "words"))
    var author: String?

    @Flag(help: "Ask about everything that could not be asked earlier.")
    var pending = false

    @Flag(help: "Ask anew about books that the store has.")
    var refresh = false

    @Flag(help: "Show comments that give the story away.")
    var spoilers = false

    @Option(help: "table or text: a card or lines; jsonl or csv: everything known.")
    var format = OutputFormat.text

    @Option(name: .shortAndLong, help: ArgumentHelp("Write to a file instead.", valueName: "file"))
    var output: String?

    @OptionGroup var sources: SourceOptions
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var reader: ReaderOptions

    /// More books are asked about, and answered, in portions of this size.
    private static let portion = 25

    func validate() throws {
        let ways = [!isbns.isEmpty, title != nil, pending].count { $0 }
        guard ways == 1 else {
            throw ValidationError("give ISBNs (or -), or --title, or --pending: one of the three")
        }
        if author != nil, title == nil { throw ValidationError("--author goes with --title") }
        if title != nil, sources.offline {
            throw ValidationError("--title asks the network; `bookzone search` looks in the store")
        }
    }

    func run() async throws {
        let output = try OutputFile(self.output)
        if format == .csv { try output.write(LookupRecord.csvHeader) }
        let code: Int32
        if let title {
            code = try await search(title, output)
        } else {
            let store = try storeOptions.open()
            let lookup = try sources.lookup(in: store, for: reader.name)
            code = try await lookUp(lookup, output)
        }
        try output.finish()
        if code != 0 { throw ExitCode(code) }
    }

    private func lookUp(_ lookup: BookLookup, _ output: borrowing OutputFile) async throws -> Int32 {
        var code: Int32 = 0
        let asked = pending ? try lookup.pending() : try numbers(&code)
        if pending, asked.isEmpty { Console.note("nothing waits to be asked") }
        let asking: BookLookup.Asking = refresh ? .afresh : pending ? .all : .missing
        var failures = SourceFailures()
        for start in stride(from: 0, to: asked.count, by: Self.portion) {
            let portion = asked[start..<min(start + Self.portion, asked.count)]
            let answers = try await lookup.lookUp(Array(portion), asking: asking)
            for answer in portion.compactMap({ answers[$0] }) {
                failures.note(answer)
                code = max(code, answer.status.exitCode)
                try output.write(try text(answer, isOnly: asked.count == 1 && !pending))
            }
        }
        failures.noteWaiting()
        return code
    }

    /// What was given, in its order. Anything that is no ISBN is said and counts in `code`.
    private func numbers(_ code: inout Int32) throws -> [ISBN] {
        var isbns: [ISBN] = []
        for text in self.isbns == ["-"] ? Console.inputFields() : self.isbns {
            let text = text.trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty else { continue }
            do {
                isbns.append(try ISBN(text))
            } catch {
                Console.note("\(text.printable): \(error)")
                code = 2
            }
        }
        return isbns
    }

    private func text(_ answer: LookupAnswer, isOnly: Bool) throws -> String {
        switch format {
        case .table, .text:
            guard isOnly, let card = answer.titled else { return answer.line + "\n" }
            return card.lines(spoilers: spoilers).map { $0 + "\n" }.joined()
        case .jsonl: return try JSONLine.line(LookupRecord(answer))
        case .csv: return LookupRecord(answer).csvRow
        }
    }

    private func search(_ title: String, _ output: borrowing OutputFile) async throws -> Int32 {
        var found = 0
        var code: Int32 = 1
        for source in try sources.sourceSet().searched {
            do {
                for book in try await source.search(title: title, author: author, limit: 10) {
                    found += 1
                    try output.write(try text(candidate: book, source: source.name))
                }
            } catch let error as ProviderError {
                Console.note("\(source.name): \(error)")
                code = 3
            }
        }
        return found > 0 ? 0 : code
    }

    private func text(candidate book: Book, source: String) throws -> String {
        switch format {
        case .table, .text:
            let isbn = book.isbn?.hyphenated ?? "no ISBN"
            return "\(isbn.padded(to: 17))  \(book.line)  (\(source))\n"
        case .jsonl: return try JSONLine.line(LookupRecord(candidate: book))
        case .csv: return LookupRecord(candidate: book).csvRow
        }
    }
}

extension LookupAnswer.Status {
    fileprivate var exitCode: Int32 {
        switch self {
        case .known: 0
        case .unknown: 1
        case .notAsked: 3
        }
    }
}
