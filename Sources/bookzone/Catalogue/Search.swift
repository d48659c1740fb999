// `bookzone search`: finds books in the store by their words.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds books in the store by words of title, contributors, publisher and comments.",
        discussion: """
            Each word, or its beginning, must be there; case and diacritics make no difference. The best match comes \
            first. Exit codes: 0 something was found, 1 nothing.
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
        try BookPrinter(output, store, reader).print(books)
        if books.isEmpty { throw ExitCode(1) }
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

/// Prints books of the store in the form that was asked for.
struct BookPrinter {
    private let options: OutputOptions
    private let store: Store
    private let reader: String

    init(_ options: OutputOptions, _ store: Store, _ reader: ReaderOptions) {
        self.options = options
        self.store = store
        self.reader = reader.name
    }

    func print(_ books: [Book]) throws {
        let output = try OutputFile(options.output)
        if options.chosen == .csv { try output.write(LookupRecord.csvHeader) }
        for book in books { try output.write(line(for: book)) }
        try output.finish()
    }

    private func line(for book: Book) throws -> String {
        switch options.chosen {
        case .table:
            guard book.title != nil else { return "\(book.isbn?.hyphenated ?? "")  not looked up yet\n" }
            return BookCard(book: book, lists: try book.id.map(store.lists) ?? []).numberedLine + "\n"
        case .text: return "\(book.reference?.description ?? "")\n"
        case .jsonl: return try JSONLine.line(LookupRecord(card(of: book)))
        case .csv: return LookupRecord(try card(of: book)).csvRow
        }
    }

    private func card(of book: Book) throws -> BookCard {
        try book.reference.flatMap { try store.card(of: $0, for: reader) } ?? BookCard(book: book)
    }
}
