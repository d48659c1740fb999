// Inventaire's entities, combined from three rounds of requests.
import Books
import Foundation
import Servers
import Testing

@testable import Providers

struct InventaireTests {
    static let entities = [
        "isbn:9780306406157": #"""
        {"type": "edition", "claims": {"wdt:P1476": ["The Lantern Atlas"], "wdt:P212": ["978-0-306-40615-7"],
         "wdt:P957": ["0-306-40615-2"], "wdt:P123": ["wd:Q3"], "wdt:P577": ["1998-09-14"], "wdt:P1104": [374],
         "wdt:P629": ["wd:Q1"]}}
        """#,
        "isbn:9780456789018": #"""
        {"type": "edition", "claims": {"wdt:P1476": ["Another"], "wdt:P212": ["978-0-456-78902-5"]}}
        """#,
        "wd:Q1": #"{"type": "work", "claims": {"wdt:P50": ["wd:Q2"]}}"#,
        "wd:Q2": #"{"type": "human", "labels": {"de": "M. Novak", "en": "Maria Novak"}}"#,
        "wd:Q3": #"{"type": "publisher", "labels": {"fr": "Quayside Press"}}"#,
    ]

    static func answer(_ request: ServerRequest) -> ServerAnswer {
        let uris = (request.query["uris"] ?? "").split(separator: "|").map(String.init)
        let found = uris.compactMap { uri in entities[uri].map { "\"\(uri)\": \($0)" } }
        let missing = uris.filter { entities[$0] == nil }.map { "\"\($0)\"" }
        return .json(
            "{\"entities\": {\(found.joined(separator: ","))}, \"redirects\": {}, \"notFound\": [\(missing.joined(separator: ","))]}"
        )
    }

    static func answers(
        _ texts: [String], _ answer: @escaping @Sendable (ServerRequest) -> ServerAnswer
    ) async throws -> [SourceAnswer] {
        let server = try LoopbackServer(answer: answer)
        let source = Inventaire(client: try RateLimitedClientTests.client(), address: server.address)
        let isbns = try texts.map { try ISBN($0) }
        let found = await source.answers(to: isbns)
        return isbns.compactMap { found[$0] }
    }

    @Test func `names come in further rounds`() async throws {
        let answers = try await Self.answers(
            ["9780306406157", "9780456789018", "9786000000011"], Self.answer)
        guard case .found(let record) = answers.first else {
            Issue.record("\(answers)")
            return
        }
        #expect(record.book.title == "The Lantern Atlas")
        #expect(record.book.contributors == [Contributor(name: "Maria Novak")])
        #expect(record.book.publisher == "Quayside Press")
        #expect(record.book.year == 1998)
        #expect(record.book.pages == 374)
        #expect(record.book.works == [Identifier("inventaire", "wd:Q1")])
        #expect(record.book.otherISBNs == [])
        #expect(answers.dropFirst() == [.unknown(isFirm: false), .unknown(isFirm: true)])
    }

    @Test(arguments: ["{}", #"{"error": "internal"}"#, #"{"error": "internal", "entities": {}}"#])
    func `an error that comes as a success is no answer`(body: String) async throws {
        let answers = try await Self.answers(["9780306406157"]) { _ in .json(body) }
        guard case .notAsked(.malformed) = answers.first else {
            Issue.record("taken for an answer")
            return
        }
    }

    @Test func `book is kept without its names`() async throws {
        let answers = try await Self.answers(["9780306406157"]) { request in
            request.query["uris"]?.contains("isbn:") == true ? Self.answer(request) : .html("no", status: 403)
        }
        guard case .found(let record) = answers.first else {
            Issue.record("\(answers)")
            return
        }
        #expect(record.book.title == "The Lantern Atlas")
        #expect(record.book.contributors == [])
    }
}
