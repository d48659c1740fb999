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

/// A list, and the first of its books in the catalogue.
public struct ListPreview: Hashable, Sendable {
    public var list: BookList
    public var books: [BookID]
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

extension Store {
    /// The shared lists, the personal lists of a person and their reading statuses, each by name.
    ///
    /// - Parameters:
    ///   - books: how many books of each list at most.
    ///   - most: how many lists of each kind have books at most.
    public func listPreviews(
        for person: String, books: Int, most: Int
    ) throws(CatalogueError) -> (shared: [ListPreview], own: [ListPreview], readings: [ListPreview]) {
        try read { db in
            (
                try db.previews(
                    "SELECT id AS key, name, (SELECT count(*) FROM list_entry WHERE list = list.id) AS count FROM list",
                    first: "book FROM list_entry WHERE list = ?", books, most),
                try db.previews(
                    "SELECT key, min(name) AS name, count(*) AS count FROM personal_entry WHERE person = ? GROUP BY key",
                    first: "book FROM personal_entry WHERE person = ? AND key = ?", books, most, of: person),
                try db.previews(
                    """
                    SELECT state AS key, state AS name, count(DISTINCT book) AS count FROM reading WHERE person = ?
                    GROUP BY state
                    """, first: "DISTINCT book FROM reading WHERE person = ? AND state = ?", books, most,
                    of: person)
            )
        }
    }
}

extension Database {
    /// - Parameters:
    ///   - lists: selects the key, name and count of each list.
    ///   - first: selects the books of a list, by the person and the list's key.
    ///   - person: their owner; `nil` for shared lists.
    fileprivate func previews(
        _ lists: String, first: String, _ books: Int, _ most: Int, of person: String? = nil
    ) throws -> [ListPreview] {
        let owner = person.map { [$0.databaseValue] } ?? []
        let rows = try Row.fetchAll(
            cachedStatement(sql: "\(lists) ORDER BY name"), arguments: StatementArguments(owner))
        return try rows.enumerated().map { place, row in
            let list = BookList(name: row["name"], person: person, count: row["count"])
            guard place < most else { return ListPreview(list: list, books: []) }
            let ids = try Int64.fetchAll(
                cachedStatement(sql: "SELECT \(first) ORDER BY book LIMIT ?"),
                arguments: StatementArguments(owner + [row["key"], books.databaseValue]))
            return ListPreview(list: list, books: ids.map { BookID($0) })
        }
    }
}
