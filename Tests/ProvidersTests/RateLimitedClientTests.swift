// The client with a real server on loopback, with and without errors.
import Foundation
import HTTP
import Servers
import Testing

@testable import Providers

struct RateLimitedClientTests {
    static let rules = HostPolicy(
        interval: .milliseconds(1),
        backOff: BackOff(tries: 3, first: .milliseconds(1), maximumWait: .seconds(2)))

    static func client(timeout: Duration = .seconds(60), contact: String? = nil) throws -> RateLimitedClient {
        try RateLimitedClient(
            HTTPOptions(program: "Test/1", contact: contact, timeout: timeout, sizeLimit: 1_000_000))
    }

    @Test func `answers arrive over one kept connection`() async throws {
        let server = try LoopbackServer { .json(#"{"path": "\#($0.path)"}"#) }
        let client = try Self.client(contact: "maria@example.org")
        for number in 1...5 {
            let response = try await client.get(
                "\(server.address)/\(number)", accept: "application/json", rules: Self.rules)
            #expect(response?.body == Data(#"{"path": "/\#(number)"}"#.utf8))
        }
        #expect(server.requests.map(\.connection) == [1, 1, 1, 1, 1])
        let headers = try #require(server.requests.first?.headers)
        #expect(headers["user-agent"] == "Test/1 (maria@example.org)")
        #expect(headers["accept"] == "application/json")
        #expect(headers["accept-encoding"]?.contains("gzip") == true)
    }

    @Test func `many requests in parallel all succeed`() async throws {
        let server = try LoopbackServer { .json($0.path) }
        let client = try Self.client()
        let address = server.address
        let bodies = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let response = try await client.get(
                        "\(address)/\(number)", accept: "*/*", rules: Self.rules)
                    return String(decoding: response?.body ?? Data(), as: UTF8.self)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bodies == Set((0..<50).map { "/\($0)" }))
    }

    @Test func `missing things are nil`() async throws {
        let server = try LoopbackServer { _ in .html("<h1>Not found</h1>", status: 404) }
        #expect(try await Self.client().get(server.address, accept: "*/*", rules: Self.rules) == nil)
        #expect(server.requests.count == 1)
    }

    /// 40 MB of zeros compressed to 40 kB by gzip.
    static func bomb() throws -> Data {
        let gzip = Process()
        let output = Pipe()
        gzip.executableURL = URL(fileURLWithPath: "/bin/sh")
        gzip.arguments = ["-c", "head -c 40000000 /dev/zero | gzip -9"]
        gzip.standardOutput = output
        try gzip.run()
        return output.fileHandleForReading.readDataToEndOfFile()
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var answer: ServerAnswer
        /// Whether it is the expected error for this host.
        var isRight: @Sendable (ProviderError, String) -> Bool
        var requests: Int
    }

    static let faults = [
        Fault(
            testDescription: "slow", answer: ServerAnswer(body: .silence),
            isRight: { $0 == .http(.timedOut(host: $1, seconds: 1)) }, requests: 1),
        Fault(
            testDescription: "cut off", answer: ServerAnswer(body: .cutOff(Data("{\"a\":".utf8))),
            isRight: { if case .http(.cutOff($1, let failure)) = $0 { failure.code == 18 } else { false } },
            requests: 3),
        Fault(
            testDescription: "500", answer: .html("oops", status: 500),
            isRight: { $0 == .status(host: $1, 500) }, requests: 3),
        Fault(
            testDescription: "403", answer: .html("no", status: 403),
            isRight: { $0 == .status(host: $1, 403) }, requests: 1),
        Fault(
            testDescription: "429 for long",
            answer: ServerAnswer(status: 429, headers: ["Retry-After": "600"], body: .data(Data())),
            isRight: { $0 == .busy(host: $1, retryAfter: 600) }, requests: 1),
        Fault(
            testDescription: "503 without a wish", answer: .html("", status: 503),
            isRight: { $0 == .status(host: $1, 503) }, requests: 3),
        Fault(
            testDescription: "a gigabyte", answer: ServerAnswer(body: .zeros(1_000_000_000)),
            isRight: { $0 == .http(.tooLarge(host: $1, limit: 1_000_000)) }, requests: 1),
        Fault(
            testDescription: "a declared gigabyte",
            answer: ServerAnswer(headers: ["Content-Length": "1000000000"], body: .zeros(1_000_000_000)),
            isRight: { $0 == .http(.tooLarge(host: $1, limit: 1_000_000)) }, requests: 1),
        Fault(
            testDescription: "redirect to a file",
            answer: ServerAnswer(
                status: 302, headers: ["Location": "file:///etc/passwd"], body: .data(Data())),
            isRight: { if case .http(.redirect($1, let failure)) = $0 { failure.code == 1 } else { false } },
            requests: 1),
        Fault(
            testDescription: "redirect in a circle",
            answer: ServerAnswer(status: 302, headers: ["Location": "/again"], body: .data(Data())),
            isRight: { if case .http(.redirect($1, let failure)) = $0 { failure.code == 47 } else { false } },
            requests: 6),
    ]

    @Test(arguments: faults) func `faults have names`(_ fault: Fault) async throws {
        let server = try LoopbackServer { _ in fault.answer }
        let error = await #expect(throws: ProviderError.self) {
            try await Self.client(timeout: .seconds(1)).get(server.address, accept: "*/*", rules: Self.rules)
        }
        #expect(
            error.map { fault.isRight($0, "127.0.0.1:\(server.port)") } == true,
            "\(String(describing: error))")
        #expect(server.requests.count == fault.requests)
    }

    @Test func `gzip bomb stops at the limit`() async throws {
        let bomb = try Self.bomb()
        try #require(bomb.count < 100_000)
        let server = try LoopbackServer { _ in
            ServerAnswer(headers: ["Content-Encoding": "gzip"], body: .data(bomb))
        }
        await #expect(
            throws: ProviderError.http(.tooLarge(host: "127.0.0.1:\(server.port)", limit: 1_000_000))
        ) {
            try await Self.client().get(server.address, accept: "*/*", rules: Self.rules)
        }
    }

    @Test func `short Retry-After is sat out`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/" && request.connection == 1 && request.query.isEmpty
                ? ServerAnswer(
                    status: 429, headers: ["Retry-After": "1", "Connection": "close"], body: .data(Data()))
                : .json("{}")
        }
        let response = try await Self.client().get(server.address, accept: "*/*", rules: Self.rules)
        #expect(response?.status == 200)
        #expect(server.requests.count == 2)
    }

    @Test func `a failing host has a cooldown`() async throws {
        let server = try LoopbackServer { _ in .html("oops", status: 500) }
        let client = try Self.client()
        let host = "127.0.0.1:\(server.port)"
        await #expect(throws: ProviderError.status(host: host, 500)) {
            try await client.get(server.address, accept: "*/*", rules: Self.rules)
        }
        await #expect(throws: ProviderError.coolingDown(host: host, seconds: 300)) {
            try await client.get(server.address, accept: "*/*", rules: Self.rules)
        }
        #expect(server.requests.count == 3)
    }

    /// An hour that a host asked for was forgotten when a request failed that had been sent before.
    @Test(arguments: ["", "30"])
    func `the longest cooldown of requests under way counts`(laterWish: String) async throws {
        let isRefused = DispatchSemaphore(value: 0)
        @Sendable func refusal(_ wish: String) -> ServerAnswer {
            ServerAnswer(status: 503, headers: ["Retry-After": wish], body: .data(Data()))
        }
        let server = try LoopbackServer { request in
            switch request.path {
            case "/first": return .json("{}")
            case "/earlier":
                isRefused.wait()
                return refusal(laterWish)
            default: return refusal("3600")
            }
        }
        let (client, address) = (try Self.client(), server.address)
        let rules = HostPolicy(interval: .milliseconds(1), backOff: BackOff(tries: 1))
        // Until a server has answered once, libcurl waits whether one connection serves several requests.
        _ = try await client.get("\(address)/first", accept: "*/*", rules: rules)
        let earlier = Task { try await client.get("\(address)/earlier", accept: "*/*", rules: rules) }
        while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        await #expect(throws: ProviderError.busy(host: "127.0.0.1:\(server.port)", retryAfter: 3600)) {
            try await client.get("\(address)/later", accept: "*/*", rules: rules)
        }
        isRefused.signal()
        await #expect(throws: ProviderError.self) { try await earlier.value }
        let cooldown = try #require(await client.cooldowns["127.0.0.1:\(server.port)"])
        #expect(cooldown.isAsked && cooldown.until > .now + 1800)
    }

    @Test func `a cooldown that a wrong clock dated is none`() async throws {
        let server = try LoopbackServer { _ in ServerAnswer(status: 404, body: .data(Data())) }
        let client = try Self.client()
        let until = Date.now + 365 * 86_400
        await client.restoreCooldowns(["127.0.0.1:\(server.port)": Cooldown(until: until, isAsked: true)])
        #expect(try await client.get(server.address, accept: "*/*", rules: Self.rules) == nil)
        #expect(server.requests.count == 1)
    }

    /// The rules of the host's first request applied, but the number of tries came from the later one.
    @Test(.timeLimit(.minutes(5)))
    func `a picture that takes too long is not asked again at a source's host`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/cover.jpg" ? ServerAnswer(body: .silence) : .json("{}")
        }
        let client = try RateLimitedClient(
            HTTPOptions(program: "Test/1", timeout: .seconds(1)), chosenAddresses: [server.address])
        let rules = HostPolicy(
            interval: .milliseconds(1), backOff: BackOff(tries: 3, first: .milliseconds(1)),
            cooldown: .seconds(60))
        _ = try await client.get(server.address + "/book", accept: "*/*", rules: rules)
        let host = "127.0.0.1:\(server.port)"
        await #expect(throws: ProviderError.http(.timedOut(host: host, seconds: 1))) {
            try await client.picture(at: server.address + "/cover.jpg")
        }
        #expect(server.requests.map(\.path) == ["/book", "/cover.jpg"])
        let cooldown = try #require(await client.cooldowns[host])
        #expect(cooldown.until <= .now + 60)
    }

    @Test func `a short wish does not shorten the cooldown`() async throws {
        let server = try LoopbackServer { _ in
            ServerAnswer(status: 429, headers: ["Retry-After": "15"], body: .data(Data()))
        }
        let client = try Self.client()
        await #expect(throws: ProviderError.busy(host: "127.0.0.1:\(server.port)", retryAfter: 15)) {
            try await client.get(server.address, accept: "*/*", rules: Self.rules)
        }
        let cooldown = try #require(await client.cooldowns["127.0.0.1:\(server.port)"])
        #expect(!cooldown.isAsked && cooldown.until > .now + 200)
        let again = await #expect(throws: ProviderError.self) {
            try await client.get(server.address, accept: "*/*", rules: Self.rules)
        }
        // It did not ask for these five minutes.
        guard case .coolingDown("127.0.0.1:\(server.port)", 200...300) = again else {
            Issue.record("\(String(describing: again))")
            return
        }
    }

    @Test func `cancellation ends a transfer`() async throws {
        let server = try LoopbackServer { _ in ServerAnswer(body: .silence) }
        let client = try Self.client(timeout: .seconds(600))
        let address = server.address
        let task = Task { try await client.get(address, accept: "*/*", rules: Self.rules) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await #expect(throws: ProviderError.http(.cancelled)) { try await task.value }
    }

    @Test func `closed port is unreachable`() async throws {
        let port = try HeldPort()
        let error = await #expect(throws: ProviderError.self) {
            try await Self.client().get(port.address + "/", accept: "*/*", rules: Self.rules)
        }
        guard case .http(.unreachable("127.0.0.1:\(port.number)", let failure)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.code == 7 && failure.words.contains("connect"))
    }

    @Test(arguments: [
        "", "file:///etc/passwd", "ftp://example.org/", "http://", "gopher://x", "no address",
        "http://127.0.0.1:99999/", "http://127.0.0.1:0/",
    ])
    func `only web addresses are asked`(_ address: String) async throws {
        await #expect(throws: ProviderError.http(.address(address))) {
            try await Self.client().get(address, accept: "*/*", rules: Self.rules)
        }
    }
}
