// A PDF as seen by a worker, which sends requests to the process that opens the PDF. The size of every answer is
// checked first.
import CPages
import Foundation
import Reading

/// Sends requests to the process at a channel's other end.
struct ChannelPages: DocumentPages {
    let channel: Channel

    func open(_ bytes: Data) throws(ScanError) -> Int {
        let opened = try asking { (deadline) throws(WorkerFailure) -> PagesOpened in
            try channel.send(Self.bytes(of: UInt64(bytes.count)), &deadline)
            try channel.send(bytes, &deadline)
            return try receive(&deadline)
        }
        switch PagesOutcome(UInt32(bitPattern: opened.outcome)) {
        case PAGES_DONE: return max(0, Int(opened.count))
        case PAGES_ENCRYPTED: throw .encrypted(format: "PDF")
        default:
            throw bytes.suffix(2048).range(of: Data("%%EOF".utf8)) == nil
                ? .truncated : .damaged(format: "PDF")
        }
    }

    func text(of page: Int) throws(ScanError) -> PageText {
        let request = PagesRequest(
            kind: Int32(bitPattern: PAGES_TEXT.rawValue), page: Int32(page - 1), width: 0, height: 0,
            has_colour: 0)
        let (answer, text, places) = try ask(request) {
            $0.characters <= PAGES_MOST_CHARACTERS && $0.bytes <= 4 * UInt64($0.characters)
        }
        guard answer.width.isNormal, answer.height.isNormal, answer.width > 0, answer.height > 0 else {
            throw .damaged(format: "PDF")
        }
        let sides = PageSides(points: answer.width, answer.height)
        return PageText(
            String(decoding: text, as: UTF8.self), places: sides.places(places), sides: sides,
            covered: answer.covered.isNaN ? 0 : answer.covered, isHidden: answer.is_hidden != 0)
    }

    func picture(of page: Int, _ sides: PageSides, hasColour: Bool) throws(ScanError) -> Data {
        let request = PagesRequest(
            kind: Int32(bitPattern: PAGES_PICTURE.rawValue), page: Int32(page - 1), width: Int32(sides.width),
            height: Int32(sides.height), has_colour: hasColour ? 1 : 0)
        let count = UInt64(sides.width * sides.height * (hasColour ? 3 : 1))
        return try ask(request) { $0.characters == 0 && $0.bytes == count }.bytes
    }

    /// - Parameter isPossible: whether an answer's size is plausible for its head.
    private func ask(
        _ request: PagesRequest, _ isPossible: (PagesAnswer) -> Bool
    ) throws(ScanError) -> (head: PagesAnswer, bytes: Data, places: Data) {
        let answer = try asking { (deadline) throws(WorkerFailure) -> (PagesAnswer, Data, Data)? in
            try channel.send(Self.bytes(of: request), &deadline)
            let head: PagesAnswer = try receive(&deadline)
            guard head.outcome == Int32(bitPattern: PAGES_DONE.rawValue) else { return nil }
            guard isPossible(head) else { throw .ended }
            let bytes = try channel.receive(Int(head.bytes), &deadline)
            let size = MemoryLayout<PagesPlace>.stride
            return (head, bytes, try channel.receive(Int(head.characters) * size, &deadline))
        }
        guard let answer else { throw .damaged(format: "PDF") }
        return answer
    }

    /// The process that waits for this worker enforces the deadline.
    private func asking<Answer>(
        _ body: (inout Deadline) throws(WorkerFailure) -> Answer
    ) throws(ScanError) -> Answer {
        var deadline = Deadline(nil)
        do throws(WorkerFailure) { return try body(&deadline) } catch { throw .crashed(signal: nil) }
    }

    private func receive<Value: BitwiseCopyable>(_ deadline: inout Deadline) throws(WorkerFailure) -> Value {
        try channel.receive(MemoryLayout<Value>.size, &deadline).withUnsafeBytes {
            $0.loadUnaligned(as: Value.self)
        }
    }

    private static func bytes(of value: some BitwiseCopyable) -> Data {
        withUnsafeBytes(of: value) { Data($0) }
    }
}

extension PageSides {
    /// Converts points to pixels.
    fileprivate func places(_ bytes: Data) -> [PageText.Place] {
        bytes.withUnsafeBytes { bytes in
            let size = MemoryLayout<PagesPlace>.stride
            return (0..<bytes.count / size).map { number in
                let place = bytes.loadUnaligned(fromByteOffset: number * size, as: PagesPlace.self)
                func pixels(_ points: Float) -> Double { points.isFinite ? Double(points) * scale : 0 }
                return PageText.Place(
                    left: pixels(place.left), top: pixels(place.top), right: pixels(place.right),
                    bottom: pixels(place.bottom), isSeen: place.is_unseen == 0)
            }
        }
    }
}
