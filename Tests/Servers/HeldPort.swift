// Reserves a port for a server that must be told its port.
import Foundation

/// A free port of 127.0.0.1 that no other process gets before the tests end: a port that were freed with its value
/// could be another's before the server that was told its number listens. It is bound but not listened on:
/// connections are refused until a server listens there with `SO_REUSEADDR`, as servers do.
public struct HeldPort: Sendable {
    public let number: UInt16

    public init() throws {
        let socket = LoopbackSocket.stream()
        var isShared: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size))
        do {
            try LoopbackSocket.bindAnywhere(socket)
            number = try LoopbackSocket.port(of: socket)
        } catch {
            close(socket)
            throw error
        }
    }

    public var address: String { "http://127.0.0.1:\(number)" }
    /// Whether a server accepts connections there.
    public var isListening: Bool {
        let descriptor = LoopbackSocket.stream()
        defer { close(descriptor) }
        return LoopbackSocket.withAddress(number) { connect(descriptor, $0, $1) } == 0
    }
}
