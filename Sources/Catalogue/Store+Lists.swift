// Shared lists.
import Books
import Foundation
internal import GRDB

/// A named set of books.
public struct BookList: Hashable, Codable, Sendable {
    public var name: String
    /// Its owner; `nil` for a shared list.
    public var person: String?
    public var count: Int
    /// How many of them have no title.
    public var unnamed = 0

    public init(name: String, person: String? = nil, count: Int, unnamed: Int = 0) {
        self.name = name
        self.person = person
        self.count = count
        self.unnamed = unnamed
    }
}

extension Store {
    /// Adds books to a list; a list exists as long as it contains books. A book that is specified by its ISBN may be
    /// new: it is stored with its ISBN only. Books that are added to `owned` are removed from `wanted`. Reading
    /// statuses are not lists: see `mark`.
    ///
    /// - Returns: how many were not on the list yet.
    /// - Throws: `unknownBook`, `listName`, `overlongListName`; then nothing was added.
    @discardableResult
    public func add(_ books: [BookSpecifier], to list: String) throws(CatalogueError) -> Int {
        try write { db in
            _ = try ListName(ofBooks: list)
            let count = try books.count { book in try db.add(db.ensure(book), to: list) }
            if ListName(list)?.key == ListName.owned { try db.dropFromWanted(books) }
            return count
        }
    }

    /// Removes books from a list, and their copies there, of which nothing but the place is known.
    ///
    /// - Returns: how many were on the list.
    /// - Throws: `listName`, `describedCopies`; then nothing was removed.
    @discardableResult
    public func remove(_ books: [BookSpecifier], from list: String) throws(CatalogueError) -> Int {
        try write { db in
            let name = try ListName(ofBooks: list)
            guard let listID = try db.listID(list) else { return 0 }
            var count = 0
            for book in books {
                guard let id = try db.bookID(book) else { continue }
                try db.dropCopies(of: id, on: name.key)
                try db.run("DELETE FROM list_entry WHERE list = ? AND book = ?", listID, id.value)
                count += db.changesCount
            }
            try db.dropEmptyLists()
            return count
        }
    }

    /// The books of a list, in the order in which they were added; or `person`'s books with a reading status, in the
    /// order of their readings.
    ///
    /// - Throws: `unknownList`.
    public func books(on list: String, for person: String = "") throws(CatalogueError) -> [Book] {
        try read { db in try db.existingBooks(db.ids(on: list, for: person)) }
    }

    /// The same as ids only, which take little memory however many there are.
    public func ids(on list: String, for person: String) throws(CatalogueError) -> [BookID] {
        try query { db in try db.ids(on: list, for: person) }
    }

    /// How many of these books are on a list.
    ///
    /// - Parameter owners: the owners of the lists of that name that count; `nil` stands for the shared one.
    public func count(
        of books: [BookSpecifier], on list: String, of owners: [String?] = [nil]
    ) throws(CatalogueError) -> Int {
        try read { db in
            try books.count { book in
                guard let id = try db.bookID(book), let key = ListName(list)?.key else { return false }
                return try owners.contains { owner in
                    if let owner {
                        return try db.number(
                            "SELECT 1 FROM personal_entry WHERE person = ? AND key = ? AND book = ?", owner,
                            key,
                            id.value) != nil
                    }
                    return try db.isListed(id, on: key)
                }
            }
        }
    }

    /// All shared lists, by name, followed by each person's reading statuses.
    public func lists() throws(CatalogueError) -> [BookList] {
        try read { db in try db.lists() }
    }

    /// The names of the shared lists and of `person`'s lists that contain a book, the built-in ones first, followed
    /// by that person's reading statuses: read, abandoned, reading.
    public func lists(with id: BookID, for person: String = "") throws(CatalogueError) -> [String] {
        try read { db in try db.lists(with: id, for: person) }
    }
}

extension Database {
    fileprivate func ids(on list: String, for person: String) throws -> [BookID] {
        guard let state = ListName(list)?.state else {
            return try all(
                "SELECT book FROM list_entry WHERE list = ? ORDER BY added, position, book",
                existingList(list)
            ) { BookID($0["book"]) }
        }
        return try all(
            """
            SELECT book FROM reading WHERE person = ? AND state = ? GROUP BY book
            ORDER BY max(coalesce(ended, started, date(added, 'unixepoch'))), book
            """, person, state.rawValue
        ) { BookID($0["book"]) }
    }

