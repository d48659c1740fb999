// `bookzone add`: adds a book manually, with or without an ISBN.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Output

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds a book to the store by hand.",
        discussion: """
            Prints the book's ISBN-13, or id:… if it has none; other commands accept both. If the store already \
            has the book, no second one is added; the fields given here replace the stored ones.

            EXAMPLES
              bookzone add --title "Old Almanac" --author "A. Rider" --year 1931
              bookzone add 0439023483 --title "The Hunger Games" | bookzone list add owned -
            """)

    @Argument(help: "The book's ISBN; most books before 1967 have none.")
    var isbn: String?
    @OptionGroup(title: "The book") var fields: BookFields
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        if isbn == nil, (fields.title ?? "").isEmpty {
            throw ValidationError("a book without an ISBN needs --title")
        }
    }

    func run() async throws {
        var number: ISBN?
        if let isbn {
            do { number = try ISBN(given: isbn) } catch { throw Refusal("\(isbn.printable): \(error.words)") }
        }
        if let number, fields.isEmpty { return try save(number) }
        let edit = try fields.edit(isbn: number.map { $0 })
        let (store, currentUser) = try catalogue.open()
        let cover = try await fields.coverPicture()
        let recorded = store.catalogueRecording(.add, nil, by: currentUser)
        let (saved, change) = try recorded.add(edit)
        if let cover, let reference = saved.reference { try recorded.setCover(cover, of: reference) }
        if change == .none { Console.note("\(saved.heading): already in the store") }
        try SavedChange.print("\(saved.reference?.description ?? "")\n")
    }

    /// Saves only the number: titles come from references or a site's own sources.
    private func save(_ isbn: ISBN) throws {
        let (store, currentUser) = try catalogue.open()
        let isNew = try store.catalogueRecording(.add, nil, by: currentUser).save(isbn)
        try store.nameByReferences([.isbn(isbn)])
        if !isNew, let book = try store.book(.isbn(isbn)) {
            Console.note("\(book.heading): already in the store")
        }
        try SavedChange.print("\(BookSpecifier.isbn(isbn))\n")
    }
}
