#if Server
// The scan server, for use with another catalogue: no store, no accounts, and a single page.
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Sandbox

public final class ScanServer: Sendable {
    let options: SiteOptions
    let scans: ScanService
    private let token: String?
    private let pages: Pages
    private let connections = OpenConnections()

    /// A reader that other machines can reach must have a token.
    public struct TokenMissing: Error {}

    /// - Parameters:
    ///   - options: those of accounts are ignored. Request bodies are stored in the folder `photos`, as files without
    ///     names.
    ///   - token: the token that requests must have; `nil` for none, which is allowed only if just this machine can
    ///     connect.
    ///   - threads: the most threads that wait for the disk.
    /// - Throws: `TokenMissing`; `FolderFailure` if no photo can be stored in the folder.
    public init(
        _ options: SiteOptions, token: String?, workers: ForkServer, threads: Int = 8
    ) throws {
        guard token != nil || SiteAddress.isHere(options.listen.host) || options.listen.host == "::1" else {
            throw TokenMissing()
        }
        self.options = options
        self.token = token
        pages = try Pages(base: "")
        scans = ScanService(
            room: SpoolRoom(options: options, reservations: UploadReservations()) { _ in (0, 0, 0) },
            workers: WorkerQueue((0..<max(1, options.jobs)).map { _ in PhotoWorker(workers) }),
            archives: ArchiveWorkers(workers), blocking: BlockingTasks(threads: threads))
        close(try scans.room.makeFile())
        guard options.hasRoom(for: 0) else { throw FolderFailure(full: options) }
    }

    func router() -> Router<SiteContext> {
        let router = Router(context: SiteContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: AccessLog())
        router.add(middleware: ClientMiddleware(connections: connections, proxies: []))
        router.add(middleware: SecurityHeaders(isSecure: false))
        router.add(middleware: ProblemMiddleware())
        let methods = MethodGuard()
        router.add(middleware: methods)
        router.get("healthz") { _, _ in Response("ok\n", "text/plain") }
        router.get("metrics", use: metrics)
        let guarded = router.group().add(middleware: OwnMachineGuard(isOpen: token == nil))
        ScanServerController(scans: scans, token: token, pages: pages).add(to: guarded)
        methods.learn(router)
        return router
    }

    @Sendable private func metrics(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = scans.metrics.text(waiting: scans.workers.count, requests: scans.requests.count)
        return Response(text, "text/plain; version=0.0.4; charset=utf-8")
    }

    /// Serves until SIGTERM or SIGINT. Requests under way then have a few seconds to end.
    ///
    /// - Parameter onListening: called with the port when clients can connect.
    public func run(logger: Logger, onListening: @escaping @Sendable (Int) -> Void) async throws {
        let server = SiteServer(options: options, connections: connections)
        try await server.run(application(logger: logger, onListening: onListening), logger: logger)
    }

    /// - Parameter onListening: called with the port when clients can connect.
    func application(
        logger: Logger, onListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        SiteServer(options: options, connections: connections)
            .application(router(), services: [], logger: logger, onListening: onListening)
    }
}

/// Without a token, only requests to this machine's own names and from the reader's own page are accepted. Otherwise
/// any web page that the user opens could send photos here.
struct OwnMachineGuard: RouterMiddleware {
    /// Whether no token is needed.
    let isOpen: Bool

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        guard isOpen else { return try await next(request, context) }
        let host = request.head.authority?.lowercased() ?? ""
        guard SiteAddress.isHere(host) else { throw SiteError.misdirected }
        if let origin = request.headers[.origin], origin.lowercased() != "http://\(host)" {
            throw SiteError.forged
        }
        return try await next(request, context)
    }
}
#endif
