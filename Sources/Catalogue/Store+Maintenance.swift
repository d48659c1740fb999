// Counts and integrity of a store.
import Books
import Foundation
internal import GRDB

/// What a store holds.
public struct StoreInfo: Hashable, Sendable {
    public var path: String
    /// The schema version: the number of the last step, from 1.
    public var version: Int
    /// The size of the database file and its write-ahead log.
    public var bytes: Int
    public var books: Int
    public var booksWithISBN: Int
    public var works: Int
    public var lists: [BookList]
    public var comments: Int
    public var people: Int
    public var photos: Int
    /// Pictures of covers, and what they take in their file; `nil` if it can't be read.
    public var covers: Int?
    public var coverBytes: Int?
    /// Books with a pending look-up.
    public var waiting: Int
}

/// A defect in a store's file.
public enum StoreProblem: Hashable, Sendable {
    /// In SQLite's words.
    case page(words: String)
    /// A table or an index that every store has.
    case missing(Kind, name: String)
    /// A row refers to one that does not exist; `nil` if the table has no row numbers.
    case dangling(table: String, row: Int64?)
    /// This many books are not in the full-text index.
    case notIndexed(books: Int)
    /// A book has a value that can't be entered.
    case wrongValue(BookID, WrongValue)
    /// The same for the rating of the comment with this number.
    case wrongRating(comment: Int64, WrongValue)
    /// The pictures of these books' covers are missing, and can't be fetched: they were chosen, or found on photos.
    case lostCovers([BookID])
    /// A folder beside the store that a killed process left.
    case leftOver(folder: String)
    /// A part that can't be read completely.
    case damaged(Part)

    /// Whether the file is damaged, and not only what it says or what is beside it.
    var isDamage: Bool {
        switch self {
        case .wrongValue, .wrongRating, .lostCovers, .leftOver: false
        default: true
        }
    }

    public enum Kind: String, Hashable, Sendable {
        case table, index
    }

    public enum Part: Hashable, Sendable {
        case pages, references, index, covers
    }
}

extension Store {
    public func info() throws(CatalogueError) -> StoreInfo {
        // Why is for `check` to report.
        let covers = try? coverFile.totals()
        return try read { db in
            func count(_ what: String) throws -> Int {
                try Int.fetchOne(db, sql: "SELECT count(\(what)") ?? 0
            }
            return StoreInfo(
                path: path, version: try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0, bytes: bytes,
                books: try count("*) FROM book"), booksWithISBN: try count("isbn) FROM book"),
                works: try count("*) FROM work"), lists: try db.lists(),
                comments: try count("*) FROM comment"),
                people: try count("*) FROM (SELECT author FROM comment UNION SELECT person FROM reading)"),
                photos: try count("*) FROM photo"), covers: covers?.count, coverBytes: covers?.bytes,
                waiting: try db.unnamed().waiting)
        }
    }

    /// Everybody with comments, readings or loans, by name.
    package func people() throws(CatalogueError) -> [String] {
        try query { db in
            try db.all(
                "SELECT author AS person FROM comment UNION SELECT person FROM reading UNION SELECT person FROM loan ORDER BY 1"
            ) {
                $0["person"]
            }
        }
    }

    /// The existing spelling of a person's name, in an account or in their data, that has the same key (`nameKey`).
    public func spelling(of person: String) throws(CatalogueError) -> String {
        try query { db in try db.spelling(of: person) }
    }

    /// The file and its log.
    var bytes: Int {
        let place = Self.resolved(path)
        return [place, place + "-wal"].reduce(0) { sum, file in
            let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
            return sum + (size ?? 0)
        }
    }
}

extension Database {
    /// The names of all accounts, and of everybody with data.
    package func everybody() throws -> [String] { try all(Self.everybody) { $0["name"] } }

    /// See `Store.spelling(of:)`. In a change that is recorded, this knows how who makes it is spelled.
    func spelling(of person: String) throws -> String {
        let key = person.nameKey
        let names = try everybody().filter { $0.nameKey == key }
        return names.first { $0.isSpelled(person) } ?? names.first ?? person
    }

    /// All spellings of a person's name, first that of their account, if they have one. Names of other accounts are other
    /// people's, even if they have the same key.
    package func spellings(of person: String) throws -> [String] {
        let key = person.nameKey
        let accounts = try all("SELECT name FROM account") { $0["name"] as String }
            .filter { $0.nameKey == key }
        let own = accounts.first { $0.isSpelled(person) } ?? accounts.first
        let others = try (everybody() + [person]).filter { name in
            name.nameKey == key && !accounts.contains { $0.isSpelled(name) }
        }
        return (own.map { [$0] } ?? []) + others
    }

    /// Each person may have many rows, so each step looks the next name up in the indexes of persons.
    private static let everybody: String = {
        let next = ["comment", "reading", "personal_entry", "loan", "reservation", "change"].map { table in
            let column = table == "comment" ? "author" : "person"
            return "SELECT min(\(column)) AS name FROM \(table) WHERE \(column) > person.name"
        }
        return """
            WITH RECURSIVE person (name) AS (
                SELECT '' UNION ALL
                SELECT (SELECT min(name) FROM (\(next.joined(separator: " UNION ALL ")))) FROM person
                WHERE name NOT NULL)
            SELECT name FROM account UNION ALL SELECT name FROM person WHERE name > ''
            """
    }()
}
