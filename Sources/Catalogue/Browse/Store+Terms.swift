// What books have in common: authors, series, tags and languages, with how many books each has.
import Books
import Foundation
internal import GRDB

/// One author, series, tag or language.
public struct TermCount: Hashable, Sendable {
    public var value: String
    public var count: Int
    /// Where it stands among those of its kind.
    public var position: TermPosition
}

/// A place in the order of terms, which holds while they come and go.
public struct TermPosition: Hashable, Sendable {
    let key: SortKey
    let value: String

    init(key: SortKey, value: String) {
        self.key = key
        self.value = value
    }

    /// Beside a term, whether or not there are books of it.
    public init(of value: String, kind: BookTerm) {
        self.init(key: SortKey(term: value, kind: kind), value: value)
    }

    /// Before all terms that begin so.
    public init(before text: String) { self.init(key: SortKey(text), value: "") }
}

extension Store {
    /// In their order: names by the family name, series without an article in front.
    ///
    /// - Parameter position: those after it, or with `isBackwards` the last ones before it, are read; `nil` reads the
    ///   first.
    public func terms(
        _ kind: BookTerm, from position: TermPosition? = nil, isBackwards: Bool = false, limit: Int
    ) throws(CatalogueError) -> [TermCount] {
        try query { db in
            let (sign, order) = isBackwards ? ("<", "DESC") : (">", "ASC")
            let place = position ?? TermPosition(key: SortKey(bytes: Data()), value: "")
            let terms = try db.all(
                """
                SELECT value, key, count FROM term WHERE kind = ?1 AND (key, value)
                    \(sign) (coalesce((SELECT key FROM term WHERE kind = ?1 AND value = ?3), ?2), ?3)
                ORDER BY key \(order), value \(order) LIMIT ?4
                """, kind.rawValue, place.key.bytes, place.value, limit
            ) { row in
                TermCount(
                    value: row["value"], count: row["count"],
                    position: TermPosition(key: SortKey(bytes: row["key"]), value: row["value"]))
            }
            return isBackwards ? terms.reversed() : terms
        }
    }

    /// How many different ones there are.
    public func count(of kind: BookTerm) throws(CatalogueError) -> Int {
        try query { db in try db.count("SELECT count(*) FROM term WHERE kind = ?", kind.rawValue) }
    }

    /// The names of the lists on which a person finds books: the shared ones, and their own.
    public func listNames(for person: String) throws(CatalogueError) -> (shared: [String], own: [String]) {
        try read { db in
            let shared = try db.all(
                "SELECT name FROM list WHERE EXISTS (SELECT 1 FROM list_entry WHERE list = list.id)"
            ) { $0["name"] as String }
            let own = try db.all(
                "SELECT min(name) AS name FROM personal_entry WHERE person = ? GROUP BY key", person
            ) { $0["name"] as String }
            return (shared.ordered { $0 }, own.ordered { $0 })
        }
    }

    /// The shelf marks in use, in their order.
    public func places(limit: Int) throws(CatalogueError) -> [String] {
        try query { db in
            try db.distinct("copy", "place", condition: "gone IS NULL", limit: limit).ordered { $0 }
        }
    }

    /// Everybody who reads a book, has read or abandoned one, by name.
    public func readers(limit: Int) throws(CatalogueError) -> [String] {
        try query { db in
            try db.distinct("reading", "person", limit: limit).ordered { $0 }
        }
    }
}

extension Database {
    /// The values of an indexed column, one index search each.
    fileprivate func distinct(
        _ table: String, _ column: String, condition: String = "1", limit: Int
    ) throws -> [String] {
        try all(
            """
            WITH RECURSIVE found (value) AS (
                SELECT min(\(column)) FROM \(table) WHERE \(column) NOT NULL AND \(condition)
                UNION ALL SELECT (SELECT min(\(column)) FROM \(table) WHERE \(column) > value AND \(condition))
                FROM found WHERE value NOT NULL)
            SELECT value FROM found WHERE value NOT NULL LIMIT ?
            """, limit
        ) { $0["value"] as String }
    }
}
