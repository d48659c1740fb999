// Of a transfer's time limits, the one that was exceeded is named.
import Foundation
import HTTP
import Servers
import Testing

struct TimeLimitTests {
    private func error(_ address: String, stall: Duration?, timeout: Duration) async throws -> HTTPError? {
        var options = HTTPOptions(program: "Test/1", timeout: timeout)
        options.stall = stall
        let loop = try CurlLoop(options)
        return await #expect(throws: HTTPError.self) {
            try await loop.perform(HTTPRequest(url: address, accept: "*/*"))
        }
    }

    @Test func `a server that says nothing exceeds the shorter limit`() async throws {
        let server = try LoopbackServer { _ in ServerAnswer(body: .silence) }
        let host = "127.0.0.1:\(server.port)"
        let stalled = try await error(server.address, stall: .seconds(2), timeout: .seconds(1800))
        #expect(stalled == .timedOut(host: host, seconds: 2, .stall))
        let late = try await error(server.address, stall: nil, timeout: .seconds(2))
        #expect(late == .timedOut(host: host, seconds: 2))
    }

    @Test func `a server that makes no secure connection is given up early`() async throws {
        let server = try MailTestServer(.silence)
        let limited = try await error("https://127.0.0.1:\(server.port)", stall: nil, timeout: .seconds(1800))
        #expect(limited == .timedOut(host: "127.0.0.1:\(server.port)", seconds: 10, .connecting))
    }
}
