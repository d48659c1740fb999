import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreLookupsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private let now = Date(timeIntervalSince1970: 1_760_000_000)

    @Test func missIsForgottenWhenItsTimeIsOver() throws {
        let number = try isbn("9780439023481")
        try store.rememberMiss(of: number, at: "DNB", until: now + 10)
        try store.rememberMiss(of: number, at: "BnF", until: now + 20)
        #expect(try store.misses(of: number, at: now) == ["BnF", "DNB"])
        #expect(try store.misses(of: number, at: now + 10) == ["BnF"])
        #expect(try store.misses(of: isbn("9780439554930"), at: now) == [])
        try store.forgetMisses(of: number)
        #expect(try store.misses(of: number, at: now) == [])
    }

    @Test func whatWaitsIsKeptUntilAnswered() throws {
        let number = try isbn("9780439023481")
        let late = PendingLookup(
            isbn: try isbn("9780439554930"), source: "BnF", reason: "timed out", since: now + 5)
        try store.postpone(late)
        try store.postpone(PendingLookup(isbn: number, source: "DNB", reason: "timed out", since: now))
        try store.postpone(PendingLookup(isbn: number, source: "DNB", reason: "refused", since: now + 9))
        #expect(
            try store.pendingLookups()
                == [PendingLookup(isbn: number, source: "DNB", reason: "refused", since: now), late])
        try store.settle(number)
        #expect(try store.pendingLookups() == [late])
        try store.rememberMiss(of: late.isbn, at: "BnF", until: now + 100)
        #expect(try store.pendingLookups() == [])
    }

    @Test func laterRatingsReplaceEarlierOnesOfTheSource() throws {
        let id = try #require(try store.save(Book(isbn: isbn("9780439023481"))).book.id)
        let ratings = ReaderRatings(source: "Open Library", average: 4.3, count: 4780, date: now)
        try store.save(ReaderRatings(source: "Open Library", average: 1, count: 1, date: now), of: id)
        try store.save(ratings, of: id)
        try store.save(ReaderRatings(source: "Elsewhere", average: 3, count: 9, date: now), of: id)
        #expect(try store.ratings(of: id).map(\.source) == ["Open Library", "Elsewhere"])
        #expect(try store.ratings(of: id).first == ratings)
    }
}
