#if Server
// The HTTP server: connection limits, and shutdown.
import Dispatch
import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

struct SiteServer {
    let options: SiteOptions
    let connections: OpenConnections

    /// - Parameters:
    ///   - services: run beside the server.
    ///   - onListening: called with the port when clients can connect.
    func application(
        _ router: Router<SiteContext>, services: [any Service], logger: Logger,
        onListening: @escaping @Sendable (Int) -> Void
    ) -> some ApplicationProtocol {
        let (pace, connections) = (options.slowClients, connections)
        var application = Application(
            router: router,
            // Without Hummingbird's idle timeout, which counts from when a response was written and so cuts off one that is
            // still being sent; `SlowClientGuard` limits the time in between.
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        RequestHeadGuardInstaller(), SlowClientGuard(pace),
                        OpenConnections.Tracker(connections),
                    ],
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10,
                        maxHeaderFieldCount: 100))),
            configuration: .init(
                address: .hostname(options.listen.host, port: options.listen.port), serverName: nil,
                backlog: 1024,
                availableConnectionsDelegate: .maximum(options.connections, logger: logger)),
            services: services,
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) },
            logger: logger)
        application.logger.logLevel = logger.logLevel
        return application
    }

    /// Serves until SIGTERM or SIGINT. Requests under way then have a few seconds to end.
    func run(_ application: some ApplicationProtocol, logger: Logger) async throws {
        let services: [any Service] = [application, ShutdownDeadline(connections)]
        let configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await PortInUse.recognised { try await ServiceGroup(configuration: configuration).run() }
    }
}

extension SiteOptions {
    /// Listens at the site's address and port for a moment, to learn whether that is possible.
    ///
    /// - Throws: `PortInUse`; errors of listening.
    public func tryListening() async throws {
        try await PortInUse.recognised {
            let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: listen.host, port: listen.port).get()
            try await server.close()
        }
    }
}

/// Another program listens at the site's address and port.
public struct PortInUse: Error {
    /// Runs `body`, and throws this error for the system's.
    fileprivate static func recognised(_ body: () async throws -> Void) async throws {
        do { try await body() } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw PortInUse()
        }
    }
}

/// A task executor with a bounded number of threads, which may block.
final class BlockingTasks: TaskExecutor {
    private let pool: NIOThreadPool

    init(threads: Int) {
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Threads that may block, at which accounts, and networks without an account, take turns.
struct SharedThreads: Sendable {
    private let threads: BlockingTasks
    private let turns: FairQueue<String>

    /// - Parameter ofOne: how many of them one client can use.
    init(_ count: Int, ofOne: Int) {
        threads = BlockingTasks(threads: count)
        turns = FairQueue(.init(running: count, runningOfOne: ofOne, waiting: 256))
    }

    /// - Throws: `SiteError.busy` if too many tasks of the client are waiting; what `body` throws.
    func run<Value: Sendable>(
        for client: String, _ body: @Sendable () throws -> Value
    ) async throws -> Value {
        do {
            return try await turns.run(for: client) {
                try await withTaskExecutorPreference(threads) { try body() }
            }
        } catch is FairQueue<String>.Busy {
            throw SiteError.busy
        }
    }
}

/// Ends what does not end by itself. It must be the last of its group, since services are shut down in reverse order.
struct ShutdownDeadline: Service {
    /// Seconds after which connections are closed, and after which the process exits. Photos that were not read are
    /// read after the next start, and the store has no partial changes.
    private static let (timeout, end) = (5.0, 15.0)

    private let connections: OpenConnections

    init(_ connections: OpenConnections) { self.connections = connections }

    func run() async throws {
        try await gracefulShutdown()
        let connections = connections
        let queue = DispatchQueue.global()
        queue.asyncAfter(deadline: .now() + Self.timeout) { connections.closeAll() }
        queue.asyncAfter(deadline: .now() + Self.end) {
            let left = connections.count > 0 ? "requests were" : "background work was"
            FileHandle.standardError.write(Data("bookzone serve: some \(left) not finished\n".utf8))
            _exit(0)
        }
    }
}
#endif
