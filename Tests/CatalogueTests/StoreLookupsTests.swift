// What a look-up stores: everything or nothing.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreLookupsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private let now = Date(timeIntervalSince1970: 1_760_000_000)

    private func outcome(
        _ number: String, answered: [String] = [], misses: [String] = [],
        pending: [(source: String, reason: String, since: Date)] = []
    ) throws -> LookupOutcome {
        var outcome = LookupOutcome(isbn: try isbn(number), missesExpire: now + 10)
        outcome.answered = answered
        outcome.misses = misses
        outcome.pending = pending.map {
            PendingLookup(isbn: outcome.isbn, source: $0.source, reason: $0.reason, since: $0.since)
        }
        return outcome
    }

    @Test func `miss is forgotten when its time is over`() throws {
        let number = "9780439023481"
        try store.save(outcome(number, answered: ["bnf", "dnb"], misses: ["bnf", "dnb"]), for: "ion")
        #expect(try store.misses(of: isbn(number), at: now) == ["bnf", "dnb"])
        #expect(try store.misses(of: isbn(number), at: now + 10) == [])
        #expect(try store.misses(of: isbn("9780439554930"), at: now) == [])
    }

    @Test func `later answer takes the place of a miss`() throws {
        let number = "9780439023481"
        try store.save(outcome(number, answered: ["bnf", "dnb"], misses: ["bnf", "dnb"]), for: "ion")
        try store.save(outcome(number, answered: ["dnb"]), for: "ion")
        #expect(try store.misses(of: isbn(number), at: now) == ["bnf"])
    }

    @Test func `pending look-ups are kept until answered`() throws {
        let number = "9780439023481"
        let late = try outcome("9780439554930", pending: [("bnf", "timed-out", now + 5)])
        try store.save(late, for: "ion")
        try store.save(
            outcome(number, pending: [("dnb", "timed-out", now), ("bnf", "offline", now + 1)]), for: "ion")
        try store.save(
            outcome(number, answered: ["bnf"], pending: [("dnb", "refused", now + 9)]), for: "ion")
        let first = PendingLookup(isbn: try isbn(number), source: "dnb", reason: "refused", since: now)
        #expect(try store.pendingLookups() == [first] + late.pending)
        try store.save(outcome(number), for: "ion")
        #expect(try store.pendingLookups() == late.pending)
    }

    @Test func `later rating replaces an earlier one of the source`() throws {
        let rating = SourceRating(source: "Open Library", average: 4.3, count: 4780, date: now)
        let others = [
            SourceRating(source: "Open Library", average: 1, count: 1, date: now),
            SourceRating(source: "Elsewhere", average: 3, count: 9, date: now),
        ]
        var card: BookCard?
        for rating in others + [rating] {
            var outcome = try outcome("9780439023481")
            outcome.found = Book(isbn: outcome.isbn)
            outcome.rating = rating
            card = try store.save(outcome, for: "ion")
        }
        #expect(card?.ratings == [rating, others[1]])
    }

    @Test func `outcome is one write and gives the card`() throws {
        var outcome = try outcome("9780439023481", answered: ["dnb", "bnf"], misses: ["bnf"])
        outcome.found = Book(isbn: outcome.isbn, title: "T").credited(.source)
        outcome.rating = SourceRating(source: "Open Library", average: 4.3, count: 4780, date: now)
        var card: BookCard?
        let statements = try store.statements { card = try store.save(outcome, for: "ion") }
        #expect(card?.book.title == "T" && card?.ratings.count == 1)
        #expect(statements.first == "BEGIN IMMEDIATE TRANSACTION")
        // Statements of the full-text index at a commit follow the commit's own line.
        #expect(statements.count { $0.hasPrefix("BEGIN") } == 1)
        #expect(statements.count { $0.hasPrefix("COMMIT") } == 1)
    }

    @Test func `outcome that cannot be kept leaves nothing`() throws {
        // Its last statement fails.
        try store.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE INSERT ON pending BEGIN SELECT RAISE(ABORT, 'refused'); END
                    """)
        }
        var outcome = try outcome(
            "9780439023481", answered: ["bnf"], misses: ["bnf"], pending: [("dnb", "timed-out", now)])
        outcome.found = Book(isbn: outcome.isbn, title: "T").credited(.source)
        outcome.rating = SourceRating(source: "Open Library", average: 4.3, count: 4780, date: now)
        #expect(throws: CatalogueError.self) { try store.save(outcome, for: "ion") }
        #expect(try store.book(.isbn(outcome.isbn)) == nil)
        #expect(try store.misses(of: outcome.isbn, at: now) == [])
    }

    @Test func `a clock that was ahead delays no later request`() throws {
        let ahead = now + 365 * 86_400
        try store.save(cooldowns: ["dnb.example": StoredCooldown(until: ahead + 60, isAsked: true)])
        try store.save(nextRequestTimes: ["bnf.example": ahead + 2], at: ahead)
        #expect(try store.cooldowns(at: now) == [:] && store.nextRequestTimes(at: now) == [:])
        try store.save(nextRequestTimes: ["bnf.example": now + 2], at: now)
        #expect(try store.nextRequestTimes(at: now) == ["bnf.example": now + 2])
    }

    @Test func `cooldowns and request times of an older store are kept`() throws {
        let path = temporary.folder.appending(path: "old.sqlite").path
        try OldStore.make(
            at: path, version: 27,
            """
            INSERT INTO rest (host, until, asked) VALUES ('dnb.example', 1760000060, 0);
            INSERT INTO turn (host, next) VALUES ('bnf.example', 1760000002);
            """)
        let store = try Store(path: path)
        #expect(
            try store.cooldowns(at: now) == ["dnb.example": StoredCooldown(until: now + 60, isAsked: false)])
        #expect(try store.nextRequestTimes(at: now) == ["bnf.example": now + 2])
        #expect(try store.check() == [])
    }
}
