#if Server
// What `bookzone serve check` asks a site through its public address: which way requests and answers take.
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle

/// How a request arrived.
struct ProbeAnswer: Codable, Hashable {
    /// The connection's other end.
    var peer: String
    /// The `X-Forwarded-For` fields, the nearest proxy's last.
    var forwarded: [String]
    /// Bytes of the request's body.
    var received: Int
}

/// Answers only who shows the secret of a check that runs.
struct ProbeController {
    static let (path, events) = ("/check", "/check/events")

    /// How long an event stream stays open after its first event.
    var hold = Duration.seconds(3)
    let isKnown: @Sendable (Secret) async throws -> Bool

    func add(to router: some RouterMethods<SiteContext>) {
        router.get(RouterPath(Self.path), use: answer)
        router.post(RouterPath(Self.path), use: answer)
        router.get(RouterPath(Self.events), use: stream)
    }

    private func require(_ request: Request) async throws {
        guard let secret = request.headers[.check].flatMap({ Secret($0) }), try await isKnown(secret) else {
            throw HTTPError(.notFound)
        }
    }

    @Sendable private func answer(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await require(request)
        var received = 0
        for try await part in request.body { received += part.readableBytes }
        let forwarded = request.headers[values: .forwardedFor].joined(separator: ",").split(separator: ",")
        let answer = ProbeAnswer(
            peer: context.peer ?? "", forwarded: forwarded.map { $0.trimmingCharacters(in: .whitespaces) },
            received: received)
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answer))))
    }

    /// An event with the time at which it is sent; another, `hold` later, ends the stream.
    @Sendable private func stream(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await require(request)
        let hold = hold
        let body = ResponseBody { writer in
            try await writer.write(Self.event(.now))
            await cancelWhenGracefulShutdown { try? await Task.sleep(for: hold) }
            try await writer.write(Self.event(.now))
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .accelBuffering: "no"], body: body)
    }

    private static func event(_ date: Date) -> ByteBuffer {
        ByteBuffer(string: "data: \(date.timeIntervalSince1970)\n\n")
    }

    /// When the first event of a stream was sent; `nil` unless it is one of ours.
    static func sent(_ stream: Data) -> Date? {
        let line = String(decoding: stream, as: UTF8.self).prefix { $0 != "\n" }
        guard line.hasPrefix("data: ") else { return nil }
        return Double(line.dropFirst(6)).map { Date(timeIntervalSince1970: $0) }
    }

    /// Answers in place of a site while `body` runs.
    func serving<Value: Sendable>(
        as options: SiteOptions, _ body: () async -> Value
    ) async throws -> Value? {
        let router = Router(context: SiteContext.self)
        let hosts = options.hosts.union([options.address.host])
        let hostGuard = HostGuard(hosts: hosts, refusal: HTTPError(.misdirectedRequest))
        add(to: router.group(RouterPath(options.address.base)).add(middleware: hostGuard))
        var logger = Logger(label: "bookzone")
        logger.logLevel = .critical
        let (listening, told) = AsyncStream.makeStream(of: Int.self)
        let application = SiteServer(options: options, connections: OpenConnections())
            .application(router, services: [], logger: logger) { told.yield($0) }
        let services = ServiceGroup(services: [application], logger: logger)
        async let running: Void = {
            defer { told.finish() }
            try await services.run()
        }()
        guard await listening.first(where: { _ in true }) != nil else {
            try await running
            return nil
        }
        let value = await body()
        await services.triggerGracefulShutdown()
        try await running
        return value
    }
}

extension HTTPField.Name {
    /// Not in the address, which proxies write into their logs.
    static let check = Self("X-BookZone-Check")!
}
#endif
