#if Server
// Changes by others appear on open pages: immediately, also after a lost connection, and only to those who may see
// them.
import Accounts
import Catalogue
import Foundation
import Testing

@testable import Books
@testable import Server

struct LiveTests {
    private func listen(_ visitor: Visitor, _ path: String = "/live", after: String? = nil) async throws
        -> Wire
    {
        let wire = try Wire(visitor.site.port)
        let headers = ["Accept": "text/event-stream", "Last-Event-ID": after ?? ""]
        try await wire.send(visitor.head("GET", path, headers).utf8)
        return wire
    }

    @Test func `changes by another program send events`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let wire = try await listen(maria)
            let head = try await wire.read(until: "id: ")
            #expect(
                head.contains("content-type: text/event-stream")
                    || head.contains("Content-Type: text/event-stream"))
            let other = try site.otherStore()
            let id = try other.add(
                Books.Comment(person: "Tom", text: "Said."), to: BookSpecifier("9780306406157"))
            let book = try #require(try other.comment(id, for: "Tom")?.book)
            let told = try await wire.read(until: "data: \(book.value)\n")
            #expect(told.contains("event: book"))
        }
    }

    @Test(arguments: ["header", "query"])
    func `a reconnecting page receives the events it missed`(place: String) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            try site.say("One.", by: "Tom")
            let known = try site.store.lastEvent()
            try site.say("Two.", by: "Tom", on: "9780439023481")
            try site.say("Three.", by: "Tom", on: "9780439554930")
            let last = try site.store.lastEvent()
            let wire =
                try await place == "header"
                ? listen(maria, after: "\(known)") : listen(maria, "/live?after=\(known)")
            let told = try await wire.read(until: "id: \(last)\nevent: book")
            #expect(told.components(separatedBy: "event: book").count == 3, "two, and not the first")
        }
    }

    @Test func `a page receives all of many events`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let known = try site.store.lastEvent()
            let books = (0..<2500).map { BookSpecifier.isbn(ISBN(twelve: 978_030_640_000 + $0)) }
            try site.otherStore().add(books, to: "box 7")
            try site.say("The last.", by: "Tom")
            let last = try site.store.lastEvent()
            #expect(last - known > 2500)
            let wire = try await listen(maria, after: "\(known)")
            _ = try await wire.read(until: "id: \(last)\nevent: book")
        }
    }

    @Test(arguments: ["x", "-1", "99999999999999999999", "1; DROP"])
    func `an invalid number breaks nothing`(after: String) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let wire = try await listen(maria, after: after)
            #expect(try await wire.read(until: "retry: 1000").contains("200 OK"))
        }
    }

    @Test func `a page receives events again after a restore`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            // It knows later events than there are: the store was restored from a backup.
            let wire = try await listen(maria, after: "1000")
            _ = try await wire.read(until: "retry: 1000")
            try site.say("Said.", by: "Tom")
            #expect(try await wire.read(until: "event: book").contains("event: book"))
        }
    }

    @Test func `private data is sent to its author only`() async throws {
        try await TestSite.with { site in
            let isbns = ["9780306406157", "9780439023481", "9780439554930"]
            // The books themselves are public.
            for isbn in isbns { try site.say("Known.", by: "Ion", on: isbn) }
            let (maria, tom) = (try await site.visitor("Maria"), try await site.visitor("Tom"))
            let (hers, his) = (try await listen(maria), try await listen(tom))
            _ = try await hers.read(until: "\n\n")
            _ = try await his.read(until: "\n\n")
            try site.say("Hidden.", by: "Maria", isPrivate: true)
            try site.store.add([BookSpecifier("9780439023481")], to: "gifts", of: "Maria")
            #expect(try await hers.read(until: "event: book").contains("event: book"))
            try site.say("Open.", by: "Ion", on: "9780439554930")
            let last = try site.store.lastEvent()
            let told = try await his.read(until: "id: \(last)\n")
            #expect(told.components(separatedBy: "event: book").count == 2, "one: \(told)")
            // Nor is he notified later.
            let later = try await listen(tom, after: "0")
            let all = try await later.read(until: "id: \(last)\nevent: book")
            #expect(all.components(separatedBy: "event: book").count == 2)
        }
    }

    @Test func `a renamed reader's page gets no events of who takes the name`() async throws {
        try await TestSite.with { site in
            try site.say("Known.", by: "Ion")
            let maria = try await site.visitor("Maria")
            let wire = try await listen(maria)
            _ = try await wire.read(until: "\n\n")
            let account = try await site.account("Maria")
            #expect(try site.store.set(name: #require(AccountName("Mary")), of: account.id))
            _ = try await site.account("Maria")
            try site.say("Hidden.", by: "Maria", isPrivate: true)
            let hidden = try site.store.lastEvent()
            try site.say("Her own.", by: "Mary", isPrivate: true)
            let own = try site.store.lastEvent()
            let told = try await wire.read(until: "id: \(own)\nevent: book")
            #expect(hidden < own && !told.contains("id: \(hidden)\n"), "\(told)")
        }
    }

    @Test(arguments: ["sign-out", "password", "delete", "reset"])
    func `a signed-out page receives no more events`(way: String) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let wire = try await listen(maria)
            _ = try await wire.read(until: "\n\n")
            let account = try await site.account("Maria")
            switch way {
            case "sign-out": _ = try await maria.send("/sign-out")
            case "password": try site.store.set(password: "x", of: account.id)
            case "delete": _ = try site.store.deleteAccount(account.id)
            default:
                try site.store.save(Ticket(.reset, account: account.id, until: .now + 60), hash: "h")
                _ = try site.store.reset(password: "x", by: "h")
            }
            _ = try await site.account("Ion")
            try site.say("Said.", by: "Tom")
            let rest = String(decoding: try await wire.readToEnd(), as: UTF8.self)
            #expect(!rest.contains("event: book"))
        }
    }

    @Test func `events need a session`() async throws {
        try await TestSite.with { site in
            let answer = try await site.visitor().get("/live")
            #expect(answer.status == 303)
            #expect(try await site.visitor().ask("HEAD", "/live").status == 303)
        }
    }

    @Test func `event streams are closed when the site stops`() async throws {
        let wires = try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            var wires: [Wire] = []
            for _ in 0..<3 {
                let wire = try await listen(maria)
                _ = try await wire.read(until: "\n\n")
                wires.append(wire)
            }
            return wires
        }
        // The site has stopped without waiting for them.
        for wire in wires {
            let rest = String(decoding: try await wire.readToEnd(), as: UTF8.self)
            #expect(!rest.contains("event: book"))
        }
    }

    @Test func `pages that are closed are forgotten`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            do {
                let wire = try await listen(maria)
                _ = try await wire.read(until: "\n\n")
                #expect(site.site.feed.listenerCount == 1)
            }
            // Noticed at the next event, at the latest.
            for number in 0..<2000 where site.site.feed.listenerCount > 0 {
                try site.say("\(number)", by: "Tom")
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(site.site.feed.listenerCount == 0)
        }
    }

    @Test func `the number of listening pages per account is limited`() async throws {
        try await TestSite.with { site in
            let (maria, tom) = (try await site.visitor("Maria"), try await site.visitor("Tom"))
            var wires: [Wire] = []
            for _ in 0..<site.site.listeners.most {
                wires.append(try await listen(maria))
                _ = try await wires[wires.count - 1].read(until: "retry: 1000")
            }
            #expect(try await maria.get("/live").status == 503)
            let his = try await listen(tom)
            #expect(try await his.read(until: "retry: 1000").contains("200 OK"))
            wires = []
            try site.say("Said.", by: "Ion")
            let account = try await site.account("Maria").id
            for _ in 0..<600 where site.site.listeners.place(for: account) == nil {
                try site.say("Said.", by: "Ion")
                try await Task.sleep(for: .milliseconds(100))
            }
            let hers = try await listen(maria)
            #expect(try await hers.read(until: "retry: 1000").contains("200 OK"))
        }
    }
}
#endif
