#if Server
// Idempotency keys of the API.
import Accounts
import Catalogue
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import TestSupport
import Testing

@testable import Books
@testable import Server

@Suite struct IdempotencyTests {
    @Test func `a key that is sent with another body or query is refused, and changes nothing`() async throws
    {
        try await TestSite.with { site in
            let maria = try await site.account("Maria")
            let secret = Secret()
            try site.store.makeToken(secret.hash, name: "test", of: maria.id)
            func send(_ path: String, _ body: String, key: String = "key-of-mine") async throws -> Int {
                try await site.visitor().ask(
                    "POST", "/api/v1/" + path,
                    [
                        "Content-Type": "application/json", "Authorization": "Bearer \(secret.text)",
                        "Idempotency-Key": key,
                    ], body: Array(body.utf8)
                ).status
            }
            let book = #"{"books":["9780306406157"]}"#
            #expect(try await send("books", book) == 200)
            #expect(try await send("books", book) == 200)
            #expect(try await send("books", #"{"books":["9780439023481"]}"#) == 422)
            #expect(try site.store.info().books == 1)
            #expect(try await send("lists/read?of=me", book) == 200)
            #expect(try await send("lists/read?of=shared", book) == 422)
            #expect(try await send("lists/read?of=shared", book, key: "another-key") == 200)
        }
    }

    /// Counts how often it is encoded.
    private final class Message: Encodable, Sendable {
        let count = Mutex(0)
        func encode(to encoder: any Encoder) throws { count.withLock { $0 += 1 } }
    }

    @Test func `a message without a key is not encoded again`() throws {
        func identity(_ headers: HTTPFields, _ message: Message) throws -> (key: String?, hash: String?) {
            let head = HTTPRequest(
                method: .post, scheme: nil, authority: nil, path: "/a", headerFields: headers)
            return try Request(head: head, body: .init(buffer: ByteBuffer())).identity(with: message)
        }
        let message = Message()
        #expect(try identity([:], message) == (nil, nil))
        #expect(message.count.withLock { $0 } == 0)
        let known = try identity([.idempotencyKey: "key-of-mine"], message)
        #expect(known.key == "POST /a key-of-mine" && known.hash != nil)
        #expect(message.count.withLock { $0 } == 1)
    }
}
#endif
