// Store and sources together: real SQLite, real HTTP, a real SRU server.
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

/// A temporary store, and a test server for Open Library whose behaviour can be changed.
private final class Bench: Sendable {
    let store: Store
    let library: LoopbackServer
    private let mood: Mood
    private let folder: TemporaryFolder

    private final class Mood: Sendable {
        let answer = Mutex<@Sendable (ServerRequest) -> ServerAnswer>({ .openLibrary($0) })
    }

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(path: folder.file("catalogue.sqlite").path)
        let mood = Mood()
        self.mood = mood
        library = try LoopbackServer { request in mood.answer.withLock { $0 }(request) }
    }

    /// The library's host, as in errors.
    var host: String { String(library.address.dropFirst("http://".count)) }

    func answer(_ answer: @escaping @Sendable (ServerRequest) -> ServerAnswer) {
        mood.answer.withLock { $0 = answer }
    }

    /// As in a new run of the program: only the store is kept.
    func lookup(_ keys: [String] = ["openlibrary"], zebra: String = "", isOffline: Bool = false) throws
        -> BookLookup
    {
        let sources = try SourceSet(
            HTTPOptions(program: "Test/1", contact: "maria@example.org", timeout: .seconds(2)), keys: keys,
            addresses: ["openlibrary": library.address, "k10plus": zebra])
        return BookLookup(store: store, sources: sources, person: "maria", isOffline: isOffline)
    }

    func answer(
        _ text: String, _ keys: [String] = ["openlibrary"], zebra: String = "", isOffline: Bool = false,
        refresh: Bool = false
    ) async throws -> LookupAnswer {
        let isbn = try ISBN(text)
        let lookup = try lookup(keys, zebra: zebra, isOffline: isOffline)
        return try #require(try await lookup.lookUp([isbn], asking: refresh ? .afresh : .missing)[isbn])
    }
}

struct BookLookupTests {
    @Test func `books in the store are not asked again`() async throws {
        let bench = try Bench()
        let first = try await bench.answer("9780306406157")
        #expect(first.status == .known)
        #expect(first.book?.title == "The Lantern Atlas")
        #expect(first.book?.origins[.title]?.source == "Open Library")
        #expect(first.card?.ratings.map(\.count) == [4780])
        let requests = bench.library.requests.count
        let again = try await bench.answer("0-306-40615-2")
        #expect(again.book == first.book)
        #expect(bench.library.requests.count == requests)
    }

    @Test func `refresh asks again and spares what a person edited`() async throws {
        let bench = try Bench()
        var book = Book(isbn: try ISBN("9780306406157"), title: "My own title")
        book.credit(Origin(.edited, "maria"))
        book.publisher = "Old Press"
        book.origins[.publisher] = Origin(.imported, "old.csv")
        try bench.store.save(book)
        #expect(try await bench.answer("9780306406157").book?.publisher == "Old Press")
        #expect(bench.library.requests.isEmpty)
        let fresh = try await bench.answer("9780306406157", refresh: true)
        #expect(fresh.status == .known)
        #expect(fresh.book?.title == "My own title")
        #expect(fresh.book?.publisher == "Quayside Press")
        #expect(fresh.book?.subtitle == "A Field Guide to Harbour Lights")
    }

    @Test func `a failed refresh keeps the book`() async throws {
        let bench = try Bench()
        _ = try await bench.answer("9780306406157")
        bench.answer { _ in .html("Down for maintenance") }
        let answer = try await bench.answer("9780306406157", refresh: true)
        #expect(answer.status == .notAsked)
        #expect(answer.book?.title == "The Lantern Atlas")
        #expect(try bench.lookup().pending().map(\.isbn13) == ["9780306406157"])
        bench.answer { .openLibrary($0) }
        let lookup = try bench.lookup()
        #expect(try await lookup.lookUp(try lookup.pending(), asking: .all)[answer.isbn]?.status == .known)
        #expect(try lookup.pending() == [])
    }

    @Test func `a failed look-up is pending, not a miss`() async throws {
        let bench = try Bench()
        bench.answer { _ in .html("oops", status: 500) }
        let failed = try await bench.answer("9780306406157")
        #expect(failed.status == .notAsked)
        #expect(failed.book == nil)
        #expect(failed.unasked.map(\.source) == ["Open Library"])
        #expect(failed.unasked.first?.cause == .failed(.status(host: bench.host, 500)))
        #expect(failed.unasked.first?.cause.word == "http-500")
        #expect(try bench.store.misses(of: failed.isbn) == [])
        #expect(try bench.lookup().pending() == [failed.isbn])
        bench.answer { .openLibrary($0) }
        #expect(try await bench.answer("9780306406157").status == .known)
        #expect(try bench.lookup().pending() == [])
    }

