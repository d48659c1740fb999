// References lie on this machine: what they know of a book is said and kept without a look-up.
import Books
import Catalogue
import Lookup

extension BookCatalogue {
    /// `nil` for a shared catalogue, whose site has references of its own, and where there are none.
    var referenceNames: ReferenceNames? { (self as? Store).flatMap { ReferenceNames(besideStore: $0.path) } }

    /// Gives those of these books that have no title what references know of them. Not recorded as anybody's change, as
    /// look-ups are not.
    func nameByReferences(_ books: [BookReference]) throws(CatalogueError) {
        let isbns: [ISBN] = books.compactMap { if case .isbn(let isbn) = $0 { isbn } else { nil } }
        guard !isbns.isEmpty, let store = self as? Store else { return }
        try referenceNames?.keep(isbns, in: store)
    }
}
