// `bookzone lookup`: shows what a book is, whether you own it, and what readers think.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Foundation
import Lookup
import Output
import Providers
import References

struct LookUp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Looks books up: in the store, or at libraries over the network.",
        discussion: """
            One ISBN gives a card with all details, and the cover on a terminal that shows pictures. Several give one line each, or one card each with --format \
            card. Results are saved in the store, and sources are not asked again.

            --title lists editions, one per line. Pipe the list to `list add` or `lookup`, which take the ISBN \
            of each line.

            \(Exit.help([.success: "all are known", .incomplete: "some are unknown", .badInput: "an argument is not an ISBN", .notAsked: "a source could not be asked"]))
            """)

    @Argument(help: "ISBNs, id:… for books without one, or - to read them from standard input, one per line.")
    var isbns: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Search references and sources by words of the title instead.", valueName: "words")
    )
    var title: String?

    @Option(help: ArgumentHelp("With --title: words of an author's name.", valueName: "words"))
    var author: String?

    @Flag(help: "Look up all books that could not be looked up earlier.")
    var pending = false

    @Flag(help: "Ask again about books that are already in the store.")
    var refresh = false

    @Flag(help: "Show spoilers.")
    var spoilers = false

    @OptionGroup var output: BookOutputOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        let ways = [!isbns.isEmpty, title != nil, pending].count { $0 }
        guard ways == 1 else {
            throw ValidationError("give ISBNs (or -), or --title, or --pending: one of the three")
        }
        if author != nil, title == nil { throw ValidationError("--author requires --title") }
        if let title, title.tidied == nil { throw ValidationError("--title takes words") }
        if title != nil, sources.offline, !sources.sources.isEmpty {
            throw ValidationError("--offline asks no --source; give one of the two with --title")
        }
    }

    func run() async throws {
        let (store, currentUser) = try catalogue.open()
        let lookupService = try sources.lookupService(
            in: store, for: currentUser, covers: title == nil ? CoverWorker.maker() : nil)
        if let title { return try await search(title, lookupService).end() }
        store.warnIfReadOnly()
        var end = Exit.success
        let asked =
            try pending
            ? lookupService.pending().map(BookSpecifier.isbn) : BookArguments.references(isbns, &end)
        end.raise(to: try await lookUp(asked, lookupService, store, currentUser))
        try end.end()
    }

    private func lookUp(
        _ asked: [BookSpecifier], _ lookup: any LookupService, _ store: any LookupCatalogue,
        _ currentUser: String
    ) async throws -> Exit {
        var end = Exit.success
        if pending, asked.isEmpty { Console.note("no look-ups are pending") }
        let isOne = asked.count == 1 && !pending
        let format: OutputFormat? = output.format == nil && output.chosen == .table && isOne ? .card : nil
        var printer = try output.printer(of: BookRow.self, as: format)
        end.raise(
            to: try await lookup.answer(
                asked, asking: refresh ? .afresh : pending ? .all : .missing, person: currentUser,
                as: isOne ? .card : .line, showsSpoilers: spoilers, to: &printer))
        try printer.finish()
        try await lookup.finishCovers(andMissing: pending)
        if isOne, output.isOnTerminal, (format ?? output.chosen) == .card {
            try await TerminalCover.show(asked[0], in: store)
        }
        return end
    }

    private func search(_ title: String, _ lookup: any LookupService) async throws -> Exit {
        var printer = try output.printer(of: BookRow.self)
        var end = sources.offline ? Exit.notAsked : .incomplete
        var (shown, withoutISBN) = (0, 0)
        let hasReferences = lookup.hasReferences
        if sources.offline, !hasReferences {
            Console.note(
                "there is no reference to search; build one with `bookzone reference add`, "
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
            case .message(let words):
                Console.note("\(source): \(words)".printable)
                end = .notAsked
            }
        }
        try printer.finish()
        if sources.offline, shown == 0, hasReferences {
            Console.note("not in any reference; leave out --offline to ask sources too")
        }
        if withoutISBN > 0, output.chosen == .text {
            Console.note(
                "\(withoutISBN) without an ISBN can't be piped; add such a book with `bookzone add --title …`"
            )
        }
        return shown > 0 ? .success : end
    }

    /// Per source.
    private static let mostEditions = 20
}
