// Downloading photos from a local server, with and without errors.
import Books
import Foundation
import HTTP
import Servers
import Synchronization
import Testing

@testable import Fetching
@testable import Reading

struct PhotoFetcherTests {
    private static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data("a photo".utf8)

    private static func bytes(_ address: String, stall: Duration = .seconds(1)) async throws(ScanError)
        -> Data
    {
        var options = HTTPOptions(program: "Test/1").forPhotos
        options.stall = stall
        options.sizeLimit = 1_000_000
        let fetcher = PhotoFetcher(
            options, most: 2,
            backOff: BackOff(tries: 3, first: .milliseconds(1), maximumWait: .seconds(2)))
        guard let address = PhotoAddress(address) else { throw .emptyName }
        return try await fetcher.bytes(of: address)
    }

    @Test func `the signature of an address is sent, with the user agent`() async throws {
        let server = try LoopbackServer { _ in ServerAnswer(body: .data(Self.jpeg)) }
        let host = server.address.dropFirst("http://".count)
        let bytes = try await Self.bytes("http://maria:word@\(host)/a b.jpg?id=1&X-Amz-Signature=abc%2F")
        #expect(bytes == Self.jpeg)
        let request = try #require(server.requests.first)
        #expect(request.method == "GET" && request.path == "/a b.jpg")
        #expect(request.query == ["id": "1", "X-Amz-Signature": "abc/"])
        #expect(request.headers["user-agent"] == "Test/1")
        #expect(request.headers["authorization"] == "Basic " + Data("maria:word".utf8).base64EncodedString())
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var answer: ServerAnswer
        var error: ScanError
        var requests: Int
    }

    private static func redirect(to place: String) -> ServerAnswer {
        ServerAnswer(status: 302, headers: ["Location": place], body: .data(Data()))
    }

    private static func status(_ status: Int, _ headers: [String: String] = [:]) -> ServerAnswer {
        ServerAnswer(status: status, headers: headers, body: .data(Data("no photo".utf8)))
    }

    static let faults = [
        Fault(testDescription: "404", answer: status(404), error: .notFetched(.status(404)), requests: 1),
        Fault(testDescription: "403", answer: status(403), error: .notFetched(.status(403)), requests: 1),
        Fault(testDescription: "500", answer: status(500), error: .notFetched(.status(500)), requests: 3),
        Fault(
            testDescription: "503 for long", answer: status(503, ["Retry-After": "600"]),
            error: .notFetched(.status(503)), requests: 1),
        Fault(
            testDescription: "silent", answer: ServerAnswer(body: .silence), error: .notFetched(.timedOut),
            requests: 1),
        Fault(
            testDescription: "stands still in the middle", answer: ServerAnswer(body: .stalled(jpeg)),
            error: .notFetched(.timedOut), requests: 1),
        Fault(
            testDescription: "cut off", answer: ServerAnswer(body: .cutOff(jpeg)),
            error: .notFetched(.cutOff), requests: 3),
        Fault(
            testDescription: "a declared gigabyte",
            answer: ServerAnswer(headers: ["Content-Length": "1000000000"], body: .zeros(1_000_000_000)),
            error: .tooManyBytes, requests: 1),
        Fault(
            testDescription: "a gigabyte", answer: ServerAnswer(body: .zeros(1_000_000_000)),
            error: .tooManyBytes, requests: 1),
        Fault(
            testDescription: "redirect in a circle", answer: redirect(to: "/again"),
            error: .notFetched(.redirect), requests: 6),
        Fault(
            testDescription: "redirect to a file", answer: redirect(to: "file:///etc/passwd"),
            error: .notFetched(.redirect), requests: 1),
    ]

    @Test(arguments: faults) func `errors are distinguished`(_ fault: Fault) async throws {
        let server = try LoopbackServer { _ in fault.answer }
        await #expect(throws: fault.error) { try await Self.bytes(server.address + "/a.jpg") }
        #expect(server.requests.count == fault.requests)
    }

    @Test(arguments: [500, 502, 503, 429, 408]) func `temporary failures are retried`(status: Int)
        async throws
    {
        let asked = Mutex(0)
        let server = try LoopbackServer { _ in
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            return number < 3 ? Self.status(status) : ServerAnswer(body: .data(Self.jpeg))
        }
        #expect(try await Self.bytes(server.address + "/a.jpg") == Self.jpeg)
        #expect(server.requests.count == 3)
    }

    @Test func `redirects on the same server are followed`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/a" ? Self.redirect(to: "/b") : ServerAnswer(body: .data(Self.jpeg))
        }
        #expect(try await Self.bytes(server.address + "/a") == Self.jpeg)
    }

    @Test func `a host without a listener is unreachable`() async throws {
        let port = try HeldPort()
        let error = await #expect(throws: ScanError.self) {
            try await Self.bytes(port.address + "/a.jpg?token=abc")
        }
        guard case .notFetched(.unreachable(let words)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!words.contains("token"))
        #expect(!port.isListening)
    }

    @Test(arguments: ["http://", "https://?id=1", "http:///a.jpg"])
    func `an address without a host is rejected`(address: String) async {
        await #expect(throws: ScanError.notFetched(.address)) { try await Self.bytes(address) }
    }

    /// Downloads ahead stay within a limit of memory, whatever the sizes of the photos.
    @Test func `the larger photos are, the fewer come at a time`() async throws {
        let server = try LoopbackServer { request in
            ServerAnswer(
                body: request.path == "/none"
                    ? .cutOff(Data()) : .data(Data(count: Int(request.path.dropFirst()) ?? 0)))
        }
        let fetcher = PhotoFetcher(
            HTTPOptions(program: "Test/1").forPhotos, most: 8, backOff: BackOff(tries: 1))
        var ahead = [fetcher.ahead]
        for path in ["1000", "none", "2000", "3000", "9", "9", "9", "\(50 << 20)", "9", "\(300 << 20)"] {
            let address = try #require(PhotoAddress("\(server.address)/\(path)"))
            _ = try? await fetcher.bytes(of: address)
            ahead.append(fetcher.ahead)
        }
        #expect(ahead == [2, 3, 4, 5, 6, 7, 8, 8, 5, 5, 1])
    }

    @Test func `cancelling ends a transfer`() async throws {
        let server = try LoopbackServer { _ in ServerAnswer(body: .silence) }
        let address = server.address
        let task = Task { try await Self.bytes(address, stall: .seconds(600)) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await #expect(throws: ScanError.self) { try await task.value }
        #expect(server.requests.count == 1)
    }

    @Test(
        arguments: [
            (.status(404), "missing", false), (.status(410), "missing", false),
            (.status(403), "unreadable", false),
            (.status(400), "unreadable", false), (.status(503), "unavailable", true),
            (.status(429), "unavailable", true), (.timedOut, "unavailable", true),
            (.cutOff, "unavailable", true),
            (.unreachable("x"), "unavailable", true), (.redirect, "unreadable", false),
            (.address, "address", false),
        ] as [(FetchFailure, String, Bool)])
    func `records say whether an error may be temporary`(
        _ failure: FetchFailure, _ code: String, _ mayPass: Bool
    ) {
        let said = PhotoFailure(ScanError.notFetched(failure))
        #expect(said.code == code && said.mayPass == mayPass)
        #expect(said.message.contains("; "))
    }
}
