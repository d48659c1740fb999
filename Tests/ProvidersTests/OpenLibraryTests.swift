// Valid and invalid responses of Open Library.
import Books
import Foundation
import Servers
import Testing

@testable import Providers

struct OpenLibraryTests {
    static func answers(
        _ isbns: [String], _ answer: @escaping @Sendable (ServerRequest) -> ServerAnswer
    ) async throws -> [SourceAnswer] {
        let server = try LoopbackServer(answer: answer)
        return try await answers(isbns, server)
    }

    static func answers(_ texts: [String], _ server: LoopbackServer) async throws -> [SourceAnswer] {
        let isbns = try texts.map { try ISBN($0) }
        let client = try RateLimitedClientTests.client(timeout: .seconds(1))
        let found = await source(server, client).answers(to: isbns)
        return isbns.compactMap { found[$0] }
    }

    static func source(_ server: LoopbackServer, _ client: RateLimitedClient) -> OpenLibrary {
        var source = OpenLibrary(client: client, address: server.address, isContactKnown: true)
        source.rules = RateLimitedClientTests.rules
        return source
    }

    /// Another number's record, as the answer to a wrong key, is none.
    @Test(arguments: [("67012345", "9780306406157"), ("15027001", "-"), ("99999999", nil), ("67012346", nil)])
    func `editions by LCCN`(lccn: String, isbn: String?) async throws {
        let books = [("9780306406157", "67012345"), ("", "15027001")].map { isbn, lccn in
            LibraryBook(
                isbn13: isbn, lccn: lccn, title: "T", authors: [], publisher: "P", date: "1967", pages: 9,
                edition: "OL1M", work: "OL1W")
        }
        let server = try LoopbackServer { request in
            guard request.query["bibkeys"] != "LCCN:67012346" else {
                return .json(#"{"LCCN:67012346": {"title": "T", "identifiers": {"lccn": ["67-12345"]}}}"#)
            }
            return .openLibrary(request, books)
        }
        let source = Self.source(server, try RateLimitedClientTests.client(timeout: .seconds(1)))
        let editions = try await source.editions(lccn: lccn)?.books
        #expect(editions?.map { $0.isbn?.isbn13 ?? "-" } == [isbn].compactMap(\.self))
        #expect(
            editions?.allSatisfy { $0.title == "T" && $0.origins[.title]?.source == "Open Library" } == true)
    }

    @Test func `edition with its work and ratings`() async throws {
        let answers = try await Self.answers(["9780306406157"]) { .openLibrary($0) }
        guard case .found(let record) = answers.first else {
            Issue.record("\(answers)")
            return
        }
        let book = record.book
        #expect(book.isbn?.isbn13 == "9780306406157")
        #expect(book.otherISBNs == [])
        #expect(book.title == "The Lantern Atlas")
        #expect(book.subtitle == "A Field Guide to Harbour Lights")
        #expect(book.contributors.map(\.name) == ["Maria Novak", "I. L. Popescu"])
        #expect(book.publisher == "Quayside Press")
        #expect(book.year == 1998)
        #expect(book.pages == 374)
        #expect(book.language == "eng")
        #expect(book.subjects == ["Invented books"])
        #expect(book.cover == "https://covers.openlibrary.org/b/id/374-L.jpg")
        #expect(book.works == [Identifier("openlibrary", "OL1W")])
        #expect(book.identifiers == [Identifier("openlibrary", "OL101M")])
        #expect(book.origins[.title]?.source == "Open Library")
        #expect(record.rating?.average == 4.31)
        #expect(record.rating?.count == 4780)
    }

