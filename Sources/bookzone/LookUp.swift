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

    @Argument(help: "ISBNs, id:… for a book without one, or - for one a line on standard input.")
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

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write to a file instead.", valueName: "file"),
        completion: .file())
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
        let asked =
            pending
            ? try lookup.pending().map(BookReference.isbn) : BookArguments.references(isbns, &code)
        if pending, asked.isEmpty { Console.note("nothing waits to be asked") }
        let asking: BookLookup.Asking = refresh ? .afresh : pending ? .all : .missing
        let isOnly = asked.count == 1 && !pending
        var failures = SourceFailures()
        for start in stride(from: 0, to: asked.count, by: Self.portion) {
            let portion = asked[start..<min(start + Self.portion, asked.count)]
            let answers = try await lookup.lookUp(portion.compactMap(\.isbn), asking: asking)
            for book in portion {
                if let answer = book.isbn.flatMap({ answers[$0] }) {
                    failures.note(answer)
                    code = max(code, answer.status.exitCode)
                    try output.write(try text(answer, isOnly))
                } else if let card = try lookup.store.card(of: book, for: reader.name) {
                    try output.write(try text(card, isOnly))
                } else {
                    Console.note(CatalogueError.unknownBook(book).message)
                    code = max(code, 1)
                }
            }
        }
        failures.noteWaiting()
        return code
    }

    private func text(_ answer: LookupAnswer, _ isOnly: Bool) throws -> String {
        switch format {
        case .table, .text: try answer.titled.map { try text($0, isOnly) } ?? answer.line + "\n"
        case .jsonl: try JSONLine.line(LookupRecord(answer))
        case .csv: LookupRecord(answer).csvRow
        }
    }

    private func text(_ card: BookCard, _ isOnly: Bool) throws -> String {
        switch format {
        case .table, .text:
            guard isOnly else { return card.numberedLine + "\n" }
            let width = output == nil ? Console.columns(of: STDOUT_FILENO) : nil
            return card.lines(spoilers: spoilers, width: width).map { $0 + "\n" }.joined()
        case .jsonl: return try JSONLine.line(LookupRecord(card))
        case .csv: return LookupRecord(card).csvRow
        }
    }

    private func search(_ title: String, _ output: borrowing OutputFile) async throws -> Int32 {
        var found = 0
        var code: Int32 = 1
        for source in try sources.sourceSet().searched {
            do {
                guard let books = try await source.search(title: title, author: author, limit: 10) else {
                    Console.note("\(source.name): has no search by title; choose another --source")
                    code = 3
                    continue
                }
                for book in books {
                    found += 1
                    try output.write(try text(candidate: book, source: source.name))
                }
            } catch let error as ProviderError {
                Console.note("\(source.name): \(error.message)")
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
