// Values as bytes and back. JSON would do, but takes longer to get going than all else that a worker costs.
import Foundation

/// A value that goes over a channel.
protocol Packed {
    func pack(into bytes: inout Data)

    /// Throws `ended` where the bytes make no such value: whoever sent them is not to be talked to.
    init(unpacking bytes: inout Data) throws(WorkerFailure)
}

extension Packed where Self: BitwiseCopyable {
    func pack(into bytes: inout Data) { withUnsafeBytes(of: self) { bytes.append(contentsOf: $0) } }
}

extension Data {
    mutating func take(_ count: Int) throws(WorkerFailure) -> Data {
        guard count >= 0, count <= self.count else { throw .ended }
        defer { removeFirst(count) }
        return prefix(count)
    }
}

extension Int: Packed {
    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self = try bytes.take(MemoryLayout<Int>.size).withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    }
}

extension Bool: Packed {
    init(unpacking bytes: inout Data) throws(WorkerFailure) { self = try bytes.take(1).first == 1 }
}

extension Double: Packed {
    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self = try bytes.take(MemoryLayout<Double>.size).withUnsafeBytes { $0.loadUnaligned(as: Double.self) }
    }
}

extension String: Packed {
    func pack(into bytes: inout Data) {
        utf8.count.pack(into: &bytes)
        bytes.append(contentsOf: utf8)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self = String(decoding: try bytes.take(try Int(unpacking: &bytes)), as: UTF8.self)
    }
}

extension Optional: Packed where Wrapped: Packed {
    func pack(into bytes: inout Data) {
        bytes.append(self == nil ? 0 : 1)
        self?.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self = try bytes.take(1).first == 0 ? nil : Wrapped(unpacking: &bytes)
    }
}

extension Array: Packed where Element: Packed {
    func pack(into bytes: inout Data) {
        count.pack(into: &bytes)
        for element in self { element.pack(into: &bytes) }
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self = []
        // Every element takes a byte at least: a count that lies is found out.
        for _ in 0..<(try Int(unpacking: &bytes, below: bytes.count)) {
            append(try Element(unpacking: &bytes))
        }
    }
}

extension Int {
    fileprivate init(unpacking bytes: inout Data, below limit: Int) throws(WorkerFailure) {
        self = try Int(unpacking: &bytes)
        guard (0...limit).contains(self) else { throw .ended }
    }
}
