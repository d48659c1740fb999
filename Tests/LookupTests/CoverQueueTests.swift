// Covers fetched from servers, well-behaved and not.
import Books
import Catalogue
import Foundation
import HTTP
import Providers
import Servers
import Synchronization
import TestSupport
import Testing

@testable import Lookup

struct CoverQueueTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(path: folder.file("catalogue.sqlite").path)
    }

    /// Takes for a picture what begins so, and is broken by nothing else.
    private static let maker: CoverMaker = { file in
        guard file.starts(with: Data("JPEG".utf8)) else { return nil }
        return CoverPicture(sha256: String(decoding: file, as: UTF8.self), small: file, large: file)
    }

    private func queue(
        at server: LoopbackServer, fetches: Bool = true, make: @escaping CoverMaker = maker
    ) throws -> CoverQueue? {
        let sources = try SourceSet(
            HTTPOptions(program: "Test/1", timeout: .seconds(1)), fetchesCovers: fetches,
            addresses: ["openlibrary": server.address])
        return CoverQueue(store, sources, make: make)
    }

    private func keep(_ path: String, _ address: String, number: Int = 0) throws -> BookSpecifier {
        let isbns = ["9780306406157", "9780456789018", "9786000000011"]
        let isbn = try ISBN(isbns[number])
        var book = Book(isbn: isbn, title: "The Lantern Atlas")
        book.cover = address + path
        book.credit(Origin(.fetched, "Open Library"))
        try store.save(book)
        return .isbn(isbn)
    }

    @Test func `a cover is fetched once, and says where it is from`() async throws {
        let server = try LoopbackServer { _ in ServerAnswer(body: .data(Data("JPEG one".utf8))) }
        let book = try keep("/1.jpg", server.address)
        let queue = try #require(try queue(at: server))
        for _ in 0..<3 { await queue.add(book) }
        await queue.finish()
        await queue.add(book)
        await queue.finish()
        #expect(server.requests.map(\.path) == ["/1.jpg"])
        #expect(server.requests.first?.headers["accept"] == "image/*")
        let cover = try #require(try store.cover(of: book))
        #expect(cover.kind == .fetched && cover.source == "127.0.0.1:\(server.port)")
        #expect(try store.coverPicture(of: book, .small)?.jpeg == Data("JPEG one".utf8))
    }

    /// What is not there, or is none, is asked for a second time, and then not for a month.
    @Test(arguments: ["404", "html", "broken", "huge", "private"])
    func `an address without a picture is given up after the second time`(_ kind: String) async throws {
        let hidden = try LoopbackServer { _ in ServerAnswer(body: .data(Data("JPEG secret".utf8))) }
        let place = hidden.address
        let server = try LoopbackServer { _ in
            switch kind {
            case "404": .html("no such cover", status: 404)
            case "html": .html("<h1>Sign in</h1>")
            case "broken":
                ServerAnswer(headers: ["Content-Type": "image/jpeg"], body: .data(Data([0xFF, 0xD8])))
            case "huge": ServerAnswer(body: .zeros(9_000_000))
            default: ServerAnswer(status: 302, headers: ["Location": place], body: .data(Data()))
            }
        }
        let book = try keep("/1.jpg", server.address)
        for _ in 0..<4 {
            let queue = try #require(try queue(at: server))
            await queue.add(book)
            await queue.finish()
        }
        #expect(server.requests.count == 2 && hidden.requests.isEmpty)
        #expect(try store.cover(of: book) == nil)
    }

    /// Such a host may have it another time.
    @Test(arguments: ["silent", "cut off", "error"])
    func `a host that fails is no proof that there is none`(_ kind: String) async throws {
        let isWell = Mutex(false)
        let server = try LoopbackServer { _ in
            if isWell.withLock(\.self) { return ServerAnswer(body: .data(Data("JPEG late".utf8))) }
            switch kind {
            case "silent": return ServerAnswer(body: .silence)
            case "cut off": return ServerAnswer(body: .cutOff(Data("JPEG".utf8)))
            default: return ServerAnswer(status: 500, body: .data(Data()))
            }
        }
        let book = try keep("/1.jpg", server.address)
        for _ in 0..<3 {
            let queue = try #require(try queue(at: server))
            await queue.add(book)
            await queue.finish()
        }
        #expect(try store.cover(of: book) == nil)
        isWell.withLock { $0 = true }
        let later = try #require(try queue(at: server))
        await later.add(book)
        await later.finish()
        #expect(try store.coverPicture(of: book, .large)?.jpeg == Data("JPEG late".utf8))
    }

    @Test func `nothing is asked where no covers are wanted or none could be made`() async throws {
        let server = try LoopbackServer { _ in ServerAnswer(body: .data(Data("JPEG".utf8))) }
        let book = try keep("/1.jpg", server.address)
        #expect(try queue(at: server, fetches: false) == nil)
        try store.setCoverLimit(0)
        let limited = try #require(try queue(at: server))
        await limited.add(book)
        await limited.finish()
        #expect(server.requests.isEmpty)
        try store.setCoverLimit(1_000_000)
        struct NoWorker: Error {}
        for _ in 0..<3 {
            let without = try #require(try queue(at: server) { _ in throw NoWorker() })
            await without.add(book)
            await without.finish()
        }
        let with = try #require(try queue(at: server))
        await with.add(book)
        await with.finish()
        #expect(try store.cover(of: book) != nil, "what could not be made was no miss")
    }

    @Test func `look-ups have the covers of their books fetched, offline ones none`() async throws {
        let server = try LoopbackServer { request in
            request.path.hasSuffix(".jpg")
                ? ServerAnswer(body: .data(Data("JPEG \(request.path)".utf8))) : .openLibrary(request)
        }
        let known = try keep("/known.jpg", server.address, number: 1)
        func lookup(isOffline: Bool, saves: Bool = true) throws -> BookLookup {
            let sources = try SourceSet(
                HTTPOptions(program: "Test/1", timeout: .seconds(2)), keys: ["openlibrary"],
                addresses: ["openlibrary": server.address])
            return BookLookup(
                store: store, sources: sources, person: "maria", isOffline: isOffline, savesResults: saves,
                covers: CoverQueue(store, sources, make: Self.maker))
        }
        func end(_ lookup: BookLookup, missing: Bool = false) async throws {
            try await lookup.finishCovers(andMissing: missing) { _ in }
        }
        let isbn = try ISBN("9780306406157")
        // Its cover's address is this server's, not that which Open Library names.
        let found = try keep("/found.jpg", server.address)
        let offline = try lookup(isOffline: true)
        _ = try await offline.lookUp([isbn], asking: .all)
        try await end(offline, missing: true)
        let forgetful = try lookup(isOffline: false, saves: false)
        _ = try await forgetful.lookUp([isbn], asking: .all)
        try await end(forgetful)
        #expect(!server.requests.contains { $0.path.hasSuffix(".jpg") })
        // A book whose title is known is not asked about, nor is its cover.
        let online = try lookup(isOffline: false)
        _ = try await online.lookUp([isbn], asking: .missing)
        try await end(online)
        #expect(try store.cover(of: found) == nil)
        try await end(online, missing: true)
        #expect(try store.cover(of: found) != nil && store.cover(of: known) != nil)
    }
}