    func lists() throws -> [BookList] {
        let lists = try all(
            """
            WITH nameless AS (SELECT list, count(*) AS count
                FROM book CROSS JOIN list_entry ON list_entry.book = book.id WHERE title IS NULL GROUP BY list)
            SELECT name, (SELECT count(*) FROM list_entry WHERE list = list.id) AS count,
                (SELECT count FROM nameless WHERE list = list.id) AS nameless
            FROM list ORDER BY name
            """
        ) { BookList(name: $0["name"], count: $0["count"], unnamed: $0["nameless"] ?? 0) }
        let readings = try all(
            """
            SELECT state, person, count(*) AS count, sum(title IS NULL) AS nameless
            FROM (SELECT DISTINCT person, state, book FROM reading) AS read JOIN book ON book.id = read.book
            GROUP BY person, state ORDER BY person, state
            """
        ) { BookList(name: $0["state"], person: $0["person"], count: $0["count"], unnamed: $0["nameless"]) }
        return lists + readings
    }

    func lists(with id: BookID, for person: String) throws -> [String] {
        try lists(in: CardBatch([id]), for: person)[id] ?? []
    }

    /// See `Store.lists(with:for:)`.
    func lists(in batch: CardBatch, for person: String) throws -> [BookID: [String]] {
        let lists = try grouped(
            batch, "name",
            """
            list_entry ON list_entry.book = asked.value JOIN list ON list.id = list_entry.list
            ORDER BY name NOT IN ('owned', 'wanted'), name
            """
        ) { $0["name"] as String }
        let states = try grouped(
            batch, "state",
            """
            reading ON reading.book = asked.value WHERE person = ? GROUP BY asked.value, state
            ORDER BY state = 'reading', state DESC
            """, [person]
        ) { $0["state"] as String }
        let personal = try grouped(
            batch, "name",
            "personal_entry ON personal_entry.book = asked.value WHERE person = ? ORDER BY name",
            [person]
        ) { $0["name"] as String }
        return lists.merging(personal) { lists, personal in
            let all = lists + personal.filter { !lists.contains($0) }
            return all.filter(ListName.builtIn.contains) + all.filter { !ListName.builtIn.contains($0) }
        }.merging(states, uniquingKeysWith: +)
    }

    /// A list exists as long as it contains books.
    func dropEmptyLists() throws {
        try run(
            """
            DELETE FROM list WHERE name NOT IN ('owned', 'wanted')
                AND NOT EXISTS (SELECT 1 FROM list_entry WHERE list = list.id)
            """)
    }

    /// Removes owned and read books from the wanted ones.
    ///
    /// - Parameter owner: of a personal list; `nil` for the shared one.
    func dropFromWanted(_ books: [BookSpecifier], of owner: String? = nil) throws {
        for book in books {
            guard let id = try bookID(book) else { continue }
            if let owner {
                try run(
                    "DELETE FROM personal_entry WHERE person = ? AND key = ? AND book = ?", owner,
                    ListName.wanted, id.value)
            } else {
                try run(
                    "DELETE FROM copy WHERE list = ? AND book = ? AND \(Self.hasOnlyListAndPlace)",
                    ListName.wanted,
                    id.value)
                // The last statement: an import counts what it removed.
                try run(
                    "DELETE FROM list_entry WHERE list = ? AND book = ?", existingList(ListName.wanted),
                    id.value)
            }
        }
    }

    /// - Returns: `false` if it was on the list already.
    func add(_ id: BookID, to list: String) throws -> Bool {
        let name = try ListName(ofBooks: list)
        if try listID(list) == nil {
            try name.checkLength()
            try run("INSERT OR IGNORE INTO list (name, key) VALUES (?, ?)", name.text, name.key)
        }
        try run(
            """
            INSERT OR IGNORE INTO list_entry (list, book, added, position) SELECT ?1, ?2, ?3,
                (SELECT coalesce(max(position), 0) + 1 FROM list_entry WHERE list = ?1 AND added = ?3)
            """, existingList(list), id.value, Date.now.seconds)
        return changesCount > 0
    }

    /// `nil` if there is no such list.
    func listID(_ name: String) throws -> Int64? {
        try number("SELECT id FROM list WHERE key = ?", ListName(name)?.key)
    }

    func existingList(_ name: String) throws -> Int64 {
        guard let id = try listID(name) else { throw CatalogueError.unknownList(name) }
        return id
    }
}
