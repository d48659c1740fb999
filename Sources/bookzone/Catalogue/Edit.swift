// `bookzone edit`: corrects fields of a book.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Output

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Changes the data of a book in the store.",
        discussion: """
            No look-up or import overwrites what you enter here. An empty text clears a field (--subtitle ""). \
            Names replace all names in the same role.
            """)

    @OptionGroup var argument: BookArgument
    @Option(
        help: ArgumentHelp("Set the ISBN; an empty text removes it.", valueName: "isbn"))
    var isbn: String?
    @OptionGroup(title: "The book") var fields: BookFields
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        if fields.isEmpty, isbn == nil {
            throw ValidationError("give the fields to change: --title, --author, --year …")
        }
    }

    func run() throws {
        let reference = try argument.reference()
        let opened = try catalogue.storeOptions.openExisting(.books)
        let currentUser = try catalogue.person.name(in: opened)
        let store = opened.recording(.edit, by: currentUser)
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
        try OutputFile(nil).write("\(saved.line(lists: store.lists(with: id, for: currentUser)))\n")
    }
}
