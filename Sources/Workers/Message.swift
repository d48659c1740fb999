// What goes over a channel: a length, then so many bytes. A photo goes to a worker as a `HandedPhoto`; what comes back is
// its SHA-256, and then a `PageReading` a page and an empty message, or the picture that was asked for.
import Foundation

extension Channel {
    /// The longest message that is taken from a worker, in bytes, far beyond any record.
    private static let longest = 64 << 20

    func send(message: Data, _ patience: inout Patience) throws(WorkerFailure) {
        let count = withUnsafeBytes(of: UInt32(clamping: message.count).littleEndian) { Data($0) }
        try send(count, &patience)
        try send(message, &patience)
    }

    func send(_ value: some Packed, _ patience: inout Patience) throws(WorkerFailure) {
        var message = Data()
        value.pack(into: &message)
        try send(message: message, &patience)
    }

    /// Throws `ended`, too, when the message would be longer than is taken.
    func message(
        longest: Int = Channel.longest, _ patience: inout Patience
    ) throws(WorkerFailure) -> Data {
        let count = try receive(4, &patience).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count <= longest else { throw .ended }
        return try receive(count, &patience)
    }
}
