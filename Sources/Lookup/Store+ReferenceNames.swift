// References lie on this machine: what they know of a book is said and kept without a look-up.
import Books
import Catalogue

extension Store {
    public var referenceNames: ReferenceNames? { ReferenceNames(besideStore: path) }

    public func nameByReferences(_ books: [BookSpecifier]?) throws(CatalogueError) {
        let isbns: [ISBN]
        if let books {
            isbns = books.compactMap { if case .isbn(let isbn) = $0 { isbn } else { nil } }
        } else {
            isbns = try waiting()
        }
        guard !isbns.isEmpty else { return }
        try referenceNames?.save(isbns, in: self)
    }
}
