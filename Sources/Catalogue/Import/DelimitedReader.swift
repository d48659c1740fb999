// Reads tables as programs export them: RFC 4180 and what is found in its place, a record at a time, so that a file
// of any size takes little memory and one bad record costs no other.
import Foundation

/// One record of a table.
public struct DelimitedRecord: Hashable, Sendable {
    /// Where it begins in the file, from 1.
    public var line: Int
    public var fields: [String]
    /// A field went over the limit: the rest of the line where it did so is left out.
    public var isOverlong = false
}

/// Records separated by line ends (LF, CRLF or CR), their fields by the separator that the first line has most of:
/// comma, semicolon, tab or bar. A field in quotes may hold separators, line ends and doubled quotes; quotes
/// elsewhere (`="0439023483"`) are text. Empty lines are skipped. UTF-8 with or without byte order mark, UTF-16,
/// and, field by field, Windows-1252 (which holds ISO-8859-1) where the bytes are no UTF-8.
public struct DelimitedReader {
    /// Bytes of one record.
    public static let limit = 1 << 20

    private var bytes: TableBytes
    private var separator: UInt8?
    private var line = 1

    /// - Parameter name: what messages call the input.
    public init(_ input: FileHandle, name: String) {
        bytes = TableBytes(input, name: name)
    }

    /// `nil` at the end.
    ///
    /// - Throws: `unreadable`.
    public mutating func next() throws(CatalogueError) -> DelimitedRecord? {
        if separator == nil {
            separator = try bytes.commonest(of: [",", ";", "\t", "|"].map { UInt8(ascii: $0) })
        }
        while let record = try record() {
            if record.fields != [""] || record.isOverlong { return record }
        }
        return nil
    }

    private mutating func record() throws(CatalogueError) -> DelimitedRecord? {
        guard try bytes.peek() != nil else { return nil }
        var record = DelimitedRecord(line: line, fields: [])
        var field: [UInt8] = []
        var size = 0
        var isQuoted = false
        func text(_ bytes: [UInt8]) -> String {
            String(validating: bytes, as: UTF8.self) ?? String(bytes: bytes, encoding: .windowsCP1252)
                ?? String(decoding: bytes, as: UTF8.self)
        }
        while let byte = try bytes.next() {
            let isLineEnd = byte == 0x0A || byte == 0x0D
            if byte == 0x0D, try bytes.peek() == 0x0A { _ = try bytes.next() }
            if isLineEnd { line += 1 }
            switch byte {
            case _ where record.isOverlong:
                if isLineEnd { return record }
                continue
            case UInt8(ascii: "\"") where isQuoted:
                if try bytes.peek() == byte {
                    field.append(byte)
                    _ = try bytes.next()
                } else {
                    isQuoted = false
                }
            case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
            case separator where !isQuoted:
                record.fields.append(text(field))
                field.removeAll(keepingCapacity: true)
            case _ where isLineEnd && !isQuoted:
                record.fields.append(text(field))
                return record
            default: field.append(isLineEnd ? 0x0A : byte)
            }
            size += 1
            if size > Self.limit {
                record.isOverlong = true
                record.fields.append(text(Array(field.prefix(200))))
            }
        }
        if !record.isOverlong { record.fields.append(text(field)) }
        return record
    }
}

/// The input as UTF-8, or as bytes that a field has to make sense of.
private struct TableBytes {
    private let input: FileHandle
    private let name: String
    private var buffer: [UInt8] = []
    private var place = 0
    private var wide: WideText?
    private var hasBegun = false

    init(_ input: FileHandle, name: String) {
        self.input = input
        self.name = name
    }

    mutating func next() throws(CatalogueError) -> UInt8? {
        guard let byte = try peek() else { return nil }
        place += 1
        return byte
    }

    mutating func peek() throws(CatalogueError) -> UInt8? {
        while place == buffer.count {
            guard try refill() else { return nil }
        }
        return buffer[place]
    }

    /// Of `candidates`, the one that the first line has most of, outside quotes; the first where there is none.
    mutating func commonest(of candidates: [UInt8]) throws(CatalogueError) -> UInt8? {
        _ = try peek()
        var counts = [UInt8: Int]()
        var isQuoted = false
        for byte in buffer[place...] {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == 0x0A || byte == 0x0D, !counts.isEmpty { break }
            if candidates.contains(byte) { counts[byte, default: 0] += 1 }
        }
        return candidates.reversed().max { counts[$0, default: 0] < counts[$1, default: 0] }
    }

    /// `false` at the end of the input.
    private mutating func refill() throws(CatalogueError) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        repeat { count = read(input.fileDescriptor, &chunk, chunk.count) } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .unreadable(path: name, reason: String(cString: strerror(errno))) }
        guard count > 0 else {
            buffer = wide?.rest() ?? []
            place = 0
            wide = nil
            return !buffer.isEmpty
        }
        chunk.removeLast(chunk.count - count)
        buffer = chunk
        place = 0
        if !hasBegun {
            hasBegun = true
            wide = WideText(start: buffer)
            if wide == nil, buffer.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        }
        if let text = wide?.append(buffer) { buffer = text }
        return true
    }
}

/// UTF-16, turned into UTF-8 a piece at a time.
private struct WideText {
    private let isBigEndian: Bool
    /// Bytes that are no whole character yet.
    private var pending: [UInt8] = []

    /// `nil` when a table that begins like this is not in UTF-16.
    init?(start: [UInt8]) {
        guard start.count >= 2 else { return nil }
        switch (start[0], start[1]) {
        case (0xFE, 0xFF): isBigEndian = true
        case (0xFF, 0xFE): isBigEndian = false
        // Without a mark: a header's first letters are ASCII, whose other byte is zero.
        case (0, 1...0x7F): isBigEndian = true
        case (1...0x7F, 0): isBigEndian = false
        default: return nil
        }
    }

    mutating func append(_ bytes: [UInt8]) -> [UInt8] {
        pending += bytes
        var units = units(pending)
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        pending.removeFirst(units.count * 2)
        if units.first == 0xFEFF { units.removeFirst() }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// What is left at the end of the input.
    func rest() -> [UInt8] { pending.isEmpty ? [] : Array("\u{FFFD}".utf8) }

    private func units(_ bytes: [UInt8]) -> [UInt16] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
    }
}
