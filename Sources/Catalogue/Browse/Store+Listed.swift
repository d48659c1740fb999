// What a row or a cover says of a book, without all that its card says.
import Books
internal import GRDB

/// A book among others.
public struct ListedBook: Hashable, Sendable {
    public var book: Book
    /// As `BookCard.lists`.
    public var lists: [String]
    /// 0…5, the mean of each reader's latest public rating of the work; `nil` without any.
    public var stars: Double?
}

extension Store {
    /// In their order; deleted books are omitted.
    public func listed(_ ids: [BookID], for person: String) throws(CatalogueError) -> [ListedBook] {
        try read { db in
            var listed: [ListedBook] = []
            for batch in ids.inBatches() {
                let books = try db.books(in: batch)
                let lists = try db.lists(in: batch, for: person)
                let ratings = try db.grouped(
                    batch, "rating_rank",
                    "book_order ON book_order.book = asked.value WHERE ratings_rank < 0"
                ) { -Double($0["rating_rank"] as Int64) / 2000 }
                listed += batch.ids.compactMap { id in
                    books[id].map {
                        ListedBook(book: $0, lists: lists[id] ?? [], stars: ratings[id]?.first)
                    }
                }
            }
            return listed
        }
    }
}
