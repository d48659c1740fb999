// All books with what one person keeps of each, in portions: an export goes over the whole store.
import Books
internal import GRDB

/// A book, and what a person keeps of this very edition.
public struct KeptBook: Hashable, Codable, Sendable {
    public var book: Book
    /// See `Store.lists(with:for:)`.
    public var lists: [String]
    /// The latest that is not private.
    public var comment: Comment?
    /// The latest first.
    public var readings: [Reading]
}

extension Store {
    /// All books in the order they came in, some at a time.
    ///
    /// - Parameter id: the last one that is known already; `nil` begins.
    /// - Returns: `nil` at the end.
    public func keptBooks(after id: BookID?, for person: String) throws(CatalogueError) -> [KeptBook]? {
        try read { db in
            let books = try db.all(
                "\(Database.selection) WHERE book.id > ? ORDER BY book.id LIMIT ?", id?.value ?? 0,
                CardPortion.size, decode: Database.decode)
            guard !books.isEmpty else { return nil }
            let portion = CardPortion(books.compactMap(\.id))
            let lists = try db.lists(in: portion, for: person)
            let comments = try db.comments(by: person, onThese: portion)
            let readings = try db.readings(of: portion, by: person)
            return books.map { book in
                let id = book.id ?? BookID(0)
                return KeptBook(
                    book: book, lists: lists[id] ?? [], comment: comments[id]?.first,
                    readings: readings[id] ?? [])
            }
        }
    }
}
