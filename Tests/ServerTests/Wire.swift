#if Server
// HTTP as bytes, to send what browsers never send, and to see each response as received.
import Foundation
import Testing

/// A connection to a local site.
final class Wire: Sendable {
    private let descriptor: Int32

    init(_ port: Int) throws {
        var found: UnsafeMutablePointer<addrinfo>?
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        getaddrinfo("localhost", String(port), &hints, &found)
        defer { freeaddrinfo(found) }
        var connected: Int32 = -1
        var next = found
        while connected < 0, let address = next?.pointee {
            let socket = socket(address.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            if connect(socket, address.ai_addr, address.ai_addrlen) == 0 {
                connected = socket
            } else {
                close(socket)
            }
            next = address.ai_next
        }
        descriptor = connected
        try #require(descriptor >= 0)
        // A test that waits in vain must fail rather than hang; on few processors other tests come first.
        var timeout = timeval(tv_sec: 600, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    }

    deinit { close(descriptor) }

    /// Waits on a thread outside Swift's pool.
    private func blocking<Value: Sendable>(
        _ body: @escaping @Sendable (Int32) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try body(self.descriptor) })
            }
        }
    }

    struct Closed: Error {}
    struct TooSlow: Error {}

    /// - Throws: `Closed` if the other end is closed.
    func send(_ bytes: some Sequence<UInt8> & Sendable) async throws {
        let bytes = Array(bytes)
        try await blocking { descriptor in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { throw Closed() }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Sends nothing more, but still receives.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    private static func read(_ descriptor: Int32) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN { throw TooSlow() }
        return count > 0 ? Array(buffer[..<count]) : []
    }

    /// More bytes; empty at the end.
    func read() async throws -> [UInt8] { try await blocking { try Self.read($0) } }

    /// All bytes until the other end closes.
    func readToEnd() async throws -> [UInt8] {
        try await blocking { descriptor in
            var all: [UInt8] = []
            while true {
                let more = try Self.read(descriptor)
                if more.isEmpty { return all }
                all += more
            }
        }
    }

    /// Text up to and including `part`; everything if the connection is closed before.
    func read(until part: String) async throws -> String {
        try await blocking { descriptor in
            var all: [UInt8] = []
            while !String(decoding: all, as: UTF8.self).contains(part) {
                let more = try Self.read(descriptor)
                if more.isEmpty { break }
                all += more
            }
            return String(decoding: all, as: UTF8.self)
        }
    }

    /// Whether there is data, or the other end is closed; does not wait.
    func hasAnswer() async throws -> Bool {
        try await blocking { descriptor in
            var byte: UInt8 = 0
            let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            return count >= 0 || errno != EAGAIN
        }
    }

    /// One response.
    ///
    /// - Parameter hasBody: false for responses to HEAD.
    func answer(hasBody: Bool = true) async throws -> Answer {
        try await blocking { descriptor in
            var all: [UInt8] = []
            while true {
                if let answer = Answer(all, hasBody: hasBody) { return answer }
                let more = try Self.read(descriptor)
                if more.isEmpty { throw Closed() }
                all += more
            }
        }
    }
}

struct Answer: Sendable {
    var status: Int
    /// Names in lowercase.
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    var cookies: [String] { headers.filter { $0.name == "set-cookie" }.map(\.value) }

    /// Of the forms of a page.
    var token: String? {
        let data = Data(body)
        guard let start = data.range(of: Data(#"data-token=""#.utf8))?.upperBound,
            let end = data[start...].firstIndex(of: UInt8(ascii: "\"")), end > start
        else { return nil }
        return String(decoding: data[start..<end], as: UTF8.self)
    }

    /// `nil` if it is incomplete.
    init?(_ bytes: [UInt8], hasBody: Bool) {
        guard let end = Data(bytes).range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            headers.append(
                (parts[0].lowercased(), (parts.last ?? "").trimmingCharacters(in: .whitespaces)))
        }
        guard hasBody else { return }
        let rest = bytes[end.upperBound...]
        if let length = self["content-length"].flatMap(Int.init) {
            guard rest.count >= length else { return nil }
            body = Array(rest.prefix(length))
        } else if self["transfer-encoding"] == "chunked" {
            guard let whole = Self.joined(rest) else { return nil }
            body = whole
        }
    }

    private static func joined(_ chunks: ArraySlice<UInt8>) -> [UInt8]? {
        var (rest, whole) = (chunks, [UInt8]())
        while let line = rest.firstIndex(of: 10) {
            let size = String(decoding: rest[..<line], as: UTF8.self).trimmingCharacters(
                in: .whitespacesAndNewlines)
            guard let count = Int(size, radix: 16) else { return nil }
            if count == 0 { return whole }
            guard rest.endIndex - line - 1 >= count + 2 else { return nil }
            whole += rest[(line + 1)...].prefix(count)
            rest = rest[(line + 1 + count + 2)...]
        }
        return nil
    }
}
#endif
