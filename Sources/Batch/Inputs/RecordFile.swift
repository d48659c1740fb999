// Records that an earlier run wrote, so that its photos need not be read again.
import Books
import Foundation
import Imaging
import Reading

/// The position of a record in a results file.
public struct RecordPosition: Hashable, Sendable {
    /// The path of the file, as given.
    public var file: String
    /// Counts from 1, and includes empty lines.
    public var line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

/// Reads the records that `scan --format jsonl` wrote, one after another.
struct RecordFile: ~Copyable {
    /// In bytes; much longer than any record.
    private static let longestLine = 16 << 20

    private let name: String
    private let file: InputFile
    private var lines = LineBuffer()
    private var line = 0
    /// Set after a line that can't be read.
    private var isAtEnd = false
    private var first: PhotoRecord?
    /// Whether one was read, or follows.
    private var hasRecord = false
    /// `nil` unless it is the journal of a run.
    private var journal: JournalLines?

    init(_ file: consuming InputFile, name: String) {
        journal = JournalLines(file.descriptor, name: name)
        self.file = file
        self.name = name
    }

    /// `nil` unless the path is a regular file that is named `NAME.jsonl`, or begins with a record.
    static func opened(_ path: PhotoPath) -> RecordFile? {
        guard path.status?.isFile == true, let file = try? InputFile(opening: path) else { return nil }
        return path.name.lowercased().hasSuffix(".jsonl")
            ? RecordFile(file, name: path.name) : opened(file, name: path.name)
    }

    /// `nil` unless an open file, from its beginning, begins with a record, before which only a byte order mark and empty
    /// lines may be.
    static func opened(_ file: consuming InputFile, name: String) -> RecordFile? {
        var head: [UInt8] = []
        guard (try? file.read(1, into: &head)) == 1, beginnings.contains(head[0]) else { return nil }
        lseek(file.descriptor, 0, SEEK_SET)
        var records = RecordFile(file, name: name)
        while let bytes = try? records.nextLine() {
            if bytes.isBlankLine { continue }
            records.first = PhotoRecord(line: bytes)
            break
        }
        guard records.first != nil else { return nil }
        records.hasRecord = true
        return records
    }

    private static let beginnings = ByteOrderMark.utf8.prefix(1) + Array("{ \t\r\n".utf8)

    /// `nil` at the end.
    mutating func next() -> PhotoInput? {
        if let record = first.take() { return .recorded(record, RecordPosition(file: name, line: line)) }
        do throws(ScanError) {
            while let bytes = try nextLine() {
                if bytes.isBlankLine { continue }
                guard let record = PhotoRecord(line: bytes) else {
                    // Of a file without records, one line is named.
                    if !hasRecord { hasRecord = try isFollowedByRecord() }
                    isAtEnd = !hasRecord
                    throw .noRecord
                }
                hasRecord = true
                return .recorded(record, RecordPosition(file: name, line: line))
            }
            return nil
        } catch {
            return .unreadable(name: "\(name):\(line)", error)
        }
    }

    /// Looks for one in the lines that come next, which are read again.
    private mutating func isFollowedByRecord() throws(ScanError) -> Bool {
        let (former, place) = ((lines, journal, line), lseek(file.descriptor, 0, SEEK_CUR))
        defer {
            (lines, journal, line) = former
            lseek(file.descriptor, place, SEEK_SET)
        }
        while let bytes = try nextLine() {
            if PhotoRecord(line: bytes) != nil { return true }
        }
        return false
    }

    /// Without its end, and without a byte order mark. `nil` at the end.
    private mutating func nextLine() throws(ScanError) -> ArraySlice<UInt8>? {
        if isAtEnd { return nil }
        do throws(ScanError) {
            while true {
                let next = try lines.next { (bytes, _) throws(ScanError) in
                    guard bytes.count <= Self.longestLine else { throw .noRecord }
                    _ = try file.read(Photo.chunk, into: &bytes)
                }
                guard let next else { return nil }
                line += 1
                guard journal?.contains(next.start) != false else { continue }
                return next.start == 0 ? next.bytes.withoutByteOrderMark : next.bytes
            }
        } catch {
            isAtEnd = true
            throw error
        }
    }

    /// How many lines there are; does not parse them.
    mutating func count() -> Int {
        var count = first == nil ? 0 : 1
        first = nil
        while let bytes = try? nextLine() { if !bytes.isEmpty { count += 1 } }
        return count
    }
}

extension PhotoRecord {
    /// `nil` for a line that is not a record.
    init?(line: some Collection<UInt8>) {
        guard let record = try? JSONDecoder().decode(PhotoRecord.self, from: Data(line)) else { return nil }
        self = record
    }
}
