#if Server
// A site that is told to end must not wait for a photo that comes byte by byte, nor for a library that does not answer.
import Dispatch
import Foundation
import ServiceLifecycle

/// Ends what has not ended by itself. The last of its group, which is told first.
struct ShutdownDeadline: Service {
    /// Seconds after which connections are closed, and after which the program ends whatever is still at work: photos are
    /// read again after the next start, and the store keeps whole changes alone.
    private static let (patience, end) = (5.0, 15.0)

    private let connections: OpenConnections

    init(_ connections: OpenConnections) { self.connections = connections }

    func run() async throws {
        try await gracefulShutdown()
        let connections = connections
        let queue = DispatchQueue.global()
        queue.asyncAfter(deadline: .now() + Self.patience) { connections.closeAll() }
        queue.asyncAfter(deadline: .now() + Self.end) {
            FileHandle.standardError.write(Data("bookzone serve: some requests were not finished\n".utf8))
            _exit(0)
        }
    }
}
#endif