    @Test func `Retry-After is respected in later runs`() async throws {
        let bench = try Bench()
        bench.answer { _ in
            ServerAnswer(status: 429, headers: ["Retry-After": "3600"], body: .data(Data()))
        }
        for number in ["9780306406157", "9780456789018"] {
            let answer = try await bench.answer(number)
            #expect(answer.status == .notAsked)
            guard case .failed(.busy(bench.host, let seconds)) = answer.unasked.first?.cause else {
                Issue.record("\(answer.unasked)")
                return
            }
            #expect((3_500...3_600).contains(seconds))
        }
        #expect(bench.library.requests.count == 1)
        #expect(try bench.lookup().pending().count == 2)
        #expect(try bench.store.cooldowns(at: .now + 3601) == [:])
    }

    @Test func `a hanging host has a cooldown in later runs`() async throws {
        let bench = try Bench()
        bench.answer { _ in ServerAnswer(body: .silence) }
        let first = try await bench.answer("9780306406157")
        #expect(first.unasked.first?.cause == .failed(.http(.timedOut(host: bench.host, seconds: 2))))
        let requests = bench.library.requests.count
        bench.answer { .openLibrary($0) }
        let again = try await bench.answer("9780456789018")
        guard case .failed(.coolingDown(bench.host, let seconds)) = again.unasked.first?.cause else {
            Issue.record("\(again.unasked)")
            return
        }
        #expect((250...300).contains(seconds))
        #expect(bench.library.requests.count == requests)
        #expect(try bench.store.cooldowns(at: .now + 301) == [:])
        try bench.store.save(cooldowns: [:])
        #expect(try await bench.answer("9780456789018").status == .known)
    }

    @Test func `offline, no source is asked and the look-up is pending`() async throws {
        let bench = try Bench()
        let answer = try await bench.answer("9780306406157", isOffline: true)
        #expect(answer.status == .notAsked)
        #expect(answer.unasked.map(\.cause) == [.offline])
        #expect(bench.library.requests.isEmpty)
        #expect(try bench.lookup().pending() == [answer.isbn])
    }

    @Test func `an answer that may be an error is not a miss`() async throws {
        let bench = try Bench()
        bench.answer { _ in .json("{}") }
        let answer = try await bench.answer("9780306406157")
        #expect(answer.status == .unknown)
        #expect(answer.unknownTo == ["Open Library"])
        #expect(try bench.store.misses(of: answer.isbn) == [])
        bench.answer { .openLibrary($0) }
        #expect(try await bench.answer("9780306406157").status == .known)
    }

    @Test func `record of another book is not kept`() async throws {
        let bench = try Bench()
        bench.answer { _ in
            .json(
                #"{"ISBN:9786000000011": {"title": "Another", "identifiers": {"isbn_13": ["9780456789018"]}}}"#
            )
        }
        let answer = try await bench.answer("9786000000011")
        #expect(answer.status == .unknown)
        #expect(try bench.store.book(BookSpecifier("9786000000011")) == nil)
        #expect(try bench.store.book(BookSpecifier("9780456789018")) == nil)
    }

    /// Stopped before the details have arrived.
    @Test func `decisions are saved at once`() async throws {
        let bench = try Bench()
        bench.answer { request in
            if request.query["jscmd"] == "details" { Thread.sleep(forTimeInterval: 60) }
            return .openLibrary(request)
        }
        let isbn = try ISBN("9780306406157")
        let run = Task { try await bench.lookup().lookUp([isbn]) }
        while try bench.store.book(.isbn(isbn)) == nil { try await Task.sleep(for: .milliseconds(5)) }
        run.cancel()
        #expect(try bench.lookup().pending() == [isbn])
        _ = try? await run.value
    }

    @Test func `failed details are reported, pending and retried`() async throws {
        let bench = try Bench()
        bench.answer { request in
            request.path == "/search.json" ? .html("oops", status: 500) : .openLibrary(request)
        }
        let partial = try await bench.answer("9780306406157")
        #expect(partial.status == .known && partial.card?.ratings == [])
        #expect(partial.unasked.map(\.source) == ["Open Library"])
        #expect(partial.card?.incomplete == ["openlibrary"])
        bench.answer { .openLibrary($0) }
        let lookup = try bench.lookup()
        let whole = try await lookup.lookUp(lookup.pending(), asking: .all)[partial.isbn]
        #expect(whole?.card?.ratings.map(\.count) == [4780] && whole?.card?.incomplete == [])
        #expect(try lookup.pending() == [])
    }

