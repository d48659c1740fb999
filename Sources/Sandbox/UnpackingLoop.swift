// The worker's side of `ArchiveWorkers`: unpacks one archive on request.
import Documents
import Foundation
import Reading

struct UnpackingLoop {
    /// A request of one byte, and its answer.
    enum Request: UInt8 {
        /// An `Answer` with the next member, or `nil` at the end.
        case next
        /// The kind of the last member: an empty message, then an `Answer`.
        case kind
        /// The same, after the member's bytes in non-empty messages.
        case bytes
    }

    struct Answer<Value> {
        var result: Result<Value, ArchiveError>

        init(_ body: () throws(ArchiveError) -> Value) {
            result = Result { () throws(ArchiveError) in try body() }
        }
    }

    private let channel: Channel

    init(_ channel: Channel) {
        self.channel = channel
    }

    /// Runs until the other end is closed.
    ///
    /// - Parameter descriptor: of the archive.
    func run(_ descriptor: Int32) throws(WorkerFailure) {
        var deadline = Deadline(nil)
        let reader = Result { () throws(ArchiveError) in try ArchiveReader(at: descriptor) }
        while true {
            guard let byte = try channel.receive(1, &deadline).first, let request = Request(rawValue: byte)
            else {
                throw .ended
            }
            switch request {
            case .next:
                try channel.send(Answer { () throws(ArchiveError) in try reader.get().next() }, &deadline)
            case .kind, .bytes: try sendContent(of: reader, isWhole: request == .bytes, &deadline)
            }
        }
    }

    private func sendContent(
        of reader: Result<ArchiveReader, ArchiveError>, isWhole: Bool, _ deadline: inout Deadline
    ) throws(WorkerFailure) {
        var failure: WorkerFailure?
        let kind = Answer { () throws(ArchiveError) in
            try reader.get().content(isWhole: isWhole) { chunk in
                guard failure == nil, !chunk.isEmpty else { return }
                var deadline = Deadline(nil)
                do throws(WorkerFailure) {
                    try channel.send(message: Data(chunk), &deadline)
                } catch { failure = error }
            }
        }
        if let failure { throw failure }
        try channel.send(message: Data(), &deadline)
        try channel.send(kind, &deadline)
    }
}

extension UnpackingLoop.Answer: Codable where Value: Codable {
    private enum CodingKeys: String, CodingKey { case value, error }

    init(from decoder: any Decoder) throws {
        let answer = try decoder.container(keyedBy: CodingKeys.self)
        result =
            try answer.decodeIfPresent(ArchiveError.self, forKey: .error).map { .failure($0) }
            ?? .success(answer.decode(Value.self, forKey: .value))
    }

    func encode(to encoder: any Encoder) throws {
        var answer = encoder.container(keyedBy: CodingKeys.self)
        switch result {
        case .success(let value): try answer.encode(value, forKey: .value)
        case .failure(let error): try answer.encode(error, forKey: .error)
        }
    }
}
