#if Server
// Request heads that a proxy may interpret differently are refused; those of browsers and proxies are not.
import Accounts
import Foundation
import TestSupport
import Testing

@testable import Server

struct RequestHeadTests {
    @Test(arguments: [
        ("GET /healthz HTTP/1.1\r\nHost: club.test\r\n", 200),
        ("GET http://club.test/healthz HTTP/1.1\r\nHost: club.test\r\n", 200),
        ("GET http://other.test/healthz HTTP/1.1\r\nHost: club.test\r\n", 400),
        ("GET http://club.test@other.test/ HTTP/1.1\r\nHost: club.test\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: club.test\r\nHost: other.test\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: other.test\r\nHost: club.test\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: club.test\r\nhost: club.test\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: club.test, other.test\r\n", 400),
        ("POST /sign-in HTTP/1.1\r\nHost: club.test\r\nTransfer-Encoding: gzip\r\n", 400),
        ("POST /sign-in HTTP/1.1\r\nHost: club.test\r\nTransfer-Encoding: gzip, chunked\r\n", 400),
        (
            "POST /sign-in HTTP/1.1\r\nHost: club.test\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
            400
        ),
        ("GET /healthz HTTP/1.1\r\nHost: club.test\r\nContent-Length: 0\r\nContent-Length: 5\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: club.test\r\nContent-Length: +0\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: club.test\r\nContent-Length: 0, 0\r\n", 400),
        (
            "POST /sign-in HTTP/1.1\r\nHost: club.test\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n",
            400
        ),
        ("POST /sign-in HTTP/1.1\r\nHost: club.test\r\nTransfer-Encoding: xchunked\r\n", 400),
        ("POST /sign-in HTTP/1.1\r\nHost: club.test\r\nTransfer-Encoding: chunked, chunked\r\n", 400),
        ("POST /sign-in HTTP/1.1\r\nHost: club.test\r\nTransfer-Encoding : chunked\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: club.test\r\nX: a\r\n folded\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: club.test\r\nX: a\u{0}b\r\n", 400),
        ("GET /healthz HTTP/1.1\nHost: club.test\n", 400),
        ("GET  /healthz HTTP/1.1\r\nHost: club.test\r\n", 200),
        ("GET /healthz HTTP/3.7\r\nHost: club.test\r\n", 400),
        ("POST /sign-in HTTP/1.0\r\nHost: club.test\r\nTransfer-Encoding: chunked\r\n", 400),
        ("GET /healthz HTTP/1.0\r\nHost: club.test\r\n", 200),
        ("GET /healthz\r\n", 400), ("GEI /healthz HTTP/1.1\r\nHost: club.test\r\n", 400),
    ])
    func `ambiguous request heads are rejected`(head: String, status: Int) async throws {
        try await TestSite.with { site in
            let wire = try Wire(site.port)
            try await wire.send("\(head)Connection: close\r\n\r\n".utf8)
            // The response may be lost, because closing the connection sends a reset.
            let answer = try? await wire.answer().status
            #expect(answer == status || (answer == nil && status == 400))
        }
    }

    /// As nginx sends them unless it is told otherwise; two books come as a stream of unknown length.
    @Test(arguments: ["", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n"])
    func `a client of HTTP 1 0 gets no chunks, and the connection is closed`(field: String) async throws {
        try await TestSite.with { site in
            let secret = Secret()
            try await site.store.makeToken(secret.hash, name: "x", of: site.account("Maria").id)
            let body = Array(
                ArchiveFile.zip([.init("a.jpg", Data("a".utf8)), .init("b.jpg", Data("b".utf8))]))
            let head =
                "POST /api/v1/scan HTTP/1.0\r\nHost: club.test\r\nAuthorization: Bearer \(secret.text)\r\n"
                + "Content-Length: \(body.count)\r\n\(field)\r\n"
            let wire = try Wire(site.port)
            try await wire.send(Array(head.utf8) + body)
            // The test's site waits ten minutes for a further request.
            let start = ContinuousClock.now
            let text = String(decoding: try await wire.readToEnd(), as: UTF8.self)
            #expect(ContinuousClock.now - start < .seconds(300))
            let parts = text.components(separatedBy: "\r\n\r\n")
            #expect(parts.count == 2 && parts[0].hasPrefix("HTTP/1.0 200"), "\(text)")
            #expect(!parts[0].lowercased().contains("transfer-encoding"))
            let lines = parts[1].split(separator: "\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })

            let page = try Wire(site.port)
            try await page.send("GET /healthz HTTP/1.0\r\nHost: club.test\r\n\(field)\r\n".utf8)
            let health = String(decoding: try await page.readToEnd(), as: UTF8.self)
            #expect(health.hasPrefix("HTTP/1.0 200") && health.lowercased().contains("content-length: "))
        }
    }

    /// On a connection that is kept open, a body would be taken for the next response.
    @Test(arguments: [
        ("/export/csv", false), ("/live", false), ("/healthz", true), ("/no/such/page", true),
        ("/sign-in", true),
    ])
    func `a response to HEAD has no body, and a length only if it is known`(
        path: String, hasLength: Bool
    ) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let wire = try Wire(site.port)
            let heads = maria.head("HEAD", path, ["Connection": ""]) + maria.head("GET", "/healthz")
            try await wire.send(heads.utf8)
            let text = String(decoding: try await wire.readToEnd(), as: UTF8.self)
            let parts = text.components(separatedBy: "\r\n\r\n")
            #expect(parts.count == 3 && parts.dropLast().allSatisfy { $0.hasPrefix("HTTP/1.1 ") }, "\(text)")
            #expect(parts[0].lowercased().contains("\r\ncontent-length: ") == hasLength, "\(parts[0])")
        }
    }

    /// A response must not begin in the middle of another.
    @Test func `a rejected head does not disturb the answer before it`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let wire = try Wire(site.port)
            let first = maria.head("GET", "/live", ["Connection": ""])
            try await wire.send(first.utf8)
            _ = try await wire.read(until: "retry: 1000")
            try await wire.send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n".utf8)
            let rest = String(decoding: try await wire.readToEnd(), as: UTF8.self)
            #expect(!rest.contains("400"))
        }
    }
}
#endif
