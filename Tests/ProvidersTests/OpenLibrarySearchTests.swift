// A search by title returns editions, each with its own ISBN, publisher and year.
import Books
import Foundation
import Servers
import Testing

@testable import Providers

struct OpenLibrarySearchTests {
    /// A work of several editions, one of them from before there were ISBNs.
    private static let kites =
        LibraryBook.samples + [
            LibraryBook(
                isbn13: "", title: "Ninety-Nine Kites", authors: ["Ada Okafor"], publisher: "Harbour Books",
                date: "1951", pages: 90, edition: "OL104M", work: "OL3W"),
            LibraryBook(
                isbn13: "9783161484100", title: "Neunundneunzig Drachen", authors: ["Ada Okafor"],
                publisher: "Blütenstaub-Verlag", date: "1. März 2022", pages: 112, edition: "OL105M",
                work: "OL3W"),
        ]

    private static func search(
        _ server: LoopbackServer, _ title: String, _ author: String? = nil, limit: Int = 20
    ) async throws -> [Book]? {
        try await OpenLibraryTests.source(server, try RateLimitedClientTests.client())
            .search(title: title, author: author, limit: limit)?.books
    }

    /// The fields that distinguish editions.
    private static func marks(_ books: [Book]?) -> [String] {
        (books ?? []).map { book in
            [book.isbn?.isbn13, book.title, book.publisher, book.year.map(String.init)]
                .map { $0 ?? "-" }.joined(separator: ", ")
        }
    }

    @Test func `each answer is one edition`() async throws {
        let server = try LoopbackServer { .openLibrary($0, Self.kites) }
        let books = try await Self.search(server, "kites", "okafor")
        #expect(
            Self.marks(books) == [
                "9786000000011, Ninety-Nine Kites, Windward, 2021",
                "9783161484100, Neunundneunzig Drachen, Blütenstaub-Verlag, 2022",
                "-, Ninety-Nine Kites, Harbour Books, 1951",
            ])
        let first = try #require(books?.first)
        #expect(first.contributors == [Contributor(name: "Ada Okafor")])
        #expect(first.works == [Identifier("openlibrary", "OL3W")])
        #expect(first.identifiers == [Identifier("openlibrary", "OL103M")])
        #expect(first.pages == 96 && first.language == "eng")
        #expect(first.cover == "https://covers.openlibrary.org/b/id/96-L.jpg")
        #expect(Set(first.origins.values.map(\.source)) == ["Open Library"])
        #expect(try await Self.search(server, "kites", "novak") == [])
    }

    @Test func `both forms of one ISBN are one`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        let books = try await Self.search(server, "lantern", "novak")
        #expect(
            Self.marks(books) == [
                "9780306406157, The Lantern Atlas, Quayside Press, 1998",
                "9780456789018, The Lantern Atlas, Quayside Press, 2004",
            ])
        #expect(books?.map(\.otherISBNs) == [[], []])
        #expect(books?.map(\.subtitle) == ["A Field Guide to Harbour Lights", nil])
        #expect(server.requests.map(\.path) == ["/search.json", "/works/OL1W/editions.json"])
        #expect(server.requests.first?.query["title"] == "lantern")
        #expect(server.requests.first?.query["author"] == "novak")
    }

    /// Works by number, each with this many editions.
    private static func shelf(works: Int, editions: Int) throws -> [LibraryBook] {
        try (0..<works).flatMap { work in
            try (0..<editions).map { edition in
                let isbn = try #require(ISBN(body: 978_045_670_000 + UInt64(work * 100 + edition)))
                return LibraryBook(
                    isbn13: isbn.isbn13, title: "Tide \(work)", authors: ["Ada Okafor"],
                    publisher: "P\(edition)",
                    date: "\(1990 + edition)", pages: 100, edition: "OL\(work)00\(edition)M",
                    work: "OL\(work)W")
            }
        }
    }

    @Test(arguments: [
        // No further request if the search has returned everything.
        (8, 1, 20, 8, 1), (1, 1, 20, 1, 1),
        // The best matching work comes first, up to the limit.
        (10, 30, 20, 20, 2), (2, 4, 20, 8, 3),
        // Never more than three works.
        (10, 2, 20, 13, 4),
        (10, 2, 1, 1, 1),
    ])
    func `requests are few`(_ works: Int, _ editions: Int, _ limit: Int, _ shown: Int, _ requests: Int)
        async throws
    {
        let books = try Self.shelf(works: works, editions: editions)
        let server = try LoopbackServer { .openLibrary($0, books) }
        let found = try await Self.search(server, "tide", limit: limit)
        #expect(found?.count == shown)
        #expect(server.requests.count == requests)
        let known = Set(books.map { "\($0.isbn13), \($0.title), \($0.publisher), \($0.date)" })
        #expect(known.isSuperset(of: Self.marks(found)))
    }

    @Test func `works without editions are skipped`() async throws {
        let server = try LoopbackServer { request in
            guard request.path == "/search.json" else { return .html("gone", status: 404) }
            return .json(
                #"""
                {"docs": [{"key": "/works/../x", "isbn": ["9780306406157"], "publisher": ["P"], "title": "T"},
                 {"key": "/works/OL1W", "isbn": ["9780306406157"], "title": "T", "editions": {"docs": []}}, 7,
                 {"key": "/works/OL2W", "editions": {"docs": [{"key": "/books/OL2M"}, {"title": "Whole", "isbn": ["x"]}]}}]}
                """#)
        }
        #expect(Self.marks(try await Self.search(server, "t")) == ["-, Whole, -, -"])
        #expect(server.requests.map(\.path).contains("/works/OL1W/editions.json"))
    }

    @Test func `partial results are shown when the rest fails`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/search.json" ? .openLibrary(request, Self.kites) : .html("oops", status: 403)
        }
        let books = try await Self.search(server, "kites")
        #expect(Self.marks(books) == ["9786000000011, Ninety-Nine Kites, Windward, 2021"])
        let bare = try LoopbackServer { request in
            request.path == "/search.json"
                ? .json(#"{"docs": [{"key": "/works/OL1W", "title": "T"}]}"#) : .html("oops", status: 403)
        }
        await #expect(throws: ProviderError.status(host: "127.0.0.1:\(bare.port)", 403)) {
            try await Self.search(bare, "t")
        }
    }
}

extension ISBN {
    /// The ISBN-13 with these first twelve digits.
    fileprivate init?(body: UInt64) {
        guard let isbn = (0...9).lazy.compactMap({ ISBN(value: body * 10 + $0) }).first else { return nil }
        self = isbn
    }
}
