// Searching a reference by words.
import Books
import Foundation
import TestSupport
import Testing

@testable import References

struct ReferenceSearchTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private static let dump =
        [
            (
                "9780306406157", "The Lantern Atlas",
                #""subtitle": "lights of the harbour", "authors": [{"key": "/authors/OL1A"}]"#
            ),
            ("9783161484100", "Lantern", #""authors": [{"key": "/authors/OL2A"}]"#),
            ("9780439023481", "Über den Fluß", #""works": [{"key": "/works/OL7W"}]"#),
            ("9780456789018", "Ἰλιάς", #""publish_date": "1990""#),
            ("9780456789025", "红楼梦", #""publish_date": "1990""#),
            ("9780456789032", "L&#39;horloge des marées", #""publish_date": "1990""#),
        ].enumerated().map { place, book in
            Dump.edition(place + 1, #""title": "\#(book.1)", "isbn_13": ["\#(book.0)"]"#, book.2)
        }.joined()
        + Dump.row("/type/work", "/works/OL7W", [#""authors": [{"author": {"key": "/authors/OL2A"}}]"#])
        + Dump.author(1, "Maria Novak") + Dump.author(2, "Zoë Brontë")

    @Test(
        arguments: [
            ("lantern", nil, ["Lantern", "The Lantern Atlas"]), ("LANTERN atlas", nil, ["The Lantern Atlas"]),
            ("atlas lantern", nil, ["The Lantern Atlas"]), ("harbour", nil, ["The Lantern Atlas"]),
            ("lantern", "novak", ["The Lantern Atlas"]), ("lantern", "bronte", ["Lantern"]),
            ("uber fluss", nil, ["Über den Fluß"]), ("Fluß", "Brontë", ["Über den Fluß"]),
            ("ιλιασ", nil, ["Ἰλιάς"]), ("楼梦", nil, ["红楼梦"]), ("l'horloge", nil, ["L&#39;horloge des marées"]),
            ("maree", nil, ["L&#39;horloge des marées"]),
            // Prefixes match only if no whole word does, and only long ones.
            ("lant", nil, ["Lantern", "The Lantern Atlas"]), ("lan", nil, []),
            ("lantern", "nova", ["The Lantern Atlas"]),
            ("novak", nil, []), ("lantern", "nobody", []), ("lantern OR", nil, []),
            ("title:lantern*", nil, []),
            ("\"lantern", nil, ["Lantern", "The Lantern Atlas"]), ("-", nil, []), ("", nil, []),
        ] as [(String, String?, [String])])
    func `words find`(_ title: String, _ author: String?, _ titles: [String]) async throws {
        let reference = try await workshop.reference(Self.dump)
        let found = try reference.search(title: title, author: author, limit: 10)
        #expect(found.compactMap(\.title) == titles)
        #expect(found.allSatisfy { $0.origins[.title]?.source == "reference test" })
        #expect(try found.allSatisfy { try reference.book(#require($0.isbn)) == $0 })
    }

    @Test func `Open Library's numbers find an edition, and of a work what its editions share`() async throws
    {
        let reference = try await workshop.reference(Self.dump)
        let found = try reference.books(numbered: ["OL1M", "OL3M", "OL7W", "OL99M", "OL99W", "OLxM", "1", ""])
        #expect(found.keys.sorted() == ["OL1M", "OL3M", "OL7W"])
        #expect(try found["OL1M"] == reference.book(ISBN("9780306406157")))
        let work = try #require(found["OL7W"])
        #expect(work.isbn == nil && work.identifiers.isEmpty && work.title == "Über den Fluß")
        #expect(
            work.works == [Identifier("openlibrary", "OL7W")]
                && work.contributors.map(\.name) == ["Zoë Brontë"])
        #expect(try reference.books(numbered: []).isEmpty)
    }

    @Test func `libraries' records are found by any maker`() async throws {
        let reference = try await workshop.reference(MARCFile.record(MARCFile.lantern))
        for author in ["novak", "popescu maria"] {
            let found = try reference.search(title: "harbour lights", author: author, limit: 10)
            #expect(found.compactMap(\.isbn?.isbn13) == ["9780306406157", "9780456789018"])
        }
        #expect(try reference.search(title: "illustrator", limit: 10).isEmpty)
    }

    @Test func `any words are answered`() async throws {
        let reference = try await workshop.reference(Dump.editions(1...6000))
        let parts = [
            "book", "b", "the", "\"", "(", "NEAR(", "OR", "title:", "*", "^", "ß", "书", "\u{0}", "🙂", "4711",
            String(repeating: "a-", count: 500), "\u{202E}",
        ]
        var random = SeededGenerator(seed: 17)
        for _ in 0..<200 {
            func words() -> String {
                (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    parts.randomElement(using: &random) ?? ""
                }.joined(separator: " ")
            }
            let (title, author) = (words(), Bool.random(using: &random) ? words() : nil)
            #expect(try reference.search(title: title, author: author, limit: 10).count <= 10)
        }
    }

    @Test func `at most the requested number is returned`() async throws {
        let reference = try await workshop.reference(Dump.editions(1...6000))
        #expect(try reference.search(title: "book", limit: 10).count == 10)
        #expect(try reference.search(title: "book 4711", limit: 10).map(\.title) == ["Book 4711"])
    }

    @Test func `a reference of an earlier version can be looked up in, but not searched`() async throws {
        let path = try await workshop.reference(Self.dump).path
        let earlier = try SQLiteConnection(path, isNew: true)
        try earlier.execute("DROP TABLE words; PRAGMA user_version = 1")
        let reference = try ReferenceFile(path: path, name: "test")
        #expect(try reference.book(try ISBN("9783161484100"))?.title == "Lantern")
        #expect(throws: ReferenceError.unsearchable(path: path)) {
            try reference.search(title: "lantern", limit: 10)
        }
        try earlier.execute("PRAGMA user_version = 9")
        #expect(throws: ReferenceError.newer(path: path, version: 9)) {
            try ReferenceFile(path: path, name: "test")
        }
    }
}
