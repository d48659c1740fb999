// The books that an account owns and wants, complete or as changes since an event, for a copy on a device.
import Books
import Catalogue
import Foundation
internal import GRDB

/// A book on one of the lists `owned` and `wanted`, shared or personal.
public struct Holding: Hashable, Sendable {
    /// Only its ids, titles and contributors are set.
    public var book: Book
    /// The ISBNs of other editions, at most `mostEditions`.
    public var editions: [ISBN]
    public var isOwned: Bool
    public var isWanted: Bool

    public static let mostEditions = 50

    /// The folded words by which the copy on a device finds it, each once.
    package var words: [String] {
        let texts =
            [book.title, book.subtitle, book.originalScriptTitle] + book.contributors.map(\.name)
            + book.originalScriptNames
        return SearchText.wordsOfKey(texts.compactMap(\.self))
    }
}

/// The position up to which a copy has followed the store.
public struct FeedPosition: Hashable, Sendable {
    /// Changes when the store is restored from a backup, or a person's data was deleted.
    public var epoch: Int64
    /// The last event that the copy includes.
    public var event: Int64

    public init(epoch: Int64, event: Int64) {
        self.epoch = epoch
        self.event = event
    }
}

/// The changes that a copy has to apply.
public struct HoldingChanges: Hashable, Sendable {
    public var position: FeedPosition
    /// Whether `held` is complete, and replaces the copy.
    public var isWhole: Bool
    /// New or changed books, ordered by id.
    public var held: [Holding]
    /// Books that are no longer owned or wanted, or were removed.
    public var gone: [BookID]
}

extension Store {
    /// With more changed books than this, all are sent again.
    static var mostChangedHoldings: Int { 2000 }

    /// The books that `person` owns and wants, on personal and shared lists.
    ///
    /// - Parameter position: the position of the copy. `nil`, or a position that this store can't continue from,
    ///   returns all books.
    public func holdings(
        of person: String, since position: FeedPosition? = nil
    ) throws(CatalogueError) -> HoldingChanges {
        try read { db in
            let now = FeedPosition(
                epoch: try db.number("SELECT epoch FROM feed") ?? 0,
                event: try db.number("SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0)
            if let position, position.epoch == now.epoch, (0...now.event).contains(position.event) {
                let changed = try db.all(
                    """
                    SELECT DISTINCT book FROM event WHERE id > ? AND person IN ('', ?) ORDER BY book LIMIT ?
                    """, position.event, person, Self.mostChangedHoldings + 1
                ) { $0["book"] as Int64 }
                if changed.count <= Self.mostChangedHoldings {
                    let held = try db.holdings(of: person, among: changed)
                    let left = Set(held.compactMap(\.book.id))
                    return HoldingChanges(
                        position: now, isWhole: false, held: held,
                        gone: changed.map(BookID.init).filter { !left.contains($0) })
                }
            }
            return HoldingChanges(
                position: now, isWhole: true, held: try db.holdings(of: person), gone: [])
        }
    }

    /// The book with this ISBN, or else the books of which it is another edition.
    public func holdings(of person: String, showing isbn: ISBN) throws(CatalogueError) -> [Holding] {
        try query { db in
            let found = try db.holdings(
                of: person,
                """
                book IN (SELECT id FROM book WHERE work IN (SELECT work FROM book WHERE isbn = ?2)
                    UNION SELECT book FROM further_isbn WHERE isbn = ?2)
                """, Int64(isbn.value))
            let own = found.filter { $0.book.isbn == isbn }
            return own.isEmpty ? found : own
        }
    }

    /// Books whose title, series or contributors contain all the words, or words that begin with them; those with the
    /// lowest ids.
    public func holdings(
        of person: String, with words: [String], limit: Int
    ) throws(CatalogueError) -> [Holding] {
        guard let terms = SearchText.query(words.joined(separator: " ")) else { return [] }
        return try read { db in
            // In the index's own order, so that a word of very many books is followed no further than needed.
            let ids = try db.all(
                """
                SELECT rowid FROM search WHERE search MATCH ?1 AND (
                    EXISTS (SELECT 1 FROM list_entry JOIN list ON list.id = list_entry.list
                        WHERE book = search.rowid AND key IN ('owned', 'wanted'))
                    OR EXISTS (SELECT 1 FROM personal_entry
                        WHERE book = search.rowid AND person = ?2 AND key IN ('owned', 'wanted')))
                ORDER BY rowid LIMIT ?3
                """, "{title contributors} : (\(terms))", person, limit
            ) { $0["rowid"] as Int64 }
            return try db.holdings(of: person, among: ids)
        }
    }
}

extension Database {
    fileprivate func holdings(of person: String, among books: [Int64]) throws -> [Holding] {
        try holdings(
            of: person, "book IN (SELECT value FROM json_each(?2))",
            "[\(books.map(String.init).joined(separator: ","))]")
    }

    /// - Parameter condition: an SQL condition on `book`, with `value` as `?2`.
    fileprivate func holdings(
        of person: String, _ condition: String = "?2 IS NULL", _ value: (any DatabaseValueConvertible)? = nil
    ) throws -> [Holding] {
        try all(
            """
            WITH entry AS (
                    SELECT book, key FROM list_entry JOIN list ON list.id = list_entry.list
                    WHERE key IN ('owned', 'wanted') AND \(condition)
                    UNION ALL SELECT book, key FROM personal_entry
                    WHERE person = ?1 AND key IN ('owned', 'wanted') AND \(condition)),
                held AS (
                    SELECT book, max(key = 'owned') AS owned, max(key = 'wanted') AS wanted FROM entry GROUP BY book)
            SELECT book.id, book.isbn, title, subtitle, original_script_title, original_script_names, other_isbns,
                owned, wanted,
                (SELECT group_concat(name || char(31) || role, char(30)) FROM
                    (SELECT name, role FROM contributor WHERE contributor.book = held.book ORDER BY position)
                ) AS contributors,
                (SELECT group_concat(isbn, ' ') FROM
                    (SELECT isbn FROM book AS other WHERE other.work = book.work AND other.id <> book.id
                        AND isbn NOT NULL ORDER BY isbn LIMIT ?3)
                ) AS editions
            FROM held JOIN book ON book.id = held.book ORDER BY book.id
            """, person, value, Holding.mostEditions, decode: Self.holding)
    }

    private static func holding(_ row: Row) -> Holding {
        func parts(_ column: String, _ separator: Character) -> [Substring] {
            (row[column] as String?)?.split(separator: separator) ?? []
        }
        var book = Book(
            id: BookID(row["id"]), isbn: isbn(row["isbn"]),
            otherISBNs: parts("other_isbns", " ").compactMap { isbn(Int64($0)) }, title: row["title"],
            subtitle: row["subtitle"],
            contributors: parts("contributors", "\u{1E}").map { maker in
                let parts = maker.split(separator: "\u{1F}", omittingEmptySubsequences: false)
                return Contributor(
                    name: String(parts[0]),
                    role: parts.last.flatMap { Contributor.Role(rawValue: String($0)) } ?? .contributor)
            })
        book.originalScriptTitle = row["original_script_title"]
        book.originalScriptNames = parts("original_script_names", "\n").map { String($0) }
        return Holding(
            book: book, editions: parts("editions", " ").compactMap { isbn(Int64($0)) },
            isOwned: row["owned"], isWanted: row["wanted"])
    }
}
