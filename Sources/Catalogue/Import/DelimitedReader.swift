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
