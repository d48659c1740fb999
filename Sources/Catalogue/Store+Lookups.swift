// What look-ups are to remember: ratings, misses, and what could not be asked.
import Books
import Foundation
import GRDB

/// A source that could not be asked about an ISBN.
public struct PendingLookup: Hashable, Sendable {
    public var isbn: ISBN
    public var source: String
    /// For a person: `timed out`.
    public var reason: String
    public var since: Date

    public init(isbn: ISBN, source: String, reason: String, since: Date = .now) {
        self.isbn = isbn
        self.source = source
        self.reason = reason
        self.since = since
    }
}

extension Store {
    /// Keeps a source's ratings of the book's work in place of its earlier ones.
    public func save(_ ratings: ReaderRatings, of id: BookID) throws(CatalogueError) {
        try write { db in try db.save(ratings, of: id) }
    }

    /// What readers at each source say of the book's work, the most readers first.
    public func ratings(of id: BookID) throws(CatalogueError) -> [ReaderRatings] {
        try read { db in
            try db.all(
                """
                SELECT source, average, count, date FROM rating
                WHERE work = (SELECT work FROM book WHERE id = ?) ORDER BY count DESC, source
                """, id.value
            ) { ReaderRatings(source: $0[0], average: $0[1], count: $0[2], date: Date(seconds: $0[3])) }
        }
    }

    /// Remembers until `until` that a source does not know an ISBN. It no longer waits to be asked there.
    public func rememberMiss(of isbn: ISBN, at source: String, until: Date) throws(CatalogueError) {
        try write { db in
            try db.run(
                "INSERT OR REPLACE INTO miss (isbn, source, until) VALUES (?, ?, ?)", Int64(isbn.value),
                source,
                until.seconds)
            try db.run("DELETE FROM pending WHERE isbn = ? AND source = ?", Int64(isbn.value), source)
        }
    }

    /// The sources that are known not to have an ISBN.
    public func misses(of isbn: ISBN, at moment: Date = .now) throws(CatalogueError) -> [String] {
        try read { db in
            try db.all(
                "SELECT source FROM miss WHERE isbn = ? AND until > ? ORDER BY source", Int64(isbn.value),
                moment.seconds
            ) { $0[0] }
        }
    }

    public func forgetMisses(of isbn: ISBN) throws(CatalogueError) {
        try write { db in try db.run("DELETE FROM miss WHERE isbn = ?", Int64(isbn.value)) }
    }

    /// Remembers that a source is still to be asked.
    public func postpone(_ lookup: PendingLookup) throws(CatalogueError) {
        try write { db in
            try db.run(
                """
                INSERT INTO pending (isbn, source, reason, since) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET reason = excluded.reason
                """, Int64(lookup.isbn.value), lookup.source, lookup.reason, lookup.since.seconds)
        }
    }

    /// What is still to be asked, the longest waiting first.
    public func pendingLookups() throws(CatalogueError) -> [PendingLookup] {
        try read { db in
            try db.all("SELECT isbn, source, reason, since FROM pending ORDER BY since, isbn, source") {
                row in
                Database.isbn(row[0]).map {
                    PendingLookup(isbn: $0, source: row[1], reason: row[2], since: Date(seconds: row[3]))
                }
            }.compactMap(\.self)
        }
    }

    /// Until when hosts have asked to be left alone; those whose time is over are left out.
    public func rests(at moment: Date = .now) throws(CatalogueError) -> [String: Date] {
        let rows = try read { db in
            try db.all("SELECT host, until FROM rest WHERE until > ?", moment.seconds) { row in
                (row[0] as String, Date(seconds: row[1]))
            }
        }
        return Dictionary(rows) { $1 }
    }

    /// Keeps these in place of all earlier ones.
    public func keep(rests: [String: Date]) throws(CatalogueError) {
        try write { db in
            try db.run("DELETE FROM rest")
            for (host, until) in rests {
                try db.run("INSERT INTO rest (host, until) VALUES (?, ?)", host, until.seconds)
            }
        }
    }

    /// Nothing about this ISBN waits any longer.
    public func settle(_ isbn: ISBN) throws(CatalogueError) {
        try write { db in try db.run("DELETE FROM pending WHERE isbn = ?", Int64(isbn.value)) }
    }
}

extension Database {
    func save(_ ratings: ReaderRatings, of id: BookID) throws {
        // Not OR REPLACE: that would have SQLite write out the full-text index before each one of an import.
        try run(
            """
            INSERT INTO rating (work, source, average, count, date) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
            SET average = excluded.average, count = excluded.count, date = excluded.date
            """, work(of: id), ratings.source, ratings.average, ratings.count, ratings.date.seconds)
    }
}
