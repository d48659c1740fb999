// The look-up of one book: which source is next, and what is stored.
import Books
import Catalogue
import Foundation
import Providers
import Testing

@testable import Lookup

struct LookupTaskTests {
    private let isbn: ISBN
    private var task: LookupTask

    init() throws {
        isbn = try ISBN("9780306406157")
        task = LookupTask(isbn: isbn, sources: ["a", "b", "c"].map(FakeSource.init), unknownTo: ["Z"])
    }

    private func found(_ title: String, publisher: String? = nil, from source: String) -> SourceAnswer {
        var book = Book(
            isbn: isbn, title: title, contributors: [Contributor(name: "Maria Novak")], publisher: publisher,
            year: 1998)
        book.credit(Origin(.fetched, source))
        return .found(
            SourceRecord(book: book, rating: SourceRating(source: source, average: 4, count: 9)))
    }

    /// Asks the next source, which answers.
    private mutating func take(_ answer: SourceAnswer) throws {
        let source = task.proceed()
        task.take(answer, from: try #require(source))
    }

    private var outcome: LookupOutcome { task.outcome(missesExpire: Date(timeIntervalSince1970: 9)) }

    @Test mutating func `a complete record ends the look-up`() throws {
        try take(found("T", publisher: "P", from: "A"))
        #expect(!task.hasNext)
        #expect(outcome.found?.title == "T" && outcome.answered == ["a"])
    }

    @Test mutating func `later sources fill what is missing`() throws {
        try take(found("The Lantern Atlas", from: "A"))
        #expect(task.needsNext && !task.isSettled)
        try take(found("Lantern atlas : a guide", publisher: "P", from: "B"))
        #expect(!task.hasNext && task.contradictions.isEmpty)
        #expect(outcome.found?.title == "The Lantern Atlas" && outcome.found?.publisher == "P")
        #expect(outcome.found?.origins[.publisher]?.source == "B")
        #expect(outcome.rating?.source == "A")
        #expect(outcome.answered == ["a", "b"])
    }

    @Test mutating func `a source that has another book under the ISBN fills nothing`() throws {
        try take(found("The Lantern Atlas", from: "A"))
        try take(found("Salt Roads", publisher: "P", from: "B"))
        #expect(outcome.found?.title == "The Lantern Atlas" && outcome.found?.publisher == nil)
        #expect(task.contradictions == [.init(source: "B", title: "Salt Roads")] && task.hasNext)
        #expect(outcome.answered == ["a", "b"] && outcome.misses.isEmpty && outcome.pending.isEmpty)
        try take(found("Lantern Atlas", publisher: "Q", from: "C"))
        #expect(outcome.found?.publisher == "Q" && task.isSettled)
    }

    @Test mutating func `only firm misses are remembered`() throws {
        try take(.unknown(isFirm: true))
        try take(.unknown(isFirm: false))
        try take(.unknown(isFirm: true))
        #expect(!task.hasNext && !task.isWaiting)
        #expect(task.unknownTo == ["Z", "A", "B", "C"])
        #expect(outcome.answered == ["a", "b", "c"] && outcome.misses == ["a", "c"])
        #expect(outcome.pending == [] && outcome.found == nil)
    }

    @Test mutating func `a source that could not be asked is pending unless the book is found`() throws {
        try take(.notAsked(.status(host: "a", 503)))
        try take(.notAsked(.unanswered))
        #expect(task.isWaiting)
        #expect(outcome.pending.map(\.source) == ["a", "b"])
        #expect(outcome.pending.map(\.reason) == ["http-503", "unanswered"])
        try take(found("T", from: "C"))
        #expect(!task.isWaiting && outcome.pending == [])
        #expect(task.failures.map(\.unasked.source) == ["A", "B"])
    }

    @Test func `offline, all look-ups are pending`() {
        let offline = task.offline
        #expect(!offline.hasNext && offline.isWaiting)
        #expect(offline.failures.map(\.unasked.cause) == [.offline, .offline, .offline])
    }
}
