// `bookzone edit`: what a person knows better than the sources.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Changes what the store says of a book.",
        discussion: """
            What is entered here stands: no look-up and no import changes it any more. An empty text empties a \
            field (--subtitle ""); names replace the names in the same role.
            """)

    @OptionGroup var argument: BookArgument
    @Option(
        help: ArgumentHelp("Another ISBN for it; an empty text leaves it without one.", valueName: "isbn"))
    var isbn: String?
    @OptionGroup(title: "The book") var fields: BookFields
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    func validate() throws {
        if fields.isEmpty, isbn == nil {
            throw ValidationError("say what to change: --title, --author, --year …")
        }
    }

    func run() throws {
        let reference = try argument.reference()
        let store = try storeOptions.openExisting(.books).recording(.edit, by: person.name)
        guard var book = try store.book(reference), let id = book.id else {
            throw CatalogueError.unknownBook(reference)
        }
        if let isbn {
            do { book.isbn = isbn.isEmpty ? nil : try ISBN(isbn) } catch {
                throw Refusal("\(isbn.printable): \(error.words)")
            }
            try store.setISBN(book.isbn, of: id)
        }
        let saved = try store.save(fields.applied(to: book)).book
        try fields.group(id, in: store)
        try OutputFile(nil).write("\(saved.line(lists: store.lists(with: id, for: person.name)))\n")
    }
}
