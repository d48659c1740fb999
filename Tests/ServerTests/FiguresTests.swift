#if Server
// Rankings and figures on pages: the numbers of the command line, without what is somebody's own.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct FiguresTests {
    private static let (atlas, hunger) = ("9780306406157", "9780439023481")

    private static func fill(_ site: TestSite) throws {
        for (isbn, title, language, year) in [(atlas, "Atlas", "ger", 1994), (hunger, "Hunger", "eng", 2008)]
        {
            var book = Book(
                isbn: try ISBN(isbn), title: title, publisher: "Plenum", year: year, language: language)
            book.credit(Origin(.fetched, "Open Library"))
            try site.store.save(book)
        }
    }

    /// The titles of a ranking, in order, each with what is said of its count.
    private static func ranked(_ page: Answer) -> [String] {
        page.text.matches(of: /<li>.*?dir="auto">([^<]*)<\/a>.*?class="small">([^<]*)</.dotMatchesNewlines())
            .map { "\($0.1): \($0.2)" }
    }

    /// The rows of the table.
    private static func counts(_ page: Answer) -> [String] {
        page.text.matches(of: /<bdi>([^<]*)<\/bdi>(?:<\/a>)?<\/th><td>([^<]*)</).map { "\($0.1) \($0.2)" }
    }

    @Test func `books are ranked in each order, of a time and a language`() async throws {
        try await TestSite.with { site in
            try Self.fill(site)
            let maria = try await site.visitor("Maria")
            for (day, isbn) in [(1, Self.atlas), (2, Self.atlas), (40, Self.hunger)] {
                var comment = Comment(person: "ion", rating: Rating(4), text: "Read.")
                comment.written = Date(timeIntervalSince1970: Double(day) * 86_400)
                try site.store.add(comment, to: BookSpecifier(isbn))
            }
            try site.store.add([BookSpecifier(Self.hunger)], to: "owned")
            func ranked(_ query: String) async throws -> [String] {
                try await Self.ranked(maria.get("/liked?\(query)"))
            }
            #expect(try await ranked("by=comments") == ["Atlas: 2 comments", "Hunger: 1 comment"])
            #expect(try await ranked("by=comments&since=1970-02") == ["Hunger: 1 comment"])
            #expect(try await ranked("by=comments&language=de&since=") == ["Atlas: 2 comments"])
            #expect(try await ranked("by=lists") == ["Hunger: 1 list"])
            #expect(
                try await ranked("") == ["Atlas: 4, 1 rating, weighted 4", "Hunger: 4, 1 rating, weighted 4"])
            for measure in TopQuery.Measure.allCases {
                let known = try site.store.top(
                    TopQuery(measure, countsPersonalLists: false, limit: 100)
                ).count
                #expect(try await ranked("by=\(measure)").count == known, "\(measure)")
            }
            // Another order keeps the filters.
            let page = try await maria.get("/liked?by=comments&since=1970-02&language=eng").text
            #expect(page.contains("/liked?by=lists&amp;since=1970-02&amp;language=en"))
            #expect(page.matches(of: /<option value="eng?"/).count == 1)
        }
    }

    @Test func `a mean rating stands beside the weighted one`() async throws {
        try await TestSite.with { site in
            try Self.fill(site)
            for (isbn, stars) in [(Self.atlas, 5.0), (Self.hunger, 1.0)] {
                try site.store.add(
                    Comment(person: "ion", rating: Rating(stars), text: "Read."), to: BookSpecifier(isbn))
            }
            // Five ratings at the mean of 3 are added to each.
            let maria = try await site.visitor("Maria")
            #expect(
                try await Self.ranked(maria.get("/liked"))
                    == ["Atlas: 5, 1 rating, weighted 3.3", "Hunger: 1, 1 rating, weighted 2.7"])
        }
    }

    @Test func `a personal list does not tell that it has a book`() async throws {
        try await TestSite.with { site in
            try Self.fill(site)
            let (maria, ion) = (try await site.visitor("Maria"), try await site.visitor("Ion"))
            try site.store.add([BookSpecifier(Self.atlas)], to: "gifts", of: "Maria")
            for visitor in [maria, ion] {
                #expect(try await Self.ranked(visitor.get("/liked?by=lists")) == [])
            }
            // Whoever has the file sees all of it.
            #expect(try site.store.top(TopQuery(.lists, limit: 9)).count == 1)
        }
    }

    @Test(arguments: ["/liked?by=size", "/liked?since=yesterday", "/figures?by=size", "/figures/chart?by=x"])
    func `what is no order or date is refused`(_ path: String) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            #expect([400, 422].contains(try await maria.get(path).status))
        }
    }

    @Test func `figures are those of the command line, in words`() async throws {
        try await TestSite.with { site in
            try Self.fill(site)
            try site.store.add(BookEdit([.title: ["No facts"]]))
            try site.store.mark(
                [BookSpecifier(Self.atlas)], as: .read, by: "Ion", on: PartialDate("2026-03-14"))
            let maria = try await site.visitor("Maria")
            func counts(_ key: StatisticsKey) async throws -> [String] {
                try await Self.counts(maria.get("/figures?by=\(key)"))
            }
            #expect(try await counts(.year) == ["1994 1", "2008 1", "unknown 1"])
            #expect(try await counts(.publisher) == ["Plenum 2", "unknown 1"])
            #expect(try await counts(.language) == ["German 1", "English 1", "unknown 1"])
            #expect(try await counts(.source) == ["Open Library 2", "entered by hand 1"])
            #expect(try await counts(.reading) == ["Mar 2026 1"])
            for key in StatisticsKey.allCases {
                #expect(try await counts(key).count == site.store.statistics(by: key).count, "\(key)")
            }
        }
    }

    @Test func `a year and a language lead to as many books`() async throws {
        try await TestSite.with { site in
            try Self.fill(site)
            let maria = try await site.visitor("Maria")
            for (key, link) in [("year", "/books?year=1994"), ("language", "/books?language=de")] {
                #expect(try await maria.get("/figures?by=\(key)").text.contains("href=\"\(link)\""))
                #expect(try await maria.get(link).text.contains(">1 book<"))
            }
        }
    }

    @Test func `the chart is a picture of the page's rows`() async throws {
        try await TestSite.with { site in
            for year in 1900..<1960 {
                try site.store.add(BookEdit([.title: ["\(year)"], .year: ["\(year)"]]))
            }
            let maria = try await site.visitor("Maria")
            let page = try await maria.get("/figures?by=year&from=50")
            #expect(Self.counts(page) == (1950..<1960).map { "\($0) 1" })
            #expect(page.text.contains("src=\"/figures/chart?by=year&amp;from=50\""))
            let beyond = try await maria.get("/figures?by=year&from=99999")
            #expect(Self.counts(beyond) == Self.counts(page), "the last page")
            let chart = try await maria.get("/figures/chart?by=year&from=50")
            #expect(chart["content-type"] == "image/svg+xml")
            #expect(chart.text.contains(">1959<") && !chart.text.contains(">1949<"))
            #expect(page.text.contains("srcset=\"/figures/chart?by=year&amp;from=50&amp;theme=dark\""))
            let dark = try await maria.get("/figures/chart?by=year&from=50&theme=dark").text
            #expect(chart.text.contains("fill=\"#fff\"") && !dark.contains("fill=\"#fff\""))
            let german = try await maria.get("/figures/chart?by=year", ["Accept-Language": "de"])
            #expect(german.text.contains(">Jahr<"))
        }
    }
}
#endif
