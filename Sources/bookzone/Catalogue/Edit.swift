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
        let (existing, currentUser) = try catalogue.openExisting()
        let edit: BookEdit
        do { edit = try fields.edit(isbn: isbn.map { $0.isEmpty ? nil : try ISBN($0) }) } catch let error
            as ISBNError
        {
            throw Refusal("\(isbn?.printable ?? ""): \(error.words)")
        }
        let book = try existing.catalogueRecording(.edit, nil, by: currentUser).edit(reference, edit)
        guard let card = try book.id.flatMap({ try existing.card(of: .id($0), for: currentUser) }) else {
            return
        }
        try OutputFile(nil).write("\(card.book.line(lists: card.lists))\n")
    }
}
