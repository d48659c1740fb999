// Rankings by what people do with books.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreTopTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    @Test func `works are ranked by comments, lists and photos, of a time and a language`() throws {
        let (one, two) = ("9780306406157", "9780439023481")
        try store.save(Book(isbn: isbn(one), title: "Atlas", language: "ger").credited(.source))
        try store.save(Book(isbn: isbn(two), title: "Hunger", language: "eng").credited(.source))
        for (day, text) in [(1, "Old."), (2, "Older."), (40, "New.")] {
            var comment = Comment(person: "ion", text: text)
            comment.written = Date(seconds: Int64(day) * 86_400)
            try store.add(comment, to: reference(day == 40 ? two : one))
        }
        try store.add(Comment(person: "ion", text: "Mine.", isPrivate: true), to: reference(two))
        func top(_ measure: TopQuery.Measure, since: Int64? = nil, _ language: String? = nil) throws
            -> [String]
        {
            let day = since.flatMap { Day(Date(seconds: $0 * 86_400), in: .gmt) }.map(PartialDate.init)
            let query = TopQuery(measure, since: day, language: language, limit: 9)
            return try store.top(query).map { "\($0.book.title ?? "") \($0.count)" }
        }
        #expect(try top(.comments) == ["Atlas 2", "Hunger 1"])
        #expect(try top(.comments, since: 30) == ["Hunger 1"])
        #expect(try top(.comments, "de") == ["Atlas 2"] && top(.comments, "eng") == ["Hunger 1"])
        #expect(try top(.comments, "none").isEmpty)
        try store.add([reference(two)], to: "owned")
        try store.add([reference(two)], to: "gifts", of: "Maria")
        try store.add([reference(one)], to: "wanted")
        #expect(try top(.lists) == ["Hunger 2", "Atlas 1"])
        let shared = TopQuery(.lists, countsPersonalLists: false, limit: 9)
        #expect(try store.top(shared).map(\.count) == [1, 1])
        #expect(try top(.scans).isEmpty && top(.rating).isEmpty)
        try store.add(Comment(person: "ion", rating: Rating(2)), to: reference(one))
        #expect(try top(.rating) == ["Atlas 1"] && top(.rating, since: 1) == ["Atlas 1"])
        #expect(try top(.rating, since: 1 << 20).isEmpty)
    }

    @Test(arguments: [(nil, 0), ("2026-03-13", 2), ("2026-03-14", 2), ("2026-03-15", 0), ("2027", 0)])
    func `a comment counts from the day on that it has here, or in its file`(since: String?, count: Int)
        throws
    {
        let book = try reference("9780306406157")
        try store.save(isbn("9780306406157"))
        var comment = Comment(person: "ion", rating: Rating(4), text: "Said at half past midnight.")
        // The fourteenth in Los Angeles, the fifteenth in UTC.
        comment.written = try Date("2026-03-15T00:30:00Z", strategy: .iso8601)
        try store.add(comment, to: book)
        var imported = Comment(
            person: "ana", rating: Rating(4), text: "Read.", writtenOn: PartialDate("2026-03-14"))
        imported.written = try #require(PartialDate("2026-03-14")?.beginning)
        try store.add(imported, to: book)
        let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        for measure in [TopQuery.Measure.comments, .rating] {
            let query = TopQuery(measure, since: since.flatMap { PartialDate($0) }, in: zone, limit: 9)
            #expect(try store.top(query).map(\.count) == (since == nil ? [2] : count > 0 ? [count] : []))
        }
        let inUTC = TopQuery(.comments, since: PartialDate("2026-03-15"), limit: 9)
        #expect(try store.top(inUTC).map(\.count) == [1])
    }

    @Test(arguments: [nil, PartialDate("2026-03-14")])
    func `rankings read no rows of loans or photos, and few of comments`(since: PartialDate?) throws {
        for (measure, table) in [(TopQuery.Measure.comments, "comment"), (.loans, "loan"), (.scans, "photo")]
        {
            let query = TopQuery(measure, since: since, limit: 9)
            let sql = try store.statements { _ = try store.top(query) }.first { $0.contains("sums") }
            // SCAN or SEARCH, the table, and the index.
            let steps = try store.plan(of: #require(sql))
                .filter { $0.split(separator: " ").dropFirst().first.map(String.init) == table }
            // Whether a comment is public is not in an index.
            let index = measure == .comments ? "INDEX comment_text" : "COVERING INDEX"
            #expect(steps.allSatisfy { $0.contains(index) }, "\(measure): \(steps)")
            #expect(steps.isEmpty == (measure == .scans && since == nil), "\(measure)")
        }
    }
}
