// `bookzone lookup`: what a book is, whether it is yours, what readers think.
import ArgumentParser
import Books
import Catalogue
import Foundation
import Lookup
import Providers
import References
import Reporting

struct LookUp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Says what a book is: from the store, or from libraries over the network.",
        discussion: """
            One ISBN gives the whole card, several give a line each, or a card each with --format card. What is found \
            is kept in the store and not asked again.

            --title lists editions: what stands in a line is one edition's own. In a pipe `list add`, `lookup` and \
            others take them by their ISBNs.

            \(Exit.help([.success: "all known", .incomplete: "some unknown", .badInput: "something is no ISBN", .notAsked: "something could not be asked"]))
            """)

    @Argument(help: "ISBNs, id:… for a book without one, or - for one a line on standard input.")
    var isbns: [String] = []

    @Option(
        help: ArgumentHelp("Search references and sources by words of the title instead.", valueName: "words")
    )
    var title: String?

    @Option(help: ArgumentHelp("With --title: words of an author's name.", valueName: "words"))
    var author: String?

    @Flag(help: "Ask about everything that could not be asked earlier.")
    var pending = false

    @Flag(help: "Ask anew about books that the store has.")
    var refresh = false

    @Flag(help: "Show comments that give the story away.")
    var spoilers = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    func validate() throws {
        let ways = [!isbns.isEmpty, title != nil, pending].count { $0 }
        guard ways == 1 else {
            throw ValidationError("give ISBNs (or -), or --title, or --pending: one of the three")
        }
        if output.format == .table { throw ValidationError("--format takes card, text, jsonl or csv here") }
        if author != nil, title == nil { throw ValidationError("--author goes with --title") }
        if let title, title.tidied == nil { throw ValidationError("--title takes words") }
        if title != nil, sources.offline, !sources.sources.isEmpty {
            throw ValidationError("--offline asks no --source; give one of the two with --title")
        }
    }

    func run() async throws {
        if let title {
            let catalogue = try storeOptions.catalogue()
            return try await search(title, sources.informant(in: catalogue, for: person.name)).end()
        }
        let catalogue = try storeOptions.catalogue()
        catalogue.noteUnlessKept()
        let informant = try sources.informant(in: catalogue, for: person.name)
        var end = Exit.success
        let asked =
            try pending ? informant.pending().map(BookReference.isbn) : BookArguments.references(isbns, &end)
        end.raise(to: try await lookUp(asked, informant))
        try end.end()
    }

    private func lookUp(_ asked: [BookReference], _ lookup: any BookInformant) async throws -> Exit {
        var end = Exit.success
        if pending, asked.isEmpty { Console.note("nothing waits to be asked") }
        let isOne = asked.count == 1 && !pending
        let format: OutputFormat? = output.format == nil && output.chosen == .table && isOne ? .card : nil
        var printer = try output.printer(of: BookRow.self, as: format)
        end.raise(
            to: try await lookup.answer(
                asked, asking: refresh ? .afresh : pending ? .all : .missing, person: person.name,
                as: isOne ? .card : .line, showsSpoilers: spoilers, to: &printer))
        try printer.finish()
        return end
    }

    private func search(_ title: String, _ lookup: any BookInformant) async throws -> Exit {
        var printer = try output.printer(of: BookRow.self)
        var end = sources.offline ? Exit.notAsked : .incomplete
        var (shown, withoutISBN) = (0, 0)
        let hasReferences = (lookup as? BookLookup)?.references.isEmpty == false
        if sources.offline, !hasReferences {
            Console.note(
                "there is no reference to search; `bookzone reference add` makes one, "
                    + "`bookzone search` looks in the store")
        }
        try await lookup.search(title: title, author: author, limit: Self.mostEditions) { source, answer in
            switch answer {
            case .editions(let books):
                for book in books { try printer.print(BookRow(candidate: book, from: source)) }
                try printer.flush()
                shown += books.count
                withoutISBN += books.count { $0.isbn == nil }
            case .unusable(let error):
                Console.note(error.message.printable)
                end = .notAsked
            case .unable:
                Console.note("\(source): has no search by title; choose another --source")
                end = .notAsked
            case .notAsked(let error):
                Console.note("\(source): \(error.message)".printable)
                end = .notAsked
            case .told(let words):
                Console.note("\(source): \(words)".printable)
                end = .notAsked
            }
        }
        try printer.finish()
        if sources.offline, shown == 0, hasReferences {
            Console.note("in no reference; without --offline sources are asked, too")
        }
        if withoutISBN > 0, output.chosen == .text {
            Console.note(
                "\(withoutISBN) without an ISBN, which a pipe passes by; `bookzone add --title …` keeps such a book"
            )
        }
        return shown > 0 ? .success : end
    }

    /// Of each source.
    private static let mostEditions = 20
}
