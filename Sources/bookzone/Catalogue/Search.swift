// `bookzone search`: finds books in the store.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Lookup

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Searches titles, series, contributors, publishers, tags and comments.",
        discussion: """
            A book matches if it contains every word, or a word that begins with it. Case and diacritics make no \
            difference. The best match comes first.

            \(Exit.help([.success: "something was found", .incomplete: "nothing was found"]))
            """)

    @Argument(
        help: "Words, beginnings of words, or an ISBN. They may be left out if another condition is given.")
    var words: [String] = []
    @Option(help: ArgumentHelp("Words of a contributor's name.", valueName: "words")) var author: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only editions of these years: 1990, 1990..2005, 1990.. or ..2005.",
            valueName: "years"))
    var year: YearRange?
    @Option(
        help: ArgumentHelp("Only books on this list.", valueName: "name"), completion: StoreCompletion.lists)
    var list: String?
    @Option(help: ArgumentHelp("Show at most this many books.", valueName: "count")) var limit = 20
    @OptionGroup var output: BookOutputOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        if words.isEmpty, author == nil, year == nil, list == nil {
            throw ValidationError("give words, --author, --year or --list")
        }
        guard limit > 0 else { throw ValidationError("--limit takes a number above 0") }
    }

    func run() throws {
        let (store, currentUser) = try catalogue.openExisting()
        let query = SearchQuery(
            words: words.joined(separator: " "), author: author, years: year?.years, list: list,
            person: currentUser, limit: limit)
        if [query.words, query.author ?? ""].contains(where: SearchText.isCut) {
            Console.note("only the first \(SearchText.mostWords) words are searched for")
        }
        let books = try store.ids(found: query)
        try output.print(books, in: store, for: currentUser)
        if books.isEmpty {
            Console.noteOnTerminal("nothing found")
            throw Exit.incomplete
        }
    }
}

extension BookOutputOptions {
    /// Prints books of the store one after another. A plain list does not need their cards.
    func print(_ books: [BookID], in store: any LookupCatalogue, for currentUser: String) throws {
        var printer = try printer(of: BookRow.self)
        var doubt: String?
        if chosen == .text {
            try store.forEachBook(of: books) { try printer.print(BookRow(BookCard(book: $0), as: .number)) }
        } else {
            let names = store.referenceNames(unusable: Console.note(reference:_:))
            try store.forEachCard(of: books, for: currentUser) { card in
                let card = names?.named(card) ?? card
                if !card.isKnownOwned { doubt = card.doubtOfEditions }
                try printer.print(BookRow(card, as: .number))
            }
        }
        try printer.finish()
        // A card shows it itself, and JSON has a key for it.
        if chosen == .table, let doubt { Console.note(doubt) }
    }
}
