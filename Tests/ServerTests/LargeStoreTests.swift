#if Server
// Every page and response with a store of 100,000 books: none may read without limit, or return megabytes.
import Accounts
import Books
import CatalogueAPI
import CatalogueClient
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Server

struct LargeStoreTests {
    private static let count = 100_000
    /// Tables with 20,000 rows of one person.
    private static let own = ["personal_entry", "reading", "change"]

    /// Books whose titles share common words; the first 2,000 are editions of one work with 3,000 comments, and all
    /// are on a shared list and on a personal one of `person`.
    private static func fill(_ store: Store, person: String) throws {
        try store.write { db in
            let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
            let stem = "978000000000 + n.i"
            // Weights 1 and 3 alternating, from the left.
            let sum: String = (0..<12).map { place -> String in
                let power = String(repeating: "0", count: 11 - place)
                return "\(place.isMultiple(of: 2) ? 1 : 3) * ((\(stem)) / 1\(power) % 10)"
            }.joined(separator: " + ")
            let title = "'The t book of a ' || char(97 + n.i % 26) || ' number ' || n.i"
            for (table, values) in [
                ("work (id)", "n.i"),
                (
                    "book (id, isbn, work, title, year, added)",
                    "n.i, (\(stem)) * 10 + (10 - (\(sum)) % 10) % 10, max(n.i - 1999, 1), \(title), 1900 + n.i % 120, n.i"
                ),
                (
                    "contributor (book, position, name, role)",
                    "n.i, 0, 'Anna T. Author ' || n.i % 500, 'author'"
                ),
                (
                    "search (rowid, title, contributors, publisher, comments)",
                    "n.i, \(title), 'Anna T. Author ' || n.i % 500, 'The Press', ''"
                ),
                ("list_entry (list, book, added)", "(SELECT id FROM list WHERE name = 'owned'), n.i, n.i"),
                (
                    "personal_entry (person, key, book, name, added)",
                    "'\(person)', 'owned', n.i, 'owned', n.i"
                ),
                ("reading (book, person, state, added)", "n.i, '\(person)', 'read', n.i"),
                ("change (person, action, date)", "'\(person)', 'put_on_list', n.i"),
                ("change_row (change, kind, book)", "n.i, 'list_entry', n.i"),
            ] {
                try db.run(
                    "INSERT INTO \(table) \(numbers) SELECT \(values) FROM n LIMIT \(Self.own.contains { table.hasPrefix($0) } ? 20_000 : Self.count)"
                )
            }
            try db.run(
                """
                INSERT INTO account (name, key, role, made) \(numbers)
                SELECT 'Reader ' || n.i, 'reader ' || n.i, 'librarian', 0 FROM n LIMIT 2000
                """)
            try db.run(
                """
                INSERT INTO upload (id, account, key, name, state, made) \(numbers)
                SELECT printf('%043d', n.i), n.i + 1, n.i, 'a.jpg', 'review', n.i FROM n LIMIT 1900
                """)
            try db.run(
                """
                INSERT INTO comment (book, author, text, spoiler, private, written, rating)
                \(numbers) SELECT n.i % 2000 + 1, iif(n.i % 2, '\(person)', 'Reader ' || n.i % 300),
                    'Said of the t book', 0, 0, n.i, n.i % 11 FROM n LIMIT 3000
                """)
            try db.run("DELETE FROM order_version")
            try db.renewOrder()
        }
    }

    /// Inputs of readers and clients.
    private static let words = [
        "t", String(repeating: "t ", count: 1000), "the t a of book number", "a* b* c* d* e* f* g*",
        "1 2 3 4 5 6 7 8 9",
        (1...200).map { "w\($0)" }.joined(separator: " "), String(repeating: "a-b.", count: 300), "author",
    ]

