// Lines of files, one after another, each with its position.
import Foundation
import Output
import Synchronization

/// Splits what is read into lines.
struct LineBuffer {
    struct Line {
        /// Without the line end.
        var bytes: ArraySlice<UInt8>
        /// The offset of its first byte.
        var start: Int
        /// False for a last line without a line end.
        var hasEnd: Bool

        /// The offset of the next line.
        var end: Int { start + bytes.count + (hasEnd ? 1 : 0) }
    }

    /// How many bytes are read at a time.
    static let chunk = 1 << 18

    private let separator: UInt8
    private var buffer: [UInt8] = []
    /// The offset of the buffer's first byte.
    private var offset = 0
    private var place = 0

    /// - Parameter separator: ends each line.
    init(separator: UInt8 = UInt8(ascii: "\n")) {
        self.separator = separator
    }

    /// `nil` at the end.
    ///
    /// - Parameter read: appends the bytes at an offset; appends nothing at the end.
    mutating func next<Failure: Error>(
        _ read: (_ bytes: inout [UInt8], _ offset: Int) throws(Failure) -> Void
    ) throws(Failure) -> Line? {
        var searched = place
        while true {
            if let end = buffer[searched...].firstIndex(of: separator) {
                defer { place = end + 1 }
                return Line(bytes: buffer[place..<end], start: offset + place, hasEnd: true)
            }
            offset += place
            buffer.removeFirst(place)
            place = 0
            searched = buffer.count
            try read(&buffer, offset + buffer.count)
            if buffer.count > searched { continue }
            guard !buffer.isEmpty else { return nil }
            defer { place = buffer.count }
            return Line(bytes: buffer[...], start: offset, hasEnd: false)
        }
    }
}

extension ArraySlice<UInt8> {
    var isBlankLine: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}

/// Reads an open file line by line, without moving the descriptor's own position.
struct LineFile {
    private let descriptor: Int32
    private let name: String
    private var buffer = LineBuffer()

    /// - Parameter name: the file's name in errors.
    init(_ descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// `nil` at the end.
    mutating func next() throws(OutputError) -> LineBuffer.Line? {
        let (descriptor, name) = (descriptor, name)
        return try buffer.next { (bytes, offset) throws(OutputError) in
            bytes += try Self.bytes(of: descriptor, offset..<offset + LineBuffer.chunk, name)
        }
    }

    /// A range of a file's bytes; fewer if the file ends before.
    static func bytes(of descriptor: Int32, _ range: Range<Int>, _ name: String) throws(OutputError)
        -> [UInt8]
    {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            while filled < range.count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, range.count - filled,
                    range.lowerBound + filled)
                if got > 0 {
                    filled += got
                } else if got == 0 || errno != EINTR {
                    if got < 0 { code = errno }
                    break
                }
            }
        }
        if code != 0 { throw .failed(name, code: code) }
        return bytes
    }
}

/// Reads a file's lines in batches, and decodes the lines of a batch on all processors.
struct DecodedLines<Value: Sendable> {
    private static var chunk: Int { 2048 }

    private var lines: LineFile
    private let decode: @Sendable (ArraySlice<UInt8>) -> Value?
    /// In reverse order.
    private var ahead: [(line: LineBuffer.Line, value: Value?)] = []

    /// - Parameter decode: returns `nil` for a line that has another content.
    init(_ lines: LineFile, _ decode: @escaping @Sendable (ArraySlice<UInt8>) -> Value?) {
        self.lines = lines
        self.decode = decode
    }

    /// `nil` at the end.
    mutating func next() throws(OutputError) -> (line: LineBuffer.Line, value: Value?)? {
        if ahead.isEmpty {
            var chunk: [LineBuffer.Line] = []
            while chunk.count < Self.chunk, let line = try lines.next() { chunk.append(line) }
            ahead = zip(chunk, decoded(chunk)).reversed().map { ($0, $1) }
        }
        return ahead.popLast()
    }

    private func decoded(_ lines: [LineBuffer.Line]) -> [Value?] {
        let parts = min(lines.count, ProcessInfo.processInfo.activeProcessorCount)
        let values = Mutex([[Value?]](repeating: [], count: parts))
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            let range = lines.count * part / parts..<lines.count * (part + 1) / parts
            let decoded = lines[range].map { decode($0.bytes) }
            values.withLock { $0[part] = decoded }
        }
        return values.withLock { $0.flatMap(\.self) }
    }
}
