#if Server
// A client that closes its connection must not leave its query running.
import Hummingbird
import Synchronization
import Testing

@testable import Catalogue
@testable import Server

struct HangUpTests {
    /// Adds a page and a path of the JSON API whose queries never end, and which report their start and end.
    private static func endless(
        _ site: Site, began: AsyncStream<Void>.Continuation, ended: AsyncStream<Bool>.Continuation
    ) -> Router<SiteContext> {
        let router = site.router()
        @Sendable func read(_ request: Request, _ context: SiteContext) async throws -> Response {
            do {
                _ = try await site.store { store in
                    try store.read { db in
                        began.yield()
                        return try db.all(
                            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                                + "SELECT max(i) AS i FROM n"
                        ) { $0["i"] as Int64? }
                    }
                }
                ended.yield(false)
            } catch CatalogueError.tooSlow {
                ended.yield(true)
            }
            return Response(status: .ok)
        }
        router.group().add(middleware: SessionMiddleware(site: site)).get("endless", use: read)
        router.group("api/v1").add(middleware: TokenGuard(site: site)).get("endless", use: read)
        return router
    }

    @Test(.timeLimit(.minutes(30)), arguments: ["/endless", "/api/v1/endless"])
    func `a query ends when its client closes the connection`(path: String) async throws {
        try await TestSite.with { made in
            let (begins, began) = AsyncStream.makeStream(of: Void.self)
            let (ends, ended) = AsyncStream.makeStream(of: Bool.self)
            let secret = Secret()
            try await made.store.makeToken(secret.hash, name: "x", of: made.account("Maria").id)
            let router = Self.endless(made.site, began: began, ended: ended)
            try await serving {
                made.site.application(logger: .quiet, router: router, onListening: $0)
            } _: { port in
                var wire: Wire? = try Wire(port)
                let head =
                    "GET \(path) HTTP/1.1\r\nHost: club.test\r\nAuthorization: Bearer \(secret.text)\r\n\r\n"
                try await wire?.send(head.utf8)
                _ = await begins.first { _ in true }
                wire = nil
                #expect(await ends.first { _ in true } == true)
            }
        }
    }

    @Test func `a form that breaks off is a bad request`() async throws {
        try await TestSite.with { site in
            let type = ["Content-Type": "application/x-www-form-urlencoded", "Content-Length": "1000"]
            let wire = try Wire(site.port)
            try await wire.send((site.visitor().head("POST", "/sign-in", type) + "name=").utf8)
            wire.finishSending()
            #expect(try await wire.answer().status == 400)
        }
    }

    @Test(.timeLimit(.minutes(30))) func `endless queries of one account keep nobody else waiting`()
        async throws
    {
        try await TestSite.with { made in
            let (begins, began) = AsyncStream.makeStream(of: Void.self)
            let (_, ended) = AsyncStream.makeStream(of: Bool.self)
            let secret = Secret()
            try await made.store.makeToken(secret.hash, name: "x", of: made.account("Maria").id)
            let tom = try await made.visitor("Tom")
            let router = Self.endless(made.site, began: began, ended: ended)
            try await serving {
                made.site.application(logger: .quiet, router: router, onListening: $0)
            } _: { port in
                var wires: [Wire] = []
                let head =
                    "GET /api/v1/endless HTTP/1.1\r\nHost: club.test\r\n"
                    + "Authorization: Bearer \(secret.text)\r\n\r\n"
                for _ in 0..<20 {
                    wires.append(try Wire(port))
                    try await wires.last?.send(head.utf8)
                }
                var beginning = begins.makeAsyncIterator()
                for _ in 0..<4 { _ = await beginning.next() }
                for _ in 0..<3 {
                    #expect(try await tom.get("/books").status == 200)
                    #expect(try await made.visitor().get("/sign-in").status == 200)
                }
                wires = []
            }
        }
    }
}
#endif
