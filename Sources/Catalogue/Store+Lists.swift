// Lists: what a person says of having and wanting, apart from what a book is.
import Books
import Foundation
internal import GRDB

/// A named set of books.
public struct BookList: Hashable, Sendable {
    public var name: String
    public var count: Int
    /// How many of them have no title.
    public var unnamed = 0
}

extension Store {
    /// Built in; every store has them.
    public static let owned = ListName.owned
    public static let wanted = ListName.wanted

    static func isListName(_ text: String) -> Bool { text.contains { $0.isLetter || $0.isNumber } }

    /// Puts books on a list; a list is there as long as it has books. A book that is named by its ISBN may be new: it
    /// is then kept by its number alone.
    ///
    /// - Returns: how many were not on the list yet.
    /// - Throws: `unknownBook`, `listName`; then nothing was added.
    @discardableResult
    public func add(_ books: [BookReference], to list: String) throws(CatalogueError) -> Int {
        try write { db in
            try books.count { book in try db.add(db.ensure(book), to: list) }
        }
    }

    /// - Returns: how many were on the list.
    @discardableResult
    public func remove(_ books: [BookReference], from list: String) throws(CatalogueError) -> Int {
        try write { db in
            guard let listID = try db.listID(list) else { return 0 }
            var count = 0
            for book in books {
                guard let id = try db.bookID(book) else { continue }
                try db.run("DELETE FROM list_entry WHERE list = ? AND book = ?", listID, id.value)
                count += db.changesCount
            }
            try db.run(
                """
                DELETE FROM list WHERE id = ?1 AND name NOT IN (?2, ?3)
                    AND NOT EXISTS (SELECT 1 FROM list_entry WHERE list = ?1)
                """, listID, Store.owned, Store.wanted)
            return count
        }
    }

    /// The books of a list, in the order they came on it.
    ///
    /// - Throws: `unknownList`.
    public func books(on list: String) throws(CatalogueError) -> [Book] {
        try read { db in
            try db.books(
                "SELECT book FROM list_entry WHERE list = ? ORDER BY added, book", db.existingList(list))
        }
    }

    /// All lists, by name.
    public func lists() throws(CatalogueError) -> [BookList] {
        try read { db in try db.lists() }
    }

    /// The names of the lists that a book is on, the built-in ones first.
    public func lists(with id: BookID) throws(CatalogueError) -> [String] {
        try read { db in try db.lists(with: id) }
    }
}

extension Database {
    func lists() throws -> [BookList] {
        try all(
            """
            WITH nameless AS (SELECT list, count(*) AS count
                FROM book CROSS JOIN list_entry ON list_entry.book = book.id WHERE title IS NULL GROUP BY list)
            SELECT name, (SELECT count(*) FROM list_entry WHERE list = list.id) AS count,
                (SELECT count FROM nameless WHERE list = list.id) AS nameless
            FROM list ORDER BY name
            """
        ) { BookList(name: $0["name"], count: $0["count"], unnamed: $0["nameless"] ?? 0) }
    }

    func lists(with id: BookID) throws -> [String] {
        try all(
            """
            SELECT name FROM list_entry JOIN list ON list.id = list WHERE book = ?
            ORDER BY name NOT IN ('owned', 'wanted'), name
            """, id.value
        ) { $0["name"] }
    }

    /// - Returns: `false` when it was on the list already.
    func add(_ id: BookID, to list: String) throws -> Bool {
        guard let name = list.tidied, Store.isListName(name) else { throw CatalogueError.listName(list) }
        try run("INSERT OR IGNORE INTO list (name) VALUES (?)", name)
        try run(
            "INSERT OR IGNORE INTO list_entry (list, book, added) VALUES (?, ?, ?)", existingList(name),
            id.value,
            Date.now.seconds)
        return changesCount > 0
    }

    /// `nil` when there is no such list.
    func listID(_ name: String) throws -> Int64? {
        try number("SELECT id FROM list WHERE name = ?", name.tidied)
    }

    func existingList(_ name: String) throws -> Int64 {
        guard let id = try listID(name) else { throw CatalogueError.unknownList(name) }
        return id
    }
}
