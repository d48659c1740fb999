// What stays with the other book when a merge is reverted.
import Books
internal import GRDB

/// What was added to the book that stayed, since a merge that is now reverted.
public struct MergeRemainder: Hashable, Codable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        case comments, readings, lists, copies, reservations, cover
    }

    public struct Item: Hashable, Codable, Sendable {
        public var kind: Kind
        public var count: Int
    }

    /// The book with which it stays.
    public var book: BookSpecifier
    /// One for each kind that there is.
    public var items: [Item]
}

extension Store {
    /// What stays with the other book, if the change is a merge that `person` has reverted; `nil` if it is not, or if
    /// nothing stays.
    public func staying(after change: Int64, for person: String) throws(CatalogueError) -> MergeRemainder? {
        try read { db in
            let isParted = try db.number(
                "SELECT 1 FROM change WHERE id = ? AND person = ? AND undone NOT NULL", change, person)
            return isParted == nil ? nil : try db.staying(after: change, for: person)
        }
    }
}

extension Database {
    /// What was added to the book of a merge since then, as far as `person` can see it.
    func staying(after change: Int64, for person: String) throws -> MergeRemainder? {
        let kept = try first(
            """
            SELECT book FROM change_row JOIN change ON change.id = change_row.change
            WHERE change = ? AND kind = 'successor' AND action = 'merge'
            """, change
        ) { BookID($0["book"] as Int64) }
        guard let kept, let book = try storedBook(.id(kept))?.reference else { return nil }
        let items = try MergeRemainder.Kind.allCases.compactMap { kind -> MergeRemainder.Item? in
            let count = try kind.rows.reduce(0) { sum, rows in
                try sum
                    + self.count(
                        """
                        SELECT count(*) FROM \(rows.table), (SELECT ?3 AS reader)
                        WHERE book = ?1 AND \(rows.condition) AND \(rows.key) IN (
                            SELECT json_extract(after, '$.\(rows.key)') FROM change_row
                            JOIN change ON change.id = change_row.change
                            WHERE change_row.book = ?1 AND change.id > ?2 AND undone IS NULL
                                AND kind = '\(rows.table)' AND before IS NULL)
                        """, kept.value, change, person)
            }
            return count == 0 ? nil : MergeRemainder.Item(kind: kind, count: count)
        }
        return items.isEmpty ? nil : MergeRemainder(book: book, items: items)
    }
}

extension MergeRemainder.Kind {
    /// The tables of such rows, what tells a book's rows there apart, and which ones `reader` can see.
    fileprivate var rows: [(table: String, key: String, condition: String)] {
        switch self {
        case .comments: [("comment", "id", "(NOT private OR author = reader)")]
        case .readings: [("reading", "id", "TRUE")]
        case .lists: [("list_entry", "list", "TRUE"), ("personal_entry", "key", "person = reader")]
        case .copies: [("copy", "id", "TRUE")]
        case .reservations: [("reservation", "id", "TRUE")]
        case .cover: [("cover", "sha256", "TRUE")]
        }
    }
}
