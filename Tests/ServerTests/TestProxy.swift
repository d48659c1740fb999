#if Server
// A proxy before a site with the usual faults of proxies. It forwards complete responses, and so delays events.
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Synchronization

@testable import Server

final class TestProxy: Sendable {
    enum Fault: Sendable, Hashable, CaseIterable {
        /// Does not send `X-Forwarded-For`.
        case noClient
        /// Leaves the client's own `X-Forwarded-For` as it is.
        case forged
        /// Sends its own host name.
        case ownHost
        /// Sends another path.
        case otherPath
        case redirects, refuses, otherSite
        /// Refuses what is larger than a megabyte.
        case smallBodies
        /// Cannot reach the site.
        case badGateway
    }

    private let faults: Set<Fault>
    private let target = Mutex(0)

    private init(_ faults: Set<Fault>) { self.faults = faults }

    /// - Parameter body: gets the proxy's port.
    static func with<Value: Sendable>(
        _ faults: Set<Fault>, to target: Int, _ body: (Int) async throws -> Value
    ) async throws -> Value {
        let proxy = TestProxy(faults)
        proxy.target.withLock { $0 = target }
        let loop = try CurlLoop(HTTPOptions(program: "proxy", timeout: .seconds(600)))
        return try await serving { onListening in
            let router = Router()
            router.on("**", method: .get) { request, _ in try await proxy.forward(request, loop) }
            router.on("**", method: .post) { request, _ in try await proxy.forward(request, loop) }
            return Application(
                router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) }, logger: .quiet)
        } _: { port in
            try await body(port)
        }
    }

    private func forward(_ request: Request, _ loop: CurlLoop) async throws -> Response {
        if faults.contains(.redirects) {
            return Response(status: .movedPermanently, headers: [.location: "https://club.test/"])
        }
        if faults.contains(.refuses) { return Response(status: .forbidden) }
        if faults.contains(.badGateway) { return Response(status: .badGateway) }
        if faults.contains(.otherSite) {
            return Response(status: .ok, body: .init(byteBuffer: .init(string: "hello")))
        }
        let sent = try await request.body.collect(upTo: 16 << 20)
        if faults.contains(.smallBodies), sent.readableBytes > 1 << 20 {
            return Response(status: .contentTooLarge)
        }
        let path = request.uri.string.replacing("/club/", with: faults.contains(.otherPath) ? "/" : "/club/")
        var forwarded = HTTP.HTTPRequest(
            url: "http://127.0.0.1:\(target.withLock(\.self))\(path)", accept: "*/*")
        forwarded.method = request.method.rawValue
        if sent.readableBytes > 0 { forwarded.body = Data(sent.readableBytesView) }
        forwarded.headers = ["Expect:"]
        if !faults.contains(.ownHost) { forwarded.headers.append("Host: \(request.head.authority ?? "")") }
        if let secret = request.headers[.check] {
            forwarded.headers.append("X-BookZone-Check: \(secret)")
        }
        if !faults.contains(.noClient) {
            let known = request.headers[.forwardedFor]
            let all = [known, faults.contains(.forged) ? nil : "203.0.113.9"].compactMap(\.self)
            forwarded.headers.append("X-Forwarded-For: \(all.joined(separator: ", "))")
        }
        let answer = try await loop.perform(forwarded)
        return Response(
            status: .init(code: answer.status), body: .init(byteBuffer: .init(bytes: answer.body)))
    }
}
#endif