    private static func paths(_ book: String) -> [String] {
        let asked = words.map(\.queryPart)
        let pages = RouteTests.rows.filter { $0.method == "GET" && !$0.path.contains(":id") }.map(\.path)
            .filter { !["/live", "/**", "/list", "/author", "/export/:format"].contains($0) }
        let typed = asked.flatMap { words in
            [
                "/search?q=\(words)", "/isbn?q=\(words)", "/api/v1/search?limit=10000&words=\(words)",
                "/api/v1/search?words=a&author=\(words)", "/api/v1/search?list=owned&words=\(words)",
            ]
        }
        let further = [
            "/list?of=me&name=owned", "/list?of=shared&name=owned", "/list?of=shared&name=owned&from=99950",
            "/list?of=reading&name=read", "/list?of=me&name=owned&from=9223372036854775807",
            "/books/\(book)?from=2950", "/people?from=1950", "/review?from=1850", "/review?from=\(Int.max)",
            "/books/id:1999", "/books/id:99999", "/mine?from=1450", "/books?sort=rating&view=rows&mine=owned",
            "/books?list=owned&unread=1&lent=1&sort=author", "/books?year=1950-1960&reader=Maria&sort=added",
            "/liked?by=lists", "/liked?by=comments&since=1970", "/figures?by=publisher", "/figures?by=group",
            "/figures/chart?by=source&from=9223372036854775807",
            "/author?name=Anna%20T.%20Author%201", "/series?name=a", "/tags?from=a", "/authors?after=B",
            "/api/v1/books?after=99000", "/api/v1/lists/owned?of=me", "/api/v1/lists/owned",
            "/api/v1/lists/read",
            "/api/v1/search?limit=10000&list=wanted", "/api/v1/changes?limit=10000",
            "/api/v1/books/\(book)/history?limit=10000", "/api/v1/search?limit=10000&from=1900&to=1901",
        ]
        return pages.map {
            $0.replacing(":book", with: book).replacing(":list", with: "wanted").replacing(
                ":person", with: "Maria")
        } + typed + further
    }

    @Test(.timeLimit(.minutes(30)))
    func `no page reads or answers without bound`() async throws {
        try await TestSite.with {
            // Only work that grows faster than the store takes that long.
            $0.readingTime = .seconds(30)
        } _: { site in
            let maria = try await site.visitor("Maria", .administrator)
            try Self.fill(site.store, person: "Maria")
            let secret = Secret()
            try await site.store.makeToken(secret.hash, name: "test", of: site.account("Maria").id)
            let bearer = ["Authorization": "Bearer \(secret.text)", "Content-Type": "application/json"]
            let book = try #require(try site.store.book(BookSpecifier("id:1"))?.isbn?.isbn13)
            for path in Self.paths(book) {
                let isAPI = path.hasPrefix(SiteAPI.path)
                let answer = try await isAPI ? site.visitor().get(path, bearer) : maria.get(path)
                let about = String(path.prefix(80))
                #expect(answer.status < 500, "\(about)")
                // The size of an export is not limited, nor that of all one has, of which a device keeps a copy.
                if !["/account/export", "/holdings"].contains(path), !isAPI {
                    #expect(answer.body.count < 100_000, "\(about)")
                }
            }
            // Sent at once: checking for the end of a response takes long for its many parts.
            let wire = try Wire(site.port)
            try await wire.send(maria.head("GET", "/export/csv").utf8)
            let export = try #require(Answer(try await wire.readToEnd(), hasBody: true))
            #expect(export.status == 200 && export.body.count { $0 == UInt8(ascii: "\n") } > Self.count)
            try await Self.expectBounds(site, maria, bearer)
            // Together these have 200,000 other editions: a program must request fewer at a time.
            let ids = (1...100).map { "\"id:\($0)\"" }.joined(separator: ",")
            let cards = try await site.visitor().ask(
                "POST", "/api/v1/cards", bearer, body: Array("{\"books\":[\(ids)]}".utf8))
            #expect(cards.status == 413)
        }
    }

    /// Random and ordinary words.
    private static func typed(_ random: inout SeededGenerator) -> String {
        let parts = [
            "t", "the", "a", "book", "number", "author", "anna", "a*", "\"", "(", ")", "-", "NEAR(", "OR",
            "AND NOT",
            "title:", "{", "}", "^the", "ß", "e\u{301}\u{301}", "书", "の", "\u{202E}", "\u{0}", "🙂", "%", "_",
            "'",
            ";", "--", "9780306406157", "1 2 3", "\n", "\t", String(repeating: "a", count: 600),
            String(repeating: "b-", count: 200), "\u{3164}", "\\", "id:1", "owned", "read",
        ]
        return (0..<Int.random(in: 0...24, using: &random)).map { _ in
            (parts.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? " " : "")
        }.joined()
    }

