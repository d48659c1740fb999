// Lists: what a person says of having and wanting, apart from what a book is.
import Books
import Foundation
import GRDB

/// A named set of books.
public struct BookList: Hashable, Sendable {
    public var name: String
    public var count: Int
}

extension Store {
    /// Built in; every store has them.
    public static let owned = "owned"
    public static let wanted = "wanted"

    static func isListName(_ text: String) -> Bool { text.contains { $0.isLetter || $0.isNumber } }

    /// Puts a book on a list; a list that is not there yet is made.
    ///
    /// - Returns: `false` when it was on the list already.
    /// - Throws: `unknownBook`, `listName`.
    @discardableResult
    public func add(_ id: BookID, to list: String) throws(CatalogueError) -> Bool {
        try write { db in try db.add(id, to: list) }
    }

    /// The same for a book that may not be in the store yet: it is then kept by its number alone.
    @discardableResult
    public func add(_ isbn: ISBN, to list: String) throws(CatalogueError) -> Bool {
        try write { db in try db.add(db.ensure(isbn), to: list) }
    }

    /// - Returns: `false` when it was not on the list.
    /// - Throws: `unknownList`.
    @discardableResult
    public func remove(_ id: BookID, from list: String) throws(CatalogueError) -> Bool {
        try write { db in
            try db.run(
                "DELETE FROM list_entry WHERE list = ? AND book = ?", db.listID(list), id.value)
            return db.changesCount > 0
        }
    }

    /// The books of a list, in the order they came on it.
    ///
    /// - Throws: `unknownList`.
    public func books(on list: String) throws(CatalogueError) -> [Book] {
        try read { db in
            try db.all("SELECT book FROM list_entry WHERE list = ? ORDER BY added, book", db.listID(list)) {
                BookID($0[0])
            }.map(db.existingBook)
        }
    }

    /// All lists, by name.
    public func lists() throws(CatalogueError) -> [BookList] {
        try read { db in
            try db.all(
                "SELECT name, (SELECT count(*) FROM list_entry WHERE list = list.id) FROM list ORDER BY name"
            ) { BookList(name: $0[0], count: $0[1]) }
        }
    }

    /// The names of the lists that a book is on.
    public func lists(with id: BookID) throws(CatalogueError) -> [String] {
        try read { db in
            try db.all(
                "SELECT name FROM list_entry JOIN list ON list.id = list WHERE book = ? ORDER BY name",
                id.value
            ) { $0[0] }
        }
    }
}

extension Database {
    func add(_ id: BookID, to list: String) throws -> Bool {
        guard let name = list.tidied, Store.isListName(name) else {
            throw CatalogueError.listName(list)
        }
        try run("INSERT OR IGNORE INTO list (name) VALUES (?)", name)
        _ = try work(of: id)
        try run(
            "INSERT OR IGNORE INTO list_entry (list, book, added) VALUES (?, ?, ?)", listID(name), id.value,
            Date.now.seconds)
        return changesCount > 0
    }

    func listID(_ name: String) throws -> Int64 {
        guard let id = try first("SELECT id FROM list WHERE name = ?", name, decode: { $0[0] as Int64 })
        else {
            throw CatalogueError.unknownList(name)
        }
        return id
    }
}
