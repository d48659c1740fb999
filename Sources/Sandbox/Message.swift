// Messages on a channel: a length, then that many bytes. A photo is sent to a worker as a `PhotoTransfer`; the answer
// is its SHA-256, then one `PageMessage` per page and an empty message, or the picture that was requested.
import Books
import Foundation
import Output
import Reading

/// What a worker found on a page, from which the records of one or several photos are made, with times that the
/// written record omits.
struct PageMessage: Codable {
    private let reading: PageReading
    private let stages: StageTimes

    init(_ reading: PageReading) {
        self.reading = reading
        stages = reading.record.stages
    }

    /// For the photo with this name. The record has nothing about other photos, which workers don't know.
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
    /// The longest message accepted from a worker, in bytes; much longer than any record.
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

    /// Also throws `ended` if the message is too long.
    func message(
        longest: Int = Channel.longest, _ deadline: inout Deadline
    ) throws(WorkerFailure) -> Data {
        let count = try receive(4, &deadline).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count <= longest else { throw .ended }
        return try receive(count, &deadline)
    }
}

extension Data {
    /// Throws `ended` if a message can't be decoded: the sender is not to be used any more.
    func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws(WorkerFailure) -> Value {
        guard let value = try? JSONDecoder().decode(type, from: self) else { throw .ended }
        return value
    }
}
