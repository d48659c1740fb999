#if Server
// Changes that a site gets some time after its user made them, or whose answer never comes.
import Accounts
import Catalogue
import CatalogueAPI
import Foundation
import HTTP
import Servers
import Synchronization
import TestSupport
import Testing

@testable import Books
@testable import CatalogueClient
@testable import Server

struct LateChangeTests {
    private static let isbn = "9780306406157"

    /// Puts changes of Maria, who is a librarian, in an outbox, each with the hours since she made it, and sends them.
    ///
    /// - Returns: what the user is told.
    private func send(
        _ changes: [(method: String, path: String, body: String, hours: Double)], to site: RunningSite
    ) throws -> [String] {
        let folder = try TemporaryFolder()
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        let maria = SiteAccount(name: "Maria")
        try outbox.add(
            changes.map { method, path, body, hours in
                var change = Outbox.Change(
                    address: site.address, by: maria, method: method, path: path, body: body)
                change.made = Date(timeIntervalSinceNow: -hours * 3600)
                return change
            })
        let notes = Mutex<[String]>([])
        try SiteClient(site.address, of: maria, token: site.token(of: "Maria", .librarian), outbox: outbox) {
            words in
            notes.withLock { $0.append(words) }
        }.sendWaiting()
        #expect(folder.text("outbox.jsonl") == "")
        return notes.withLock(\.self)
    }

    @Test func `an edit that comes late replaces no later one of the same field`() async throws {
        try await RunningSite.with { site in
            let book = try BookSpecifier(Self.isbn)
            _ = try site.store.save(ISBN(Self.isbn))
            var edit = try BookEdit([.title: ["Newer"], .publisher: ["Kept"]])
            edit.made = Date(timeIntervalSinceNow: -3600)
            try site.store.edit(book, edit)
            let path = "/books/\(Self.isbn)"
            let told = try send(
                [
                    ("PATCH", path, #"{"title":"Stale"}"#, 2),
                    ("PATCH", path, #"{"title":"Newer","year":1931}"#, 2),
                ], to: site)
            #expect(told.count == 1 && told[0].contains("rejected") && told[0].contains("Stale"), "\(told)")
            #expect(try site.store.book(book)?.title == "Newer")
            #expect(try site.store.book(book)?.year == 1931)
            // Several by one person come in order, and none is against the other.
            let own = (1...4).map { ("PATCH", path, #"{"title":"Own \#($0)"}"#, 0.5 - Double($0) / 36_000) }
            #expect(try send(own, to: site) == [])
            #expect(try site.store.book(book)?.title == "Own 4")
        }
    }

    @Test func `a comment and a reading have the day on which they were told`() async throws {
        try await RunningSite.with { site in
            let days = 5.0
            let told = try send(
                [
                    (
                        "POST", "/books/\(Self.isbn)/comments",
                        #"{"text":"Said on a train.","isSpoiler":false,"isPrivate":false}"#, days * 24
                    ),
                    ("POST", "/lists/reading", #"{"books":["\#(Self.isbn)"]}"#, days * 24),
                ], to: site)
            #expect(told == [])
            let then = try #require(Day(Date(timeIntervalSinceNow: -days * 86_400)))
            let comment = try #require(try site.store.comments(by: "Maria", for: "Maria").first)
            #expect(Day(comment.written) == then)
            let id = try #require(try site.store.book(BookSpecifier(Self.isbn))?.id)
            let readings = try site.store.readings(of: id, by: "Maria")
            #expect(readings.map(\.started) == [PartialDate(then)])
            #expect(try send([("POST", "/lists/read", #"{"books":["\#(Self.isbn)"]}"#, 48)], to: site) == [])
            let end = try #require(Day(Date(timeIntervalSinceNow: -48 * 3600)))
            #expect(try site.store.readings(of: id, by: "Maria").map(\.ended) == [PartialDate(end)])
        }
    }

    @Test(arguments: ["-1", "x", "99999999999999999999"])
    func `a wrong age is refused`(age: String) async throws {
        try await RunningSite.with { site in
            var request = HTTPRequest(
                url: site.address + SiteAPI.path + "/lists/box", accept: "application/json")
            request.method = "POST"
            request.headers = [
                "Authorization: Bearer \(try site.token(of: "Maria"))", "Content-Type: application/json",
                "\(SiteAPI.ageKey): \(age)",
            ]
            request.body = Data(#"{"books":["\#(Self.isbn)"]}"#.utf8)
            let response = try HTTPSession(.program(timeout: .seconds(15))).perform(request)
            #expect((400...422).contains(response.status))
            #expect(throws: CatalogueError.unknownList("box")) { try site.store.ids(on: "box", of: "Maria") }
        }
    }

    @Test(arguments: [false, true])
    func `an undo whose answer is lost may have been made, and one that is not sent was not`(isSent: Bool)
        throws
    {
        let undone = Mutex(0)
        let server = try LoopbackServer { request in
            if request.path.hasSuffix("/undo") { undone.withLock { $0 += 1 } }
            return isSent && !request.path.hasSuffix("/undo")
                ? .json(#"{"name":"Maria","role":"librarian"}"#)
                : ServerAnswer(status: 200, body: .cutOff(Data("{".utf8)))
        }
        let folder = try TemporaryFolder()
        let catalogue = SharedCatalogue(
            try SiteClient(
                server.address, of: SiteAccount(name: "Maria"), token: "",
                outbox: Outbox(path: folder.file("outbox.jsonl").path)))
        let error = #expect(throws: CatalogueError.self) { try catalogue.undo(by: "Maria") }
        guard case .unreachable(_, let words) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(words.contains(isSent ? "may have been made; see `bookzone history`" : "nothing was changed"))
        #expect(undone.withLock { ($0 > 0) == isSent })
    }
}
#endif
