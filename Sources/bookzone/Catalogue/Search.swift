// `bookzone search`: finds books in the store by their words.
import ArgumentParser
import Books
import Catalogue
import Lookup
import Reporting

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds books in the store by words of title, contributors, publisher and comments.",
        discussion: """
            Each word, or its beginning, must be there; case and diacritics make no difference. The best match comes \
            first.

            \(Exit.help([.success: "something was found", .incomplete: "nothing was found"]))
            """)

    @Argument(help: "Words, their beginnings, or an ISBN; may be left out with another condition.")
    var words: [String] = []
    @Option(help: ArgumentHelp("Words of a contributor's name.", valueName: "words")) var author: String?
    @Option(help: ArgumentHelp("1990, 1990..2005, 1990.. or ..2005.", valueName: "years")) var year:
        YearRange?
    @Option(help: ArgumentHelp("Only books on this list.", valueName: "name")) var list: String?
    @Option(help: ArgumentHelp("At most so many books.", valueName: "count")) var limit = 20
    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var reader: ReaderOptions

    func validate() throws {
        if words.isEmpty, author == nil, year == nil, list == nil {
            throw ValidationError("say what to look for: words, --author, --year or --list")
        }
        guard limit > 0 else { throw ValidationError("--limit takes a number above 0") }
    }

    func run() throws {
        let store = try storeOptions.openExisting()
        let query = SearchQuery(
            words: words.joined(separator: " "), author: author, years: year?.years, list: list, limit: limit)
        let books = try store.search(query)
        try output.print(books, in: store, for: reader)
        if books.isEmpty { try Exit.incomplete.end() }
    }
}

/// `1990`, `1990..2005`, `1990..`, `..2005`.
struct YearRange: ExpressibleByArgument {
    var years: ClosedRange<Int>

    init?(argument: String) {
        let ends = argument.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = ends.first, let last = ends.last, !(first.isEmpty && last.isEmpty),
            let from = first.isEmpty ? Int(Int32.min) : Int(first),
            let to = last.isEmpty ? Int(Int32.max) : Int(last), from <= to
        else { return nil }
        years = from...to
    }
}

extension OutputOptions {
    /// Prints books of the store. The whole card is fetched only for a form that has room for it.
    func print(_ books: [Book], in store: Store, for reader: ReaderOptions) throws {
        var printer = try printer(of: BookRow.self)
        for book in books {
            let card =
                chosen.isComplete
                ? try store.card(of: book, for: reader.name)
                : BookCard(book: book, lists: try book.id.map(store.lists) ?? [])
            try printer.print(BookRow(card, as: .number))
        }
        try printer.finish()
    }
}
