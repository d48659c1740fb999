#if Server
// A client that closes its connection must not leave its query running.
import Hummingbird
import Synchronization
import Testing

@testable import Catalogue
@testable import Server

struct HangUpTests {
    /// Beside the site's own pages one that reads for ever, and tells when it begins and ends.
    private static func endless(
        _ site: Site, began: AsyncStream<Void>.Continuation, ended: AsyncStream<Bool>.Continuation
    ) -> Router<SiteContext> {
        let router = site.router()
        router.get("endless") { _, _ -> Response in
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
        return router
    }

    @Test(.timeLimit(.minutes(2)))
    func `a query ends when its client closes the connection`() async throws {
        try await TestSite.with {
            $0.readingTime = .seconds(600)
        } _: { made in
            let (begins, began) = AsyncStream.makeStream(of: Void.self)
            let (ends, ended) = AsyncStream.makeStream(of: Bool.self)
            let router = Self.endless(made.site, began: began, ended: ended)
            try await serving {
                made.site.application(logger: .quiet, router: router, onListening: $0)
            } _: { port in
                var wire: Wire? = try Wire(port)
                let head = "GET /endless HTTP/1.1\r\nHost: club.test\r\n\r\n"
                try await wire?.send(head.utf8)
                _ = await begins.first { _ in true }
                wire = nil
                #expect(await ends.first { _ in true } == true)
            }
        }
    }
}
#endif
