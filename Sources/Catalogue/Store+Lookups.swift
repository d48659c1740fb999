// Stores results of look-ups: answers, misses, pending look-ups and cooldowns.
import Books
import Foundation
internal import GRDB

/// A source that could not be asked about an ISBN.
package struct PendingLookup: Hashable, Sendable {
    package var isbn: ISBN
    /// The source's key.
    package var source: String
    /// A fixed word for programs: `timed-out`.
    package var reason: String
    package var since: Date

    /// The reason, if the source found the book but could not give all its details yet.
    package static let details = "details"

    package init(isbn: ISBN, source: String, reason: String, since: Date = .now) {
        self.isbn = isbn
        self.source = source
        self.reason = reason
        self.since = since
    }
}

/// Until when a host is not asked, and why.
package struct StoredCooldown: Hashable, Sendable {
    package var until: Date
    /// Whether the host asked for so long a pause; if not, it failed.
    package var isAsked: Bool

    package init(until: Date, isAsked: Bool) {
        self.until = until
        self.isAsked = isAsked
    }
}

/// The result of asking sources about one ISBN. Sources are identified by their keys.
package struct LookupOutcome: Sendable {
    package var isbn: ISBN
    /// What was found, merged from all sources that know it.
    package var found: Book?
    package var rating: SourceRating?
    /// The sources that answered; their earlier answers are replaced.
    package var answered: [String] = []
    /// Of these, those that definitely don't know it, and until when that is valid.
    package var misses: [String] = []
    /// Of these, those that don't know it or returned an error: they are asked again next time.
    package var uncertainMisses: [String] = []
    package var missesExpire: Date
    /// What is still pending. If nothing is, the ISBN leaves the queue.
    package var pending: [PendingLookup] = []

    package init(isbn: ISBN, missesExpire: Date) {
        self.isbn = isbn
        self.missesExpire = missesExpire
    }
}

extension Store {
    /// Saves the whole result of a look-up, or nothing of it.
    ///
    /// - Returns: the book's card afterwards; `nil` if the store has no such book.
    @discardableResult
    package func save(_ outcome: LookupOutcome, for person: String) throws(CatalogueError) -> BookCard? {
        try write { db in
            try db.save(outcome)
            return try db.card(of: .isbn(outcome.isbn), orNaming: true, for: person)
        }
    }

    /// The same without returning a card.
    package func save(_ outcome: LookupOutcome) throws(CatalogueError) {
        try write { db in try db.save(outcome) }
    }

    /// Queues many look-ups at once, except for books that have a title, and sources that definitely don't know them.
    /// Look-ups that are queued already stay so.
    package func save(waiting lookups: [PendingLookup]) throws(CatalogueError) {
        try write { db in
            for lookup in lookups {
                let book = try db.bookID(.isbn(lookup.isbn))
                try db.run(
                    """
                    INSERT INTO pending (isbn, source, reason, since) SELECT ?1, ?2, ?3, ?4
                    WHERE NOT EXISTS (SELECT 1 FROM book WHERE id = ?5 AND title NOT NULL)
                        AND NOT EXISTS (SELECT 1 FROM miss WHERE isbn = ?1 AND source = ?2 AND until > ?4)
                    ON CONFLICT DO NOTHING
                    """, Int64(lookup.isbn.value), lookup.source, lookup.reason, lookup.since.seconds,
                    book?.value)
            }
        }
    }

    /// Whether a book has a title; `nil` if the store has no such book.
    package func hasTitle(_ isbn: ISBN) throws(CatalogueError) -> Bool? {
        try query { db in try db.book(.isbn(isbn)).map { $0.title != nil } }
    }

    /// The sources that are known not to have an ISBN.
    package func misses(of isbn: ISBN, at moment: Date = .now) throws(CatalogueError) -> [String] {
        try query { db in
            try db.all(
                "SELECT source FROM miss WHERE isbn = ? AND until > ? ORDER BY source", Int64(isbn.value),
                moment.seconds
            ) { $0["source"] }
        }
    }

    /// The longest wait for a host. A longer one was written while the machine's clock was ahead, and is no wait.
    private static let longestWait: TimeInterval = 86_400

    /// Until when hosts have a cooldown; expired ones are omitted.
    package func cooldowns(at moment: Date = .now) throws(CatalogueError) -> [String: StoredCooldown] {
        let cooldowns = try query { db in
            try db.all(
                "SELECT host, until, asked FROM cooldown WHERE until > ? AND until <= ?", moment.seconds,
                (moment + Self.longestWait).seconds
            ) { row in
                (
                    row["host"] as String,
                    StoredCooldown(until: Date(seconds: row["until"]), isAsked: row["asked"])
                )
            }
        }
        return Dictionary(cooldowns) { $1 }
    }

