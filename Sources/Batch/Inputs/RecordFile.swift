// What an earlier run wrote of its photos: whoever has that need read no photo again.
import Books
import Foundation
import Imaging
import Reading

/// Reads the records that `scan --format jsonl` wrote, one after another.
struct RecordFile: ~Copyable {
    /// In bytes, far beyond any record.
    private static let longestLine = 16 << 20

    private let name: String
    private let file: InputFile
    private var buffer: [UInt8] = []
    private var start = 0
    private var line = 0
    private var isAtEnd = false
    private var first: PhotoRecord?

    init(_ file: consuming InputFile, name: String) {
        self.file = file
        self.name = name
    }

    /// `nil` unless there is an ordinary file whose first line is a record.
    static func opened(_ path: PhotoPath) -> RecordFile? {
        guard path.status?.isFile == true, let file = try? InputFile(opening: path) else { return nil }
        var records = RecordFile(file, name: path.name)
        guard records.begins() else { return nil }
        return records
    }

    private mutating func begins() -> Bool {
        guard (try? file.read(upTo: PhotoFormat.signatureLength, into: &buffer)) != nil,
            buffer.first == UInt8(ascii: "{"), let bytes = try? nextLine()
        else { return false }
        first = Self.record(bytes)
        return first != nil
    }

    /// `nil` at the end.
    mutating func next() -> PhotoInput? {
        if let record = first {
            first = nil
            return .recorded(record, RecordPosition(file: name, line: line))
        }
        do throws(ScanError) {
            while let bytes = try nextLine() {
                if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
                guard let record = Self.record(bytes) else { throw .noRecord }
                return .recorded(record, RecordPosition(file: name, line: line))
            }
            return nil
        } catch {
            return .barred(name: "\(name):\(line)", error)
        }
    }

    private static func record(_ bytes: ArraySlice<UInt8>) -> PhotoRecord? {
        try? JSONDecoder().decode(PhotoRecord.self, from: Data(bytes))
    }

    /// Without its end; `nil` when there are no more.
    private mutating func nextLine() throws(ScanError) -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                line += 1
                defer { start = end + 1 }
                return buffer[start..<end]
            }
            if isAtEnd {
                guard start < buffer.count else { return nil }
                line += 1
                defer { start = buffer.count }
                return buffer[start...]
            }
            buffer.removeFirst(start)
            start = 0
            searched = buffer.count
            try readMore()
        }
    }

    private mutating func readMore() throws(ScanError) {
        do throws(ScanError) {
            isAtEnd = try file.read(Photo.chunk, into: &buffer) == 0
            if buffer.count > Self.longestLine { throw .noRecord }
        } catch {
            isAtEnd = true
            buffer = []
            throw error
        }
    }

    /// How many lines there are, without looking at what they say.
    mutating func count() -> Int {
        var count = first == nil ? 0 : 1
        first = nil
        while let bytes = try? nextLine() { if !bytes.isEmpty { count += 1 } }
        return count
    }
}
