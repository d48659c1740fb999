// Puts together what one screen says of a book, all of it as it was at one moment.
import Books
internal import GRDB

extension Store {
    /// `nil` when the store has no such book.
    ///
    /// - Parameter person: who asks, and sees private comments of their own.
    public func card(of book: BookReference, for person: String) throws(CatalogueError) -> BookCard? {
        try read { db in try db.card(of: book, for: person) }
    }
}

extension Database {
    func card(of book: BookReference, for person: String) throws -> BookCard? {
        guard let book = try self.book(book), let id = book.id else { return nil }
        return BookCard(
            book: book, lists: try lists(with: id, for: person),
            otherEditions: try otherEditions(of: id).map { try edition($0, for: person) },
            namesakes: try namesakes(of: book).map { try edition($0, for: person) },
            ratings: try ratings(of: id),
            comments: try comments(on: id, for: person), readings: try readings(of: id),
            photos: try book.isbn.map(photos) ?? [], unnamed: try unnamed(beside: id),
            inquiry: try inquiry(about: book), incomplete: try incomplete(book))
    }

    private func edition(_ book: Book, for person: String) throws -> BookCard.Edition {
        BookCard.Edition(book: book, lists: try book.id.map { try lists(with: $0, for: person) } ?? [])
    }
}
