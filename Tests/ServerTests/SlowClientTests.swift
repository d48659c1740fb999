#if Server
// Connections of clients that send next to nothing are closed; those of slow ones are not.
import Books
import Catalogue
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Server

struct SlowClientTests {
    @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: club", "GET /healthz HTTP/1.1\r\nHost: club.test\r\nX: "])
    func `a stalled request head is aborted`(begin: String) async throws {
        try await TestSite.with(
            { $0.slowClients.head = .milliseconds(400) },
            { site in
                let wire = try Wire(site.port)
                try await wire.send(begin.utf8)
                try await trickle(begin.isEmpty ? [] : [120], wire)
            })
    }

    @Test func `a stalled request body is aborted`() async throws {
        try await TestSite.with(
            { ($0.slowClients.period, $0.slowClients.leastBytes) = (.milliseconds(400), 100) },
            { site in
                let type = "application/x-www-form-urlencoded"
                let wire = try Wire(site.port)
                let head = site.visitor().head(
                    "POST", "/sign-in", ["Content-Type": type, "Content-Length": "1000"])
                try await wire.send(head.utf8)
                try await trickle([120], wire)
            })
    }

    /// Sends byte after byte until the other end closes the connection.
    private func trickle(_ byte: [UInt8], _ wire: Wire) async throws {
        async let end = wire.readToEnd()
        do {
            for _ in 0..<200 where !byte.isEmpty {
                try await wire.send(byte)
                try await Task.sleep(for: .milliseconds(50))
            }
            if !byte.isEmpty { Issue.record("the connection stayed open") }
        } catch is Wire.Closed {}
        #expect(try await end == [])
    }

    /// Other connections don't need the memory that the system holds for it; the rest is the site's.
    @Test func `an answer that is not taken is not waited for`() async throws {
        try await TestSite.with(
            { $0.slowClients.period = .milliseconds(300) },
            { site in
                let maria = try await site.visitor("Maria")
                let text = String(repeating: "Said. ", count: 10_000)
                // A book's words are indexed together, so one for each.
                for number in 0..<300 {
                    let book = try site.store.add(BookEdit([.title: ["Book \(number)"]])).book
                    try site.store.add(
                        Comment(person: "Maria", text: text), to: #require(book.reference))
                }
                let wire = try Wire(site.port)
                try await wire.send(maria.head("GET", "/account/export").utf8)
                for _ in 0..<600 where site.site.openConnections == 0 {
                    try await Task.sleep(for: .milliseconds(10))
                }
                // Closed while nothing is read: most of the 18 MB are still to be sent then.
                for _ in 0..<600 where site.site.openConnections > 0 {
                    try await Task.sleep(for: .milliseconds(100))
                }
                #expect(site.site.openConnections == 0)
                #expect(try await wire.readToEnd().count < 16_000_000)
            })
    }

    @Test func `an answer that is read slowly arrives whole`() async throws {
        try await TestSite.with(
            { $0.slowClients = .init(head: .milliseconds(500), period: .seconds(120), leastBytes: 100) },
            { site in
                let maria = try await site.visitor("Maria")
                let text = String(repeating: "Said. ", count: 10_000)
                for _ in 0..<40 { try site.say(text, by: "Maria") }
                let wire = try Wire(site.port)
                try await wire.send(maria.head("GET", "/account/export").utf8)
                var count = 0
                while case let more = try await wire.read(), !more.isEmpty {
                    count += more.count
                    try await Task.sleep(for: .milliseconds(30))
                }
                #expect(count > 2_400_000)
            })
    }

    @Test func `connections beyond the limit wait, and the site goes on`() async throws {
        try await TestSite.with(
            { ($0.connections, $0.slowClients.head) = (3, .milliseconds(800)) },
            { site in
                let idle = try (0..<6).map { _ in try Wire(site.port) }
                #expect(try await site.visitor().get("/healthz").status == 200)
                for wire in idle { #expect(try await wire.readToEnd() == []) }
            })
    }

    // MARK: On a clock of the test's own

    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "club.test", path: "/"))
    private static let answer: [HTTPResponsePart] = [.head(HTTPResponse(status: .ok)), .end(nil)]

    /// A connection after its start, with a site's limits.
    private func connection() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: SlowClientGuard())
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
        return channel
    }

    private func wait(_ seconds: Int64, _ channel: EmbeddedChannel) -> Bool {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        return channel.isActive
    }

    /// Receives a part, which is read immediately.
    private func come(_ part: HTTPRequestPart, _ channel: EmbeddedChannel) throws {
        try channel.writeInbound(part)
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == part)
    }

    private func body(_ count: Int) -> HTTPRequestPart {
        .body(ByteBuffer(repeating: 120, count: count))
    }

    @Test func `a request head must arrive in time`() throws {
        let channel = try connection()
        #expect(wait(19, channel))
        #expect(!wait(1, channel))
    }

    @Test func `a request body must arrive at a minimum rate`() throws {
        let channel = try connection()
        try come(Self.head, channel)
        for _ in 0..<40 {
            for _ in 0..<3 { try come(body(5000), channel) }
            #expect(wait(15, channel))
        }
        try come(body(14_999), channel)
        #expect(!wait(15, channel))
    }

    @Test func `slow responses don't count against the client`() throws {
        let channel = try connection()
        try come(Self.head, channel)
        try come(HTTPRequestPart.end(nil), channel)
        #expect(wait(3600, channel))
        for part in Self.answer { try channel.writeOutbound(part) }
        // The next request has the same time limit as the first.
        #expect(wait(19, channel))
        try come(Self.head, channel)
        try come(HTTPRequestPart.end(nil), channel)
        #expect(wait(60, channel))
        for part in Self.answer { try channel.writeOutbound(part) }
        #expect(!wait(20, channel))
    }

    @Test func `a client that keeps sending after the response is cut off`() throws {
        let channel = try connection()
        try come(Self.head, channel)
        for part in Self.answer { try channel.writeOutbound(part) }
        for _ in 0..<19 {
            try come(body(1 << 20), channel)
            #expect(wait(1, channel))
        }
        #expect(!wait(1, channel))
    }
}
#endif
