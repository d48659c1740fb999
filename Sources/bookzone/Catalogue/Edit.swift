// `bookzone edit`: corrects fields of a book.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Output

struct Edit: AsyncParsableCommand {
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

    func run() async throws {
        let reference = try argument.reference()
        let (existing, currentUser) = try catalogue.openExisting()
        let edit: BookEdit
        do {
            edit = try fields.edit(isbn: isbn.map { $0.isEmpty ? nil : try ISBN(given: $0) })
        } catch let error as ISBNError {
            throw Refusal("\(isbn?.printable ?? ""): \(error.words)")
        }
        let cover = try await fields.coverPicture()
        let isCoverOnly = fields.hasNoData && isbn == nil
        let recorded = existing.catalogueRecording(
            isCoverOnly ? .changeCover : .edit, nil, by: currentUser)
        let changed =
            isCoverOnly
            ? reference : try recorded.edit(reference, edit).id.map(BookSpecifier.id) ?? reference
        if let cover { try recorded.setCover(cover, of: changed) }
        guard let card = try existing.card(of: changed, for: currentUser) else { return }
        try SavedChange.print("\(card.book.line(lists: card.lists))\n")
    }
}