    @Test func `each answer comes as soon as it is known`() async throws {
        let bench = try Bench()
        let isbns = try ["9786000000011", "9780306406157", "9780456789018"].map { try ISBN($0) }
        var answered: [ISBN] = []
        struct Enough: Error {}
        await #expect(throws: Enough.self) {
            try await bench.lookup().lookUp(isbns) { answer in
                answered.append(answer.isbn)
                if answered.count == 2 { throw Enough() }
            }
        }
        #expect(answered == [isbns[0], isbns[1]])
        #expect(try bench.store.book(.isbn(isbns[2])) != nil, "the batch's first answer holds it")
    }

    @Test func `book known only by its number is asked for`() async throws {
        let bench = try Bench()
        try bench.store.add([BookSpecifier("9780306406157")], to: ListName.owned)
        let answer = try await bench.answer("9780306406157")
        #expect(answer.status == .known)
        #expect(answer.card?.lists == ["owned"])
        #expect(answer.card?.ratings.first?.source == "Open Library")
    }

    @Test func `a card lists the other editions`() async throws {
        let bench = try Bench()
        _ = try await bench.lookup().lookUp([try ISBN("9780306406157"), try ISBN("9780456789018")])
        let other = try BookSpecifier("9780456789018")
        try bench.store.add([other], to: ListName.owned)
        try bench.store.add(Comment(person: "ion", text: "Fine."), to: other)
        try bench.store.add(Comment(person: "ana", text: "Mine.", isPrivate: true), to: other)
        let card = try #require(try await bench.answer("9780306406157").card)
        #expect(card.lists == [])
        #expect(card.otherEditions.map(\.lists) == [["owned"]])
        #expect(card.comments.map(\.person) == ["ion"])
        #expect(card.comments.first?.isbn?.isbn13 == "9780456789018")
    }
}

@Suite(.enabled(if: ZebraServer.isInstalled, "needs zebrasrv and zebraidx: apt-get install idzebra-2.0"))
struct SeveralSourcesTests {
    let zebra: ZebraServer

    init() throws { zebra = try ZebraServer() }

    @Test func `next source fills what the first lacks`() async throws {
        let bench = try Bench()
        bench.answer { request in
            request.path == "/api/books"
                ? .json(
                    #"{"ISBN:9780306406157": {"title": "Lantern atlas", "identifiers": {"isbn_10": ["0306406152"]}}}"#
                )
                : .html("", status: 404)
        }
        let answer = try await bench.answer("9780306406157", ["openlibrary", "k10plus"], zebra: zebra.marc21)
        let book = try #require(answer.book)
        #expect(book.title == "Lantern atlas")
        #expect(book.origins[.title]?.source == "Open Library")
        #expect(book.publisher == "Quayside Press")
        #expect(book.origins[.publisher]?.source == "K10plus")
        #expect(book.contributors.first?.name == "Maria Novak")
    }

    @Test func `a complete record ends the look-up`() async throws {
        let bench = try Bench()
        let answer = try await bench.answer("9780306406157", ["k10plus", "openlibrary"], zebra: zebra.marc21)
        #expect(answer.book?.title == "The lantern atlas")
        #expect(bench.library.requests.isEmpty)
    }

    @Test func `firm misses are remembered until a refresh`() async throws {
        let bench = try Bench()
        let keys = ["openlibrary", "k10plus"]
        let answer = try await bench.answer("9789000000012", keys, zebra: zebra.marc21)
        #expect(answer.status == .unknown)
        #expect(answer.unknownTo == ["Open Library", "K10plus"])
        #expect(try bench.store.misses(of: answer.isbn) == ["k10plus"])
        // Now no library would answer: only Open Library, whose miss was uncertain, is asked again.
        let again = try await bench.answer("9789000000012", keys, zebra: "http://127.0.0.1:1/")
        #expect(again.status == .unknown)
        #expect(Set(again.unknownTo) == ["Open Library", "K10plus"])
        let refreshed = try await bench.answer("9789000000012", keys, zebra: zebra.marc21, refresh: true)
        #expect(refreshed.unknownTo == ["Open Library", "K10plus"])
    }

    @Test func `a book is found although one source is down`() async throws {
        let bench = try Bench()
        bench.answer { _ in ServerAnswer(body: .cutOff(Data("{".utf8))) }
        let answer = try await bench.answer("9780306406157", ["openlibrary", "k10plus"], zebra: zebra.marc21)
        #expect(answer.status == .known)
        #expect(answer.book?.title == "The lantern atlas")
        // Reported if it gave up before the other answered.
        #expect(["Open Library"].starts(with: answer.unasked.map(\.source)))
        #expect(try bench.lookup().pending() == [])
    }
}
