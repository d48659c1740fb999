// What goes over a channel: a length, then so many bytes. A photo goes to a worker as a `PhotoTransfer`; what comes back is
// its SHA-256, and then a `PageMessage` a page and an empty message, or the picture that was asked for.
import Books
import Foundation
import Output
import Reading

/// What a worker saw on a page, from which the record of several photos of one book is made, with the times that a record's
/// written form leaves out.
struct PageMessage: Codable {
    private let reading: PageReading
    private let stages: StageTimes

    init(_ reading: PageReading) {
        self.reading = reading
        stages = reading.record.stages
    }

    /// Of a photo by its name. Its record says nothing of other photos, of which no worker knows.
    func reading(of photo: String) -> PageReading {
        var reading = reading
        reading.record.photo = photo
        reading.record.stages = stages
        reading.record.repeats = nil
        reading.record.photos = []
        return reading
    }
}

extension Channel {
    /// The longest message that is taken from a worker, in bytes, far beyond any record.
    private static let longest = 64 << 20

    func send(message: Data, _ deadline: inout Deadline) throws(WorkerFailure) {
        let count = withUnsafeBytes(of: UInt32(clamping: message.count).littleEndian) { Data($0) }
        try send(count, &deadline)
        try send(message, &deadline)
    }

    func send(_ value: some Encodable, _ deadline: inout Deadline) throws(WorkerFailure) {
        guard let message = try? JSONLine.line(value) else { throw .ended }
        try send(message: Data(message.utf8), &deadline)
    }

    /// Throws `ended`, too, when the message would be longer than is taken.
    func message(
        longest: Int = Channel.longest, _ deadline: inout Deadline
    ) throws(WorkerFailure) -> Data {
        let count = try receive(4, &deadline).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count <= longest else { throw .ended }
        return try receive(count, &deadline)
    }
}

extension Data {
    /// Throws `ended` where a message is no such value: whoever sent it is not to be talked to.
    func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws(WorkerFailure) -> Value {
        guard let value = try? JSONDecoder().decode(type, from: self) else { throw .ended }
        return value
    }
}
