#if Server
// Idempotency keys of the API.
import Accounts
import Catalogue
import Foundation
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
}
#endif
