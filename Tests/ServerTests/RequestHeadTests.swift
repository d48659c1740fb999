#if Server
// Heads that a proxy may understand otherwise are refused; what browsers and proxies send is not.
import Foundation
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
    ])
    func `only clear heads are taken`(head: String, status: Int) async throws {
        try await TestSite.with { site in
            let wire = try Wire(site.port)
            try await wire.send("\(head)Connection: close\r\n\r\n".utf8)
            #expect(try await wire.answer().status == status)
        }
    }
}
#endif
