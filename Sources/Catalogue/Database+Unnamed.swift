// Books without a title, and the state of their look-ups.
import Books
internal import GRDB

/// How many books have no title, by reason.
public struct UnnamedBooks: Hashable, Codable, Sendable {
    /// A look-up is pending, whether or not the book is stored already.
    public var waiting: Int
    /// All sources answered, and none knows the book.
    public var unknown: Int

    public init(waiting: Int, unknown: Int) {
        self.waiting = waiting
        self.unknown = unknown
    }
}

extension Store {
    public func unnamed() throws(CatalogueError) -> UnnamedBooks {
        try read { db in try db.unnamed() }
    }

    /// The ISBNs with pending look-ups, the oldest first: those that could not be looked up, and those of books that
    /// were put on a list or commented on, but never looked up.
    package func waiting() throws(CatalogueError) -> [ISBN] {
        try query { db in
            try db.all(
                """
                SELECT isbn FROM (SELECT isbn, min(since) AS since FROM pending GROUP BY isbn
                    UNION ALL SELECT isbn, added AS since FROM book WHERE \(Database.isNeverAsked))
                ORDER BY since, isbn
                """
            ) { Database.isbn($0["isbn"]) }.compactMap(\.self)
        }
    }
}

extension Database {
    /// Books without a title have an index of their own.
    fileprivate static let isNeverAsked = """
        title IS NULL AND isbn NOT NULL AND NOT EXISTS (SELECT 1 FROM miss WHERE miss.isbn = book.isbn)
            AND NOT EXISTS (SELECT 1 FROM pending WHERE pending.isbn = book.isbn)
        """

    func unnamed() throws -> UnnamedBooks {
        let untouched = try count("SELECT count(*) FROM book WHERE \(Self.isNeverAsked)")
        let pending = try count("SELECT count(DISTINCT isbn) FROM pending")
        let unknown = try count(
            """
            SELECT count(*) FROM book WHERE title IS NULL AND isbn NOT NULL
                AND EXISTS (SELECT 1 FROM miss WHERE miss.isbn = book.isbn)
                AND NOT EXISTS (SELECT 1 FROM pending WHERE pending.isbn = book.isbn)
            """)
        return UnnamedBooks(waiting: untouched + pending, unknown: unknown)
    }

    /// How many owned or wanted books have no title, up to one more than a card shows. The condition on the ISBN
    /// makes SQLite use their index.
    func unnamedOnLists() throws -> Int {
        try count(
            """
            SELECT count(*) FROM (SELECT 1 FROM book
                WHERE title IS NULL AND isbn NOT NULL AND EXISTS (
                    SELECT 1 FROM list_entry JOIN list ON list.id = list
                    WHERE list_entry.book = book.id AND name IN ('owned', 'wanted')) LIMIT ?)
            """, BookCard.mostUnnamed + 1)
    }

    /// The sources that have yet to give details of a book.
    func incomplete(in batch: CardBatch) throws -> [BookID: [String]] {
        try grouped(
            batch, "source",
            """
            book ON book.id = asked.value CROSS JOIN pending ON pending.isbn = book.isbn
            WHERE title NOT NULL AND reason = ? ORDER BY source
            """, [PendingLookup.details]
        ) { $0["source"] as String }
    }

    /// `nil` for a book that has a title, or no ISBN.
    func lookupState(about book: Book) throws -> LookupState? {
        guard book.title == nil, let isbn = book.isbn else { return nil }
        let number = Int64(isbn.value)
        if try self.number("SELECT 1 FROM pending WHERE isbn = ?", number) != nil { return .waiting }
        let sources = try all("SELECT source FROM miss WHERE isbn = ? ORDER BY source", number) {
            $0["source"] as String
        }
        return sources.isEmpty ? .notYet : .unknown(to: sources)
    }
}
