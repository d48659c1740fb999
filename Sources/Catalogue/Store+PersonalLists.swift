// Personal lists, visible to their owner only.
import Books
import Foundation
internal import GRDB

/// A personal list, in relation to one book.
public struct PersonalList: Hashable, Sendable {
    public var name: String
    /// Whether the book is on it.
    public var holds: Bool
}

extension Store {
    /// All personal lists, by name.
    public func lists(of person: String, with book: BookID) throws(CatalogueError) -> [PersonalList] {
        try query { db in
            try db.all(
                """
                SELECT min(name) AS name, max(book = ?) AS holds FROM personal_entry WHERE person = ? GROUP BY key
                ORDER BY name
                """, book.value, person
            ) { PersonalList(name: $0["name"], holds: $0["holds"]) }
        }
    }

    /// Adds books to a personal list; a list exists as long as it contains books. Books that are added to `owned` are
    /// removed from `wanted`.
    ///
    /// - Returns: how many were not on the list yet.
    /// - Throws: `unknownBook`, `listName`, `overlongListName`; then nothing was added.
    @discardableResult
    public func add(
        _ books: [BookSpecifier], to list: String, of person: String
    ) throws(CatalogueError) -> Int {
        try write { db in
            _ = try ListName(ofBooks: list)
            let count = try books.count { book in try db.add(db.ensure(book), to: list, of: person) }
            if ListName(list)?.key == ListName.owned { try db.dropFromWanted(books, of: person) }
            return count
        }
    }

    /// - Returns: how many were on the list.
    /// - Throws: `listName`; then nothing was removed.
    @discardableResult
    public func remove(
        _ books: [BookSpecifier], from list: String, of person: String
    ) throws(CatalogueError) -> Int {
        try write { db in
            let key = try ListName(ofBooks: list).key
            return try books.count { book in
                guard let id = try db.bookID(book) else { return false }
                try db.run(
                    "DELETE FROM personal_entry WHERE person = ? AND key = ? AND book = ?", person, key,
                    id.value)
                return db.changesCount > 0
            }
        }
    }

    /// By name.
    public func lists(of person: String) throws(CatalogueError) -> [BookList] {
        try query { db in
            try db.all(
                """
                SELECT min(name) AS name, count(*) AS count, sum(title IS NULL) AS nameless
                FROM personal_entry JOIN book ON book.id = personal_entry.book
                WHERE person = ? GROUP BY personal_entry.key ORDER BY name
                """, person
            ) { BookList(name: $0["name"], person: person, count: $0["count"], unnamed: $0["nameless"]) }
        }
    }

    /// The books of a personal list, in the order in which they were added.
    ///
    /// - Throws: `unknownList`.
    public func ids(on list: String, of person: String) throws(CatalogueError) -> [BookID] {
        try query { db in
            let ids = try db.all(
                "SELECT book FROM personal_entry WHERE person = ? AND key = ? ORDER BY added, position, book",
                person, ListName(list)?.key
            ) { BookID($0["book"]) }
            if ids.isEmpty { throw CatalogueError.unknownList(list) }
            return ids
        }
    }
}

extension Database {
    /// - Returns: whether it was not on the list yet.
    func add(_ id: BookID, to list: String, of person: String) throws -> Bool {
        let name = try ListName(ofBooks: list)
        // An existing list keeps the spelling of its name.
        let known = try first(
            "SELECT name FROM personal_entry WHERE person = ? AND key = ? LIMIT 1", person, name.key
        ) { $0["name"] as String }
        if known == nil { try name.checkLength() }
        try run(
            """
            INSERT OR IGNORE INTO personal_entry (person, key, book, name, added, position) SELECT ?1, ?2, ?3, ?4, ?5,
                (SELECT coalesce(max(position), 0) + 1 FROM personal_entry
                WHERE person = ?1 AND key = ?2 AND added = ?5)
            """, person, name.key, id.value, known ?? name.text, Date.now.seconds)
        return changesCount > 0
    }
}
