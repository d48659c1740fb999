// Accepts connections for the servers of tests.
import Foundation

/// Listens on a free port of 127.0.0.1 until it is released.
final class LoopbackListener: Sendable {
    let port: UInt16
    private let socket: Int32

    /// - Parameter accepted: is given the descriptor of each connection, and closes it. Connections are accepted on a thread
    ///   of their own, which waits until this returns.
    init(_ accepted: @escaping @Sendable (Int32) -> Void) throws {
        socket = LoopbackSocket.stream()
        try LoopbackSocket.bindAnywhere(socket)
        guard listen(socket, 16) == 0 else { throw ServerFailure(message: "no port to listen on") }
        port = try LoopbackSocket.port(of: socket)
        let listener = socket
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                if connection >= 0 { accepted(connection) } else if errno != EINTR { break }
            }
            // Not in `deinit`: this thread could accept once more, from the socket that has the number next.
            close(listener)
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }
}
