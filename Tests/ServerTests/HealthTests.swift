#if Server
// What a monitor learns of a site's store.
import Foundation
import Testing

@testable import Server

struct HealthTests {
    @Test func `a site whose store was moved away says so, and takes no changes`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            #expect(try await site.visitor().get("/healthz").text == "ok\n")
            try site.say("Said.", by: "Maria")
            for path in ["", "-wal", "-shm"].map({ site.store.path + $0 })
            where FileManager.default.fileExists(atPath: path) {
                try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
            }
            // As another program would make it.
            _ = try site.otherStore()
            let health = try await site.visitor().get("/healthz")
            #expect(health.status == 503 && health.text.contains("moved or replaced"))
            #expect(try await maria.get("/books/9780306406157").status == 200)
            let refused = try await maria.send("/books/9780306406157/comments", [("text", "Lost.")])
            #expect(refused.status == 503)
        }
    }
}
#endif
