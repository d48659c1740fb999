// Who says what books are: the sources themselves, or a site that asks them in one's stead.
import Books
import Catalogue

public protocol BookInformant: Sendable {
    /// See `BookLookup.lookUp(_:asking:answer:)`.
    func lookUp(
        _ isbns: [ISBN], asking: BookLookup.Asking, answer: (LookupAnswer) throws -> Void
    ) async throws
    /// See `BookLookup.lookUp(_:asking:)`.
    func lookUp(
        _ isbns: [ISBN], asking: BookLookup.Asking
    ) async throws(CatalogueError) -> [ISBN: LookupAnswer]
    /// See `BookLookup.search(title:author:limit:answer:)`.
    func search(
        title: String, author: String?, limit: Int, answer: (String, TitleAnswer) throws -> Void
    ) async throws
    /// What is still to be asked about, the longest waiting first.
    func pending() throws(CatalogueError) -> [ISBN]
    /// `nil` where the catalogue has no such book.
    func card(of book: BookReference) throws(CatalogueError) -> BookCard?
}

extension BookInformant {
    public func lookUp(_ isbns: [ISBN]) async throws(CatalogueError) -> [ISBN: LookupAnswer] {
        try await lookUp(isbns, asking: .missing)
    }
}

extension BookLookup: BookInformant {
    public func card(of book: BookReference) throws(CatalogueError) -> BookCard? {
        try store.card(of: book, for: person)
    }
}
