// A search by title at several sources: one answer from each, no edition twice, and throttling over several runs.
import Books
import Catalogue
import Foundation
import HTTP
import Providers
import Servers
import TestSupport
import Testing

@testable import Lookup

struct BookLookupTitlesTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(path: folder.file("catalogue.sqlite").path)
    }

    /// The sources' answers to `lantern` in a new run, as `Open Library: 9780306406157 9780456789018`.
    private func search(
        _ server: LoopbackServer, _ keys: [String] = ["openlibrary"], isOffline: Bool = false
    ) async throws -> [String] {
        let sources = try SourceSet(
            HTTPOptions(program: "Test/1", contact: "maria@example.org", timeout: .seconds(2)), keys: keys,
            addresses: ["openlibrary": server.address, "k10plus": server.address])
        let lookup = BookLookup(store: store, sources: sources, person: "maria", isOffline: isOffline)
        var said: [String] = []
        try await lookup.search(title: "lantern", author: nil, limit: 10) { source, answer in
            switch answer {
            case .editions(let books):
                said.append("\(source): \(books.map { $0.isbn?.isbn13 ?? "-" }.joined(separator: " "))")
            case .unusable(let error): said.append("\(source): \(error)")
            case .unable: said.append("\(source): unable")
            case .notAsked(let error): said.append("\(source): \(error)")
            case .message(let words): said.append("\(source): \(words)")
            }
        }
        return said
    }

    @Test func `every source is used, and no edition appears twice`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        #expect(
            try await search(server, ["openlibrary", "inventaire", "openlibrary"]) == [
                "Open Library: 9780306406157 9780456789018", "Inventaire: unable", "Open Library: ",
            ])
        #expect(try store.info().books == 0, "most of what is found is not meant")
        let count = server.requests.count
        #expect(try await search(server, isOffline: true) == [])
        #expect(server.requests.count == count)
    }

    @Test func `a damaged record is said after the editions`() async throws {
        let record = """
            <record><recordData><record><datafield tag="020"><subfield code="a">9780306406157</subfield></datafield>
            <datafield tag="245"><subfield code="a">The lantern atlas</subfield></datafield></record></recordData></record>
            """
        let broken = record.replacing("</subfield></datafield></record>", with: "</record>")
        let server = try LoopbackServer { _ in
            .xml("<searchRetrieveResponse><records>\(broken)\(record)</records></searchRetrieveResponse>")
        }
        let said = try await search(server, ["k10plus"])
        #expect(said.count == 2 && said.first == "K10plus: 9780306406157")
        #expect(said.last?.hasPrefix("K10plus: damagedRecords") == true, "\(said)")
    }

    /// Two requests are fewer than the burst; the rest of it is left for the next run.
    @Test func `the next run observes the rate limit too`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        _ = try await search(server)
        #expect(server.requests.count == 2)
        #expect(try store.nextRequestTimes().keys.map(\.self) == ["127.0.0.1:\(server.port)"])
        #expect(try store.nextRequestTimes(at: .now + 120) == [:])
    }

    @Test func `a host's cooldown also holds for the next run`() async throws {
        let server = try LoopbackServer { _ in
            ServerAnswer(status: 429, headers: ["Retry-After": "3600"], body: .data(Data()))
        }
        let first = try await search(server)
        #expect(first.count == 1 && first[0].hasPrefix("Open Library: busy"))
        let count = server.requests.count
        let second = try await search(server)
        #expect(second.count == 1 && second[0].hasPrefix("Open Library: busy"))
        #expect(server.requests.count == count && count == 1)
    }
}