    /// When each host may be asked next. A time in the past tells how much of the burst is available; times more than
    /// a minute ago are omitted.
    package func nextRequestTimes(at moment: Date = .now) throws(CatalogueError) -> [String: Date] {
        let nextRequestTimes = try query { db in
            try db.all(
                "SELECT host, next FROM next_request WHERE next > ? AND next <= ?",
                moment.timeIntervalSince1970 - 60, moment.timeIntervalSince1970 + Self.longestWait
            ) { row in
                (row["host"] as String, Date(timeIntervalSince1970: row["next"]))
            }
        }
        return Dictionary(nextRequestTimes) { $1 }
    }

    /// Replaces earlier ones of the same hosts.
    package func save(nextRequestTimes: [String: Date], at moment: Date = .now) throws(CatalogueError) {
        try write { db in
            try db.run(
                "DELETE FROM next_request WHERE next <= ? OR next > ?", moment.timeIntervalSince1970 - 60,
                moment.timeIntervalSince1970 + Self.longestWait)
            for (host, next) in nextRequestTimes where next > moment - 60 {
                try db.run(
                    """
                    INSERT INTO next_request (host, next) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET next = max(next, excluded.next)
                    """, host, next.timeIntervalSince1970)
            }
        }
    }

    /// Replaces all earlier ones.
    package func save(cooldowns: [String: StoredCooldown]) throws(CatalogueError) {
        try write { db in
            try db.run("DELETE FROM cooldown")
            for (host, cooldown) in cooldowns {
                try db.run(
                    "INSERT INTO cooldown (host, until, asked) VALUES (?, ?, ?)", host,
                    cooldown.until.seconds, cooldown.isAsked)
            }
        }
    }
}

extension Database {
    fileprivate func save(_ outcome: LookupOutcome) throws {
        let number = Int64(outcome.isbn.value)
        if let book = outcome.found {
            let id = try save(book).id
            if let rating = outcome.rating { try save(rating, of: id, under: outcome.isbn) }
        }
        for source in outcome.answered {
            try run("DELETE FROM miss WHERE isbn = ? AND source = ?", number, source)
            try run("DELETE FROM pending WHERE isbn = ? AND source = ?", number, source)
        }
        let misses = outcome.misses.map { ($0, outcome.missesExpire.seconds) }
        for (source, until) in misses + outcome.uncertainMisses.map({ ($0, 0) }) {
            try run(
                "INSERT OR REPLACE INTO miss (isbn, source, until) VALUES (?, ?, ?)", number, source,
                until)
        }
        if outcome.pending.isEmpty { try run("DELETE FROM pending WHERE isbn = ?", number) }
        for lookup in outcome.pending {
            try run(
                """
                INSERT INTO pending (isbn, source, reason, since) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET reason = excluded.reason
                """, number, lookup.source, lookup.reason, lookup.since.seconds)
        }
    }

    /// Replaces a source's earlier rating of the book's work.
    ///
    /// - Parameters:
    ///   - isbn: the ISBN that the source knows the book by. If it is that of a book that was merged into this one, nothing is
    ///     saved: undoing the merge could not part the ratings.
    ///   - renewsDate: whether a rating is also saved if it differs in its date alone.
    func save(_ rating: SourceRating, of id: BookID, under isbn: ISBN?, renewsDate: Bool = true) throws {
        guard try isbn.map({ try storedID(of: .isbn($0)) == id }) ?? true else { return }
        // Not OR REPLACE, which would make SQLite flush the full-text index before each row of an import.
        try run(
            """
            INSERT INTO rating (work, source, average, count, date) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
            SET average = excluded.average, count = excluded.count, date = excluded.date
            WHERE ? OR (average, count) IS NOT (excluded.average, excluded.count)
            """, work(of: id), rating.source, rating.average, rating.count, rating.date.seconds, renewsDate)
    }

    /// Each source's average rating of a book's work, the one with most ratings first.
    func ratings(in batch: CardBatch) throws -> [BookID: [SourceRating]] {
        try grouped(
            batch, "source, average, count, date",
            """
            book ON book.id = asked.value CROSS JOIN rating ON rating.work = book.work
            ORDER BY count DESC, source
            """
        ) {
            SourceRating(
                source: $0["source"], average: $0["average"], count: $0["count"],
                date: Date(seconds: $0["date"]))
        }
    }
}
