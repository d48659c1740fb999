// A small HTTP server for tests, including invalid responses. It has threads of its own, because tests that wait for
// the built program block Swift's pool.
import Foundation
import Synchronization

public struct ServerRequest: Sendable {
    public var method: String
    public var path: String
    /// Decoded; of duplicates, the last.
    public var query: [String: String]
    /// Names in lowercase.
    public var headers: [String: String]
    /// Counts the connections of the server from 1.
    public var connection: Int
}

public struct ServerAnswer: Sendable {
    public enum Body: Sendable {
        case data(Data)
        /// This many zero bytes, in chunks without a declared length.
        case zeros(Int)
        /// Declares more bytes than it sends, then closes the connection.
        case cutOff(Data)
        /// Declares more bytes than it sends, then sends nothing until the client closes the connection.
        case stalled(Data)
        /// Sends nothing until the client closes the connection.
        case silence
    }

    public var status: Int
    public var headers: [String: String]
    public var body: Body

    public init(status: Int = 200, headers: [String: String] = [:], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public static func json(_ text: String, status: Int = 200) -> Self {
        Self(status: status, headers: ["Content-Type": "application/json"], body: .data(Data(text.utf8)))
    }

    public static func xml(_ text: String) -> Self {
        Self(headers: ["Content-Type": "application/xml"], body: .data(Data(text.utf8)))
    }

    public static func html(_ text: String, status: Int = 200) -> Self {
        Self(status: status, headers: ["Content-Type": "text/html"], body: .data(Data(text.utf8)))
    }
}

public struct ServerFailure: Error {
    public let message: String

    public init(message: String) { self.message = message }
}

/// Listens on a free port of 127.0.0.1 until it is released.
public final class LoopbackServer: Sendable {
    public var port: UInt16 { listener.port }
    private let listener: LoopbackListener
    private let log = RequestLog()

    public var address: String { "http://127.0.0.1:\(port)" }
    public var requests: [ServerRequest] { log.entries.withLock { $0 } }

    public init(answer: @escaping @Sendable (ServerRequest) -> ServerAnswer) throws {
        let count = Mutex(0)
        listener = try LoopbackListener { [log] connection in
            let number = count.withLock {
                $0 += 1
                return $0
            }
            Thread.detachNewThread {
                var stream = Connection(descriptor: connection, number: number)
                while let request = stream.nextRequest() {
                    log.entries.withLock { $0.append(request) }
                    guard stream.send(answer(request)) else { break }
                }
                close(connection)
            }
        }
    }

    /// Not HTTP: waits for the client to send something, answers with these bytes, and closes the connection.
    public init(bytes: Data) throws {
        listener = try LoopbackListener { connection in
            Connection(descriptor: connection, number: 0).answer(bytes)
            close(connection)
        }
    }
}

private final class RequestLog: Sendable {
    let entries = Mutex<[ServerRequest]>([])
}

/// A kept-alive connection.
private struct Connection {
    let descriptor: Int32
    let number: Int
    private var buffer = Data()

    init(descriptor: Int32, number: Int) {
        self.descriptor = descriptor
        self.number = number
    }

    /// `nil` if the client closed the connection.
    mutating func nextRequest() -> ServerRequest? {
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let range = buffer.range(of: end) {
                let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                buffer = Data(buffer[range.upperBound...])
                guard let request = request(head) else { return nil }
                return skip(Int(request.headers["content-length"] ?? "") ?? 0) ? request : nil
            }
            guard let more = receive() else { return nil }
            buffer.append(more)
        }
    }

    /// Whether the request's body, of this many bytes, was received.
    private mutating func skip(_ bytes: Int) -> Bool {
        while buffer.count < bytes {
            guard let more = receive() else { return false }
            buffer.append(more)
        }
        buffer = Data(buffer.dropFirst(bytes))
        return true
    }

    func answer(_ bytes: Data) {
        guard receive() != nil, write(bytes) else { return }
        // Closing a connection with unread data would discard what was sent.
        shutdown(descriptor, Int32(SHUT_WR))
        while receive() != nil {}
    }

    private func receive() -> Data? { LoopbackSocket.receive(descriptor) }

    private func request(_ head: String) -> ServerRequest? {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ").map(String.init)
        guard words.count == 3, let parts = URLComponents(string: words[1]) else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let query = (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        return ServerRequest(
            method: words[0], path: parts.path, query: Dictionary(query) { $1 }, headers: headers,
            connection: number)
    }

    /// Whether the connection can be kept.
    mutating func send(_ answer: ServerAnswer) -> Bool {
        var head = "HTTP/1.1 \(answer.status) Status\r\n"
        for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
        switch answer.body {
        case .data(let data):
            return write(Data((head + "Content-Length: \(data.count)\r\n\r\n").utf8) + data)
        case .cutOff(let data):
            _ = write(Data((head + "Content-Length: \(data.count + 1000)\r\n\r\n").utf8) + data)
            return false
        case .stalled(let data):
            _ = write(Data((head + "Content-Length: \(data.count + 1000)\r\n\r\n").utf8) + data)
            while receive() != nil {}
            return false
        case .zeros(let count):
            guard write(Data((head + "Connection: close\r\n\r\n").utf8)) else { return false }
            let chunk = Data(count: 65_536)
            var left = count
            while left > 0, write(chunk) { left -= chunk.count }
            return false
        case .silence:
            while receive() != nil {}
            return false
        }
    }

    private func write(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes -> Bool in
            var sent = 0
            while sent < bytes.count {
                // A client that closed the connection must not end the tests with SIGPIPE.
                let count = Foundation.send(
                    descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL)
                )
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }
}