    @Test func `many are asked in batches`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        var value: UInt64 = 9_780_456_700_000
        var isbns = ["9786000000011"]
        while isbns.count < 60 {
            value += 1
            if let isbn = ISBN(value: value) { isbns.append(isbn.isbn13) }
        }
        let answers = try await Self.answers(isbns, server)
        #expect(answers.count == 60)
        // Three batches, and for the one with a book its work and ratings.
        #expect(server.requests.count == 5)
        guard case .found(let record) = answers.first else {
            Issue.record("\(answers[0])")
            return
        }
        #expect(record.rating == nil)  // none has rated it
        // In a response with another book a miss is certain; a response without any may be an error.
        #expect(answers[1] == .unknown(isFirm: true))
        #expect(answers[59] == .unknown(isFirm: false))
    }

    /// For any number of thirty books there are at most six requests.
    @Test func `works and ratings of many books are asked in one request`() async throws {
        let isbns = (0..<30).compactMap { ISBN(value: 9_780_306_000_000 + $0 * 10 + Self.check($0)) }
        try #require(isbns.count == 30)
        let books = isbns.enumerated().map { place, isbn in
            LibraryBook(
                isbn13: isbn.isbn13, title: "Kite \(place)", authors: ["Ada Okafor"], publisher: "Windward",
                date: "2021", pages: 96, edition: "OL\(place)M", work: "OL\(place / 2)W",
                average: place / 2 % 3 == 0 ? nil : Double(place / 2 % 5) + 0.5, count: place / 2)
        }
        let server = try LoopbackServer { .openLibrary($0, books) }
        let answers = try await Self.answers(isbns.map(\.isbn13), server)
        #expect(server.requests.count == 6)
        for (place, answer) in answers.enumerated() {
            guard case .found(let record) = answer else {
                Issue.record("\(answer)")
                continue
            }
            #expect(record.book.title == "Kite \(place)" && record.book.language == "eng")
            #expect(record.book.works == [Identifier("openlibrary", "OL\(place / 2)W")])
            #expect(record.rating?.average == (place / 2 == 0 ? nil : books[place].average))
            #expect(record.details == .complete)
        }
    }

    /// The check digit of 978-0-306-00NNN-c.
    private static func check(_ number: UInt64) -> UInt64 {
        let digits = String(9_780_306_000_000 / 10 + number).compactMap(\.wholeNumberValue)
        let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
        return UInt64((10 - sum % 10) % 10)
    }

    @Test func `empty answer is a weak miss`() async throws {
        #expect(try await Self.answers(["9780306406157"]) { _ in .json("{}") } == [.unknown(isFirm: false)])
    }

    @Test(arguments: ["/api/books", "/search.json"])
    func `book is kept when its work fails`(_ path: String) async throws {
        let answers = try await Self.answers(["9780306406157"]) { request in
            let isEdition = request.query["jscmd"] == "data"
            return request.path == path && !isEdition ? .html("oops", status: 500) : .openLibrary(request)
        }
        guard case .found(let record) = answers.first else {
            Issue.record("\(answers)")
            return
        }
        #expect(record.book.title == "The Lantern Atlas")
        #expect(record.book.works.isEmpty == (path == "/api/books"))
        #expect(record.rating == nil)
        if case .missing = record.details {} else { Issue.record("\(record.details)") }
    }

    static let lies: [(String, SourceAnswer?)] = [
        ("<html><body>Please log in</body></html>", nil),
        ("[1, 2]", nil),
        ("{\"error\": \"internal\"}", nil),
        ("{\"ISBN:9780306406157\": ", nil),
        ("", nil),
        ("{\"ISBN:9780306406157\": 7}", .unknown(isFirm: true)),
        (
            "{\"ISBN:9780306406157\": {\"title\": \"Another\", \"identifiers\": {\"isbn_13\": [\"9780456789018\"]}}}",
            .unknown(isFirm: false)
        ),
        ("{\"ISBN:9780306406157\": {\"title\": \"No number\"}}", .unknown(isFirm: false)),
    ]

    @Test(arguments: lies) func `false lengths are not trusted`(_ body: String, _ expected: SourceAnswer?)
        async throws
    {
        let server = try LoopbackServer { _ in .json(body) }
        let malformed = ProviderError.malformed(host: "127.0.0.1:\(server.port)", expected: .json)
        #expect(try await Self.answers(["9780306406157"], server) == [expected ?? .notAsked(malformed)])
    }

    @Test(arguments: [
        (#"Caf\ud83d \\ud83d \ud83d\ude00 \ude00 \u00e9"#, "Caf\u{FFFD} \\ud83d 😀 \u{FFFD} é"),
        ("Caf\u{1}é", "Caf\u{FFFD}é"),
    ])
    func `an invalid character loses no book`(_ title: String, _ read: String) async throws {
        let answers = try await Self.answers(["9780306406157"]) { _ in
            .json(
                #"{"ISBN:9780306406157": {"title": "\#(title)", "identifiers": {"isbn_10": ["0306406152"]}}}"#
            )
        }
        guard case .found(let record) = answers.first else {
            Issue.record("\(answers)")
            return
        }
        #expect(record.book.title == read)
    }

    @Test func `deep nesting is not accepted`() async throws {
        let answers = try await Self.answers(["9780306406157"]) { _ in
            .json(String(repeating: "[", count: 100_000))
        }
        guard case .notAsked(.malformed) = answers.first else {
            Issue.record("taken for an answer")
            return
        }
    }

    @Test func `fields of the wrong type are left out and text is cleaned`() async throws {
        let answers = try await Self.answers(["9780306406157"]) { request in
            guard request.path == "/api/books" else { return .html("", status: 404) }
            return .json(
                #"""
                {"ISBN:9780306406157": {"title": "  \u001b[2JThe\u0000 \u202eLantern\n\tAtlas\u0007 ",
                 "subtitle": {"type": "text"}, "authors": [{"name": 3}, "x", {"name": "Maria\u009b31m Novak"}],
                 "publishers": "Quayside", "publish_date": "in 19998", "number_of_pages": -4, "key": "/books/../x",
                 "cover": {"large": "file:///etc/passwd", "small": "https://example.org/s.jpg"},
                 "identifiers": {"isbn_10": ["0306406152"]}}}
                """#)
        }
        guard case .found(let record) = answers.first else {
            Issue.record("\(answers)")
            return
        }
        #expect(record.book.title == "[2JThe Lantern Atlas")
        #expect(record.book.contributors == [Contributor(name: "Maria31m Novak")])
        #expect(record.book.subtitle == nil)
        #expect(record.book.publisher == nil)
        #expect(record.book.year == nil)
        #expect(record.book.pages == nil)
        #expect(record.book.cover == "https://example.org/s.jpg")
        #expect(record.book.identifiers == [])
    }
}
