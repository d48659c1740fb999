// Reserves a port for a server that must be told its port.
import Foundation

/// A free port of 127.0.0.1 that no other process gets while this object exists. It is bound but not listened on:
/// connections are refused until a server listens there with `SO_REUSEADDR`, as servers do.
public final class HeldPort: Sendable {
    public let number: UInt16
    private let socket: Int32

    public init() throws {
        socket = LoopbackSocket.stream()
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

    deinit { close(socket) }

    public var address: String { "http://127.0.0.1:\(number)" }
    /// Whether a server accepts connections there.
    public var isListening: Bool {
        let descriptor = LoopbackSocket.stream()
        defer { close(descriptor) }
        return LoopbackSocket.withAddress(number) { connect(descriptor, $0, $1) } == 0
    }
}

enum LoopbackSocket {
    static func stream() -> Int32 {
        #if canImport(Glibc)
        socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    static func bindAnywhere(_ descriptor: Int32) throws {
        guard withAddress(0, { bind(descriptor, $0, $1) }) == 0 else {
            throw ServerFailure(message: "no port to be had")
        }
    }

    static func port(of descriptor: Int32) throws -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let known = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard known == 0 else { throw ServerFailure(message: "the port is not known") }
        return UInt16(bigEndian: address.sin_port)
    }

    static func withAddress<R>(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