    /// Any words in any field of any search: each is answered without an internal error.
    private static func expectBounds(
        _ site: TestSite, _ maria: Visitor, _ bearer: [String: String]
    ) async throws {
        var random = SeededGenerator(seed: 11)
        for turn in 0..<120 {
            func words() -> String { String(typed(&random).prefix(1500)).queryPart }
            let fields = ["words", "author", "list", "from", "to", "limit"].filter { _ in
                Bool.random(using: &random)
            }.map { field in
                let number = ["0", "1900", "10000", "-1", "99999999999999999999", "x"].randomElement(
                    using: &random)
                return "\(field)=\(["from", "to", "limit"].contains(field) ? number ?? "" : words())"
            }.joined(separator: "&")
            let path =
                [
                    "/books?list=\(words())&mine=\(words())&place=\(words())&tag=\(words())&year=\(words())",
                    "/books?sort=year&after=\(words())", "/authors?from=\(words())",
                    "/tags?before=\(words())",
                    "/author?name=\(words())", "/series?name=\(words())",
                    "/search?q=\(words())", "/isbn?q=\(words())", "/api/v1/search?\(fields)",
                    "/list?of=shared&name=\(words())", "/list?of=me&name=\(words())&from=\(words())",
                    "/api/v1/lists/\(words())", "/api/v1/people/\(words())/comments", "/books/\(words())",
                    "/api/v1/changes?limit=\(words())", "/live?after=\(words())",
                ].randomElement(using: &random) ?? ""
            // Event streams have no end.
            guard !path.hasPrefix("/live") else { continue }
            let isAPI = path.hasPrefix(SiteAPI.path)
            let answer = try await isAPI ? site.visitor().get(path, bearer) : maria.get(path)
            // A target that is too long is not a valid request.
            #expect(answer.status < 500, "\(turn): \(path.prefix(200))")
            struct Title: Encodable {
                var title: String
                var author: String?
            }
            guard turn.isMultiple(of: 10) else { continue }
            let message = try JSONEncoder().encode(Title(title: typed(&random), author: typed(&random)))
            let editions = try await site.visitor().ask(
                "POST", "/api/v1/editions", bearer, body: Array(message))
            #expect(editions.status < 500)
        }
    }

    /// Editions of one work.
    private static func insert(editions: Int, into store: Store) throws {
        try store.write { db in
            try db.run("INSERT INTO work (id) VALUES (1)")
            for id in 1...editions {
                try db.run("INSERT INTO book (id, title, work, added) VALUES (?, 'Twice', 1, 0)", id)
            }
        }
    }

    @Test func `cards that are too much for one answer come one by one`() async throws {
        try await RunningSite.with { site in
            let catalogue = try site.catalogue(of: "Maria")
            try Self.insert(editions: 5_002, into: site.store)
            var counts: [Int] = []
            try catalogue.forEachCard(of: (1...2).map { BookID($0) }, for: "Maria") {
                counts.append($0.otherEditions.count)
            }
            #expect(counts == [5_001, 5_001])
        }
    }

    @Test func `cards have some of many comments, and a client gets all`() async throws {
        try await RunningSite.with { site in
            let catalogue = try site.catalogue(of: "Maria")
            try Self.insert(editions: 3, into: site.store)
            try site.store.write { db in
                try db.run(
                    """
                    INSERT INTO comment (book, author, text, spoiler, private, written)
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
                    SELECT n.i % 3 + 1, 'Reader', 'Said.', 0, 0, n.i FROM n
                    """)
            }
            var counts: [Int] = []
            try catalogue.forEachCard(of: (1...3).map { BookID($0) }, for: "Maria") {
                counts.append($0.comments.count)
            }
            #expect(counts == [6000, 6000, 6000])
            let client = try SiteClient(
                site.address, of: SiteAccount(name: "Maria"), token: site.token(of: "Maria"))
            let books = BooksMessage(books: (1...3).map { .id(BookID($0)) })
            let message = try client.ask("/cards", books, as: CardsMessage.self)
            #expect(message.cards.map(\.card.comments.count) == [20, 20, 20])
            #expect(message.cards.map(\.commentCount) == [6000, 6000, 6000])
            #expect(
                try message.cards[0].card.comments.first == catalogue.comments(on: BookID(1), for: "").first)
            let portion = try client.get("/books/id:1/comments", as: CommentsMessage.self)
            #expect(portion.comments.count == 200 && portion.next != nil)
            #expect(try catalogue.comments(by: "Reader", for: "Maria").count == 6000)
            #expect(throws: CatalogueError.self) {
                try client.get("/books/id:1/comments", ["after": "x"], as: CommentsMessage.self)
            }
        }
    }
}
#endif
