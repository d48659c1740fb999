#if Server
// The endpoints for `bookzone serve check`: they show how requests and responses get through a proxy.
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle

/// How a request arrived.
struct ProbeAnswer: Codable, Hashable {
    /// The address of the connection's peer.
    var peer: String
    /// The `X-Forwarded-For` values; the nearest proxy's is last.
    var forwarded: [String]
    /// The number of bytes in the body.
    var received: Int
}

/// Responds only to requests with the secret of a running check.
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
            peer: context.peer?.text ?? "",
            forwarded: forwarded.map { $0.trimmingCharacters(in: .whitespaces) },
            received: received)
        return Response(ByteBuffer(bytes: try JSONEncoder().encode(answer)), "application/json")
    }

    /// Sends an event with the current time, and another one, `hold` later, before the stream ends.
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

    /// When the first event of a stream was sent; `nil` if the data is not such a stream.
    static func sent(_ stream: Data) -> Date? {
        let line = String(decoding: stream, as: UTF8.self).prefix { $0 != "\n" }
        guard line.hasPrefix("data: ") else { return nil }
        return Double(line.dropFirst(6)).map { Date(timeIntervalSince1970: $0) }
    }

    /// Serves these endpoints while `body` runs, in place of the site.
    func serving<Value: Sendable>(
        as options: SiteOptions, _ body: () async -> Value
    ) async throws -> Value? {
        let router = Router(context: SiteContext.self)
        let hosts = options.hosts.union([options.address.host])
        let hostGuard = HostGuard(hosts: hosts, refusal: HTTPError(.misdirectedRequest))
        add(to: router.group(RouterPath(options.address.base)).add(middleware: hostGuard))
        var logger = Logger(label: "bookzone")
        logger.logLevel = .critical
        let (listening, ports) = AsyncStream.makeStream(of: Int.self)
        let application = SiteServer(options: options, connections: OpenConnections())
            .application(router, services: [], logger: logger) { ports.yield($0) }
        let services = ServiceGroup(services: [application], logger: logger)
        async let running: Void = {
            defer { ports.finish() }
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
    /// A header field, because proxies log addresses.
    static let check = Self("X-BookZone-Check")!
}
#endif
