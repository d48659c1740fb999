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
    @OptionGroup(title: "The book") var fields: BookFields
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    func validate() throws {
        if fields.isEmpty { throw ValidationError("say what to change: --title, --author, --year …") }
    }

    func run() throws {
        let reference = try argument.reference()
        let store = try storeOptions.openExisting()
        guard let book = try store.book(reference) else {
            throw CatalogueError.unknownBook(reference)
        }
        let saved = try store.save(fields.applied(to: book)).book
        guard let id = saved.id else { return }
        try fields.group(id, in: store)
        try OutputFile(nil).write("\(saved.line(lists: store.lists(with: id, for: person.name)))\n")
    }
}
