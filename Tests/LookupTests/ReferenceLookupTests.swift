// References are asked before any source, and save requests.
import Books
import Catalogue
import Foundation
import HTTP
import Providers
import References
import Servers
import TestSupport
import Testing

@testable import Lookup

struct ReferenceLookupTests {
    private let files: TemporaryFolder
    private let store: Store
    private let library: LoopbackServer
    private let isbn: ISBN

    init() throws {
        files = try TemporaryFolder()
        store = try Store(path: files.file("store").path)
        library = try LoopbackServer { .openLibrary($0) }
        isbn = try ISBN("9780306406157")
    }

    /// A reference with one edition; `members` are further members of its JSON.
    private func reference(_ name: String, _ members: String...) async throws -> ReferenceFile {
        let json = ([#""isbn_13": ["9780306406157"]"#] + members).joined(separator: ", ")
        let author = "/type/author\t/authors/OL1A\t1\t2026\t{\"name\": \"M. Novak\"}\n"
        try files.write(Data("/type/edition\t/books/OL1M\t1\t2026\t{\(json)}\n\(author)".utf8), to: name)
        let folder = ReferenceFolder(besideStore: store.path)
        return try await ReferenceBuilder(name: name, files: [files.file(name).path], in: folder).build()
    }

    private let whole = [#""title": "Atlas of lanterns""#, #""authors": [{"key": "/authors/OL1A"}]"#]

    private func lookUp(
        _ references: [ReferenceFile], _ asking: BookLookup.LookupScope = .missing, isOffline: Bool = false
    ) async throws -> LookupAnswer {
        let sources = try SourceSet(
            HTTPOptions(program: "Test/1", contact: "maria@example.org", timeout: .seconds(2)),
            keys: ["openlibrary"], addresses: ["openlibrary": library.address])
        let lookup = BookLookup(
            store: store, sources: sources, references: references, person: "maria", isOffline: isOffline)
        return try #require(try await lookup.lookUp([isbn], asking: asking)[isbn])
    }

    @Test(arguments: [false, true]) func `no source is asked about a known book`(_ isOffline: Bool)
        async throws
    {
        let answer = try await lookUp([try await reference("dump", whole[0], whole[1])], isOffline: isOffline)
        #expect(answer.status == .known && answer.book?.title == "Atlas of lanterns")
        #expect(answer.book?.contributors.map(\.name) == ["M. Novak"])
        #expect(answer.book?.origins[.title]?.source == "reference dump" && answer.unasked.isEmpty)
        #expect(library.requests.isEmpty)
        #expect(try store.book(.isbn(isbn))?.title == "Atlas of lanterns")
        #expect(try store.waiting().isEmpty)
    }

    @Test func `sources are asked for what the reference lacks`() async throws {
        let reference = try await reference("dump", #""title": "The lantern atlas""#)
        let answer = try await lookUp([reference])
        #expect(answer.book?.title == "The lantern atlas")
        #expect(answer.book?.contributors.first?.name == "Maria Novak" && answer.book?.year == 1998)
        #expect(answer.book?.origins[.year]?.source == "Open Library")
    }

    @Test func `next reference fills what the first lacks`() async throws {
        let bare = try await reference("bare", whole[0])
        let full = try await reference("full", #""title": "Atlas of Lanterns: maps""#, whole[1])
        let answer = try await lookUp([bare, full], isOffline: true)
        #expect(answer.book?.title == "Atlas of lanterns" && answer.book?.contributors.count == 1)
        #expect(answer.book?.origins[.contributors]?.source == "reference full")
    }

    @Test func `with a refresh, sources are asked first`() async throws {
        let reference = try await reference("dump", whole[0], whole[1], #""number_of_pages": 7"#)
        _ = try await lookUp([reference])
        let answer = try await lookUp([reference], .afresh)
        #expect(answer.book?.title == "The Lantern Atlas" && answer.book?.pages == 374)
        #expect(!library.requests.isEmpty)
        let offline = try await lookUp([reference], .afresh, isOffline: true)
        #expect(offline.book?.title == "The Lantern Atlas" && offline.status == .known)
    }

    @Test func `unknown book waits, and is named when a reference comes`() async throws {
        let other = try await reference("other", whole[0])
        let unknown = try ISBN("9780456789032")
        let sources = try SourceSet(HTTPOptions(program: "Test/1"), keys: ["openlibrary"])
        func lookup(_ references: [ReferenceFile]) -> BookLookup {
            BookLookup(store: store, sources: sources, references: references, person: "m", isOffline: true)
        }
        let answer = try #require(try await lookup([other]).lookUp([unknown])[unknown])
        #expect(answer.status == .notAsked && answer.unknownTo == ["reference other"])
        #expect(try lookup([]).pending() == [unknown])
        try files.write(
            Data(
                "/type/edition\t/books/OL2M\t1\t2026\t{\"title\": \"Late\", \"isbn_13\": [\"9780456789032\"]}\n"
                    .utf8),
            to: "late")
        let late = try await ReferenceBuilder(
            name: "late", files: [files.file("late").path], in: ReferenceFolder(besideStore: store.path)
        ).build()
        let named = try #require(try await lookup([late]).lookUp([unknown], asking: .all)[unknown])
        #expect(named.status == .known && named.book?.title == "Late")
        #expect(try lookup([]).pending().isEmpty)
    }

    /// The work's key is Open Library's own, whichever source returns it.
    @Test func `editions of one work are known offline`() async throws {
        var owned = Book(
            isbn: try ISBN("9780456789018"), title: "The Lantern Atlas",
            works: [Identifier("openlibrary", "OL9W")])
        owned.credit(Origin(.fetched, "Open Library"))
        try store.save(owned)
        try store.add([.isbn(try ISBN("9780456789018"))], to: "owned")
        let reference = try await reference("dump", #""title": "Atlas", "works": [{"key": "/works/OL9W"}]"#)
        let answer = try await lookUp([reference], isOffline: true)
        #expect(answer.card?.otherEditions.map(\.lists) == [["owned"]])
    }

    @Test func `a damaged reference is reported and does not affect other answers`() async throws {
        let lines = (1...3000).map {
            "/type/edition\t/books/OL\($0)M\t1\t2026\t{\"title\": \"T\($0)\", \"isbn_13\": [\"978030640615\"], \"isbn_10\": [\"0306406152\"]}\n"
        }
        try files.write(Data(lines.joined().utf8), to: "damaged")
        let path = try await ReferenceBuilder(
            name: "damaged", files: [files.file("damaged").path], in: ReferenceFolder(besideStore: store.path)
        ).build().path
        var bytes = try Data(contentsOf: URL(filePath: path))
        // The second page has the information about the whole, the third has the book.
        let page = try #require(bytes.firstRange(of: Data("T1".utf8))).lowerBound / 4096 * 4096
        bytes.replaceSubrange(page..<page + 8, with: Data(repeating: 0xFF, count: 8))
        try bytes.write(to: URL(filePath: path))
        let reference = try ReferenceFile(path: path, name: "damaged")
        let answer = try await lookUp([reference])
        #expect(answer.status == .known && answer.book?.title == "The Lantern Atlas")
        #expect(answer.unasked.map(\.source) == ["reference damaged"] && answer.unasked[0].cause == .damaged)
    }
}
