#if Server
// All books as pages and over the JSON API: links work, parameters are checked, and nobody sees another's
// lists.
import Accounts
import Books
import Catalogue
import CatalogueAPI
import Foundation
import Testing

@testable import Server

struct BrowseTests {
    private static func fill(_ site: TestSite, count: Int = 3) throws {
        for place in 1...count {
            var book = Book(
                title: "Book \(place)",
                contributors: [Contributor(name: place % 2 == 1 ? "Ada Okafor" : "Bo & Co")],
                series: "Lights", seriesNumber: "\(count + 1 - place)", year: 1990 + place % 20,
                language: "eng")
            book.tags = ["sea"]
            book.credit(Origin(.edited, "Maria"))
            try site.store.save(book)
        }
    }

    /// The targets of a page's links.
    private static func links(_ page: Answer) -> [String] {
        page.text.matches(of: /href="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
    }

    /// The titles below covers, in order.
    private static func titles(_ page: Answer) -> [String] {
        page.text.matches(of: /class="title"[^>]*>([^<]*)</).map { String($0.1) }
    }

    @Test func `pages follow one another in each order, and back`() async throws {
        try await TestSite.with { site in
            try Self.fill(site, count: 100)
            let maria = try await site.visitor("Maria")
            for sort in BrowseQuery.Sort.allCases {
                var page = try await maria.get("/books?sort=\(sort)&language=en")
                #expect(page.text.contains("100 books"))
                var titles = Self.titles(page)
                while let next = Self.links(page).first(where: { $0.contains("after=") }) {
                    #expect(next.contains("language=en"))
                    page = try await maria.get(next)
                    titles += Self.titles(page)
                }
                #expect(titles.count == 100 && Set(titles).count == 100, "\(sort)")
                let back = try #require(Self.links(page).first { $0.contains("before=") })
                #expect(try await Self.titles(maria.get(back)) == Array(titles[48..<96]), "\(sort)")
            }
        }
    }

    @Test func `every link of the pages leads to a page`() async throws {
        try await TestSite.with { site in
            try Self.fill(site)
            try site.store.set(copies: 1, shelf: "B & 1", of: .id(BookID(1)), on: "owned")
            let maria = try await site.visitor("Maria")
            var seen: Set<String> = []
            var left = [
                "/", "/books", "/books?view=rows&sort=year", "/authors", "/series", "/tags",
                "/author?name=Nobody",
                "/series?name=None", "/books?tag=none", "/books?year=1700&unread=1",
            ]
            while let path = left.popLast(), seen.count < 300 {
                guard seen.insert(path).inserted else { continue }
                let page = try await maria.get(path)
                #expect(page.status == 200, "\(path)")
                let isBrowsing = ["/books?", "/author", "/series", "/tags"].contains(where: path.hasPrefix)
                guard isBrowsing || ["/", "/books", "/books/id:1"].contains(path) else { continue }
                left += Self.links(page).filter { $0.hasPrefix("/") && !$0.contains(".css") }
            }
            for path in [
                "/author?name=Bo%20%26%20Co", "/series?name=Lights", "/books?tag=sea", "/books/id:1",
            ] {
                #expect(seen.contains(path), "\(path) in \(seen.sorted())")
            }
        }
    }

    @Test func `a series is in the order of its numbers, an author's books begin with the latest`()
        async throws
    {
        try await TestSite.with { site in
            try Self.fill(site)
            let maria = try await site.visitor("Maria")
            #expect(
                try await Self.titles(maria.get("/series?name=Lights")) == [
                    "1. Book 3", "2. Book 2", "3. Book 1",
                ])
            #expect(
                try await Self.titles(maria.get("/author?name=Ada%20Okafor")) == ["Book 3", "Book 1"])
        }
    }

    @Test(arguments: [
        "sort=size", "view=list", "after=x", "before=k.x", "unread=2", "lent=no", "sort=year&after=kAA.1",
        "year=x",
        "year=2000-1990", "year=2000..1990", "year=1-2-3", "year=-", "year=99999",
    ]) func `what is no order, filter or place is refused`(_ query: String) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            #expect([400, 422].contains(try await maria.get("/books?\(query)").status))
        }
    }

    @Test(arguments: [
        ("language=eng", "language=en", "en", ["English"]),
        ("language=EN-gb", "language=en", "en", ["English"]),
        ("language=tlh", "language=tlh", "tlh", ["Klingon"]),
        ("language=qqx", "language=qqx", "qqx", ["language qqx"]),
        ("list=Currently+Reading", "list=reading", "reading", ["list reading"]),
        ("list=SEA", "list=SEA", "Sea", ["list SEA"]),
        ("mine=beach", "mine=beach", "Beach", ["my list beach"]),
        ("reader=Maria", "reader=Maria", "Maria", ["read by Maria"]),
    ])
    func `filters of an address are chosen in the form`(
        query: String, usual: String, chosen: String, chips: [String]
    ) async throws {
        try await TestSite.with { site in
            try Self.fill(site)
            let maria = try await site.visitor("Maria")
            _ = try site.store.add([.id(BookID(1))], to: "Sea")
            try site.store.add([.id(BookID(1))], to: "Beach", of: "Maria")
            let page = try await maria.get("/books?\(query)")
            #expect(
                page.text.matches(of: /<option value="([^"]*)" selected>/).map { String($0.1) } == [chosen])
            #expect(page.text.matches(of: /<bdi>([^<]*)<\/bdi> <span/).map { String($0.1) } == chips)
            #expect(Self.links(page).contains("/books?\(usual)&sort=year"))
            let isHere = chosen == "en" || query.hasPrefix("list=S") || query.hasPrefix("mine")
            #expect(Self.titles(page).isEmpty == !isHere)
        }
    }

    @Test func `a form's empty fields don't stand in the address`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let answer = try await maria.get("/books?list=&reader=&place=&year=1990-1999&unread=1&sort=year")
            #expect(answer.status == 303 && answer["location"] == "/books?year=1990-1999&unread=1&sort=year")
        }
    }

    @Test func `years before Christ are negative`() async throws {
        try await TestSite.with { site in
            for year in ["-50", "-44", "44"] {
                try site.store.add(BookEdit([.title: ["Of \(year)"], .year: [year]]))
            }
            let maria = try await site.visitor("Maria")
            #expect(try await maria.get("/figures?by=year").text.contains("href=\"/books?year=-44\""))
            for (years, titles) in [
                ("-44", ["Of -44"]), ("-50..-44", ["Of -44", "Of -50"]), ("..-45", ["Of -50"]),
                ("-44-", ["Of 44", "Of -44"]), ("44", ["Of 44"]),
            ] {
                let page = try await maria.get("/books?year=\(years)&sort=year")
                #expect(Self.titles(page) == titles, "\(years)")
            }
        }
    }

    @Test func `years are also written as on the command line`() async throws {
        try await TestSite.with { site in
            try Self.fill(site)
            let maria = try await site.visitor("Maria")
            let dashed = try await Self.titles(maria.get("/books?year=1990-2000&sort=year"))
            #expect(try await Self.titles(maria.get("/books?year=1990..2000&sort=year")) == dashed)
            #expect(!dashed.isEmpty)
        }
    }

    @Test func `own lists are for their owner`() async throws {
        try await TestSite.with { site in
            try Self.fill(site)
            let (maria, ion) = (try await site.visitor("Maria"), try await site.visitor("Ion"))
            try site.store.add([.id(BookID(1))], to: "secret", of: "Maria")
            try site.store.add([.id(BookID(2))], to: "lent", of: "Maria")
            for (visitor, count) in [(maria, "1 book"), (ion, "0 books")] {
                for query in ["mine=secret", "lent=1"] {
                    #expect(try await visitor.get("/books?\(query)").text.contains(">\(count)<"), "\(query)")
                }
                #expect(try await visitor.get("/books?list=secret").text.contains(">0 books<"))
            }
            #expect(try await maria.get("/books").text.contains(">secret</option>"))
            #expect(try await !ion.get("/books").text.contains("secret"))
        }
    }

    @Test func `programs list books in the same orders, with the same filters`() async throws {
        try await TestSite.with { site in
            try Self.fill(site, count: 7)
            let maria = try await site.account("Maria")
            let secret = Secret()
            try site.store.makeToken(secret.hash, name: "test", of: maria.id)
            let bearer = ["Authorization": "Bearer \(secret.text)"]
            func listed(_ query: String) async throws -> KeptBooksMessage {
                let answer = try await site.visitor().get("/api/v1/books?\(query)", bearer)
                return try SiteAPI.decoder.decode(KeptBooksMessage.self, from: Data(answer.text.utf8))
            }
            var (titles, after) = ([String](), "")
            repeat {
                let page = try await listed("sort=year&limit=3\(after)")
                #expect(page.count == 7 && page.isCountCut == false && page.books.count <= 3)
                titles += page.books.compactMap(\.book.title)
                after = page.next.map { "&after=\($0)" } ?? ""
            } while !after.isEmpty
            #expect(titles == (1...7).reversed().map { "Book \($0)" })
            let filtered = try await listed("author=Bo%20%26%20Co&year=1990-1994").books
            #expect(filtered.compactMap(\.book.title) == ["Book 2", "Book 4"])
            // As before: in the order in which they were added.
            let all = try await listed("after=5")
            #expect(all.books.compactMap(\.book.title) == ["Book 6", "Book 7"] && all.count == nil)
            for wrong in [
                "sort=size", "sort=", "sort=title&limit=0", "sort=title&limit=501", "limit=501",
                "sort=title&after=7",
                "after=k",
            ] {
                #expect(
                    try await site.visitor().get("/api/v1/books?\(wrong)", bearer).status == 400, "\(wrong)")
            }
        }
    }
}
#endif
