// A file's lines with what they say, decoded side by side: most of a rerun with nothing to do is that.
import Foundation
import Output
import Synchronization

/// Reads a file's lines in portions and decodes those of one on all processors.
struct DecodedLines<Value: Sendable> {
    private static var portion: Int { 2048 }

    private var lines: LineFile
    private let decode: @Sendable (ArraySlice<UInt8>) -> Value?
    /// The next one last.
    private var ahead: [(line: LineFile.Line, value: Value?)] = []

    /// - Parameter decode: makes nothing of a line that says something else.
    init(_ lines: LineFile, _ decode: @escaping @Sendable (ArraySlice<UInt8>) -> Value?) {
        self.lines = lines
        self.decode = decode
    }

    /// `nil` at the end.
    mutating func next() throws(OutputError) -> (line: LineFile.Line, value: Value?)? {
        if ahead.isEmpty {
            var portion: [LineFile.Line] = []
            while portion.count < Self.portion, let line = try lines.next() { portion.append(line) }
            ahead = zip(portion, decoded(portion)).reversed().map { ($0, $1) }
        }
        return ahead.popLast()
    }

    private func decoded(_ lines: [LineFile.Line]) -> [Value?] {
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
