// A streaming reader for delimited tables: RFC 4180 and common deviations. An invalid record does not affect others.
import Catalogue
import Foundation

/// One record of a table.
package struct DelimitedRecord: Hashable, Sendable {
    /// The number of its first line in the file, from 1.
    package var line: Int
    package var fields: [String]
    /// Whether the record exceeded the limit: the rest of the line in which it did is dropped.
    package var isOverlong = false
    /// Whether a quote at the start of a field has no plausible end: this is the line with the quote, and the lines
    /// after it are read as records of their own.
    package var isUnclosed = false
    /// Whether the input ends before the end of the line.
    package var isUnended = false
    /// Whether the input ends within a quoted field, or this is a line of the text in such a field.
    package var isTruncated = false

    /// Spreadsheets add rows without values, and old programs mark the end of a file with Ctrl-Z.
    fileprivate var isEmpty: Bool {
        !isOverlong && !isUnclosed && !isTruncated
            && fields.allSatisfy { $0.allSatisfy { $0.isWhitespace || $0 == "\u{1A}" } }
    }
}

/// Records separated by line ends (LF, CRLF or CR). The separator of fields is the one that occurs most often in the
/// first line: comma, semicolon, tab or bar. A quoted field may contain separators, line ends and doubled quotes;
/// quotes elsewhere (`="0439023483"`) are text. If a field spans lines, its closing quote must precede a separator or
/// a line end, and the record must have as many fields as the first one; otherwise a quote is missing, and the next
/// record begins on the next line. If the input ends within a quoted field, its last record is cut off. Empty lines are skipped, and so are rows of empty fields after the first. Encodings are UTF-8 with or without byte order mark,
/// UTF-16, and, for single fields that are not valid UTF-8, Windows-1252 (which includes ISO-8859-1).
package struct DelimitedReader {
    /// The limit for a record, in bytes.
    package static let limit = 1 << 20

    private var bytes: TableBytes
    private var separator: UInt8?
    private var line = 1
    /// The number of fields in the first record.
    private var width: Int?
    /// Whether a quote before has no end in the whole rest, so that this may be the text of its field.
    private var isInOpenField = false

    /// - Parameter name: the input's name in messages.
    init(_ input: FileHandle, name: String, encoding: TextEncoding = .utf8) {
        self.init(TableBytes(input, name: name, encoding: encoding))
    }

    init(_ bytes: TableBytes) { self.bytes = bytes }

    /// The fields of a line without its end; `nil` if a quote in it has no end.
    package static func fields(of line: String, separatedBy separator: UInt8) -> [String]? {
        var reader = DelimitedReader(TableBytes(start: Array("\(line)\n".utf8)))
        reader.separator = separator
        guard let record = try? reader.next(), !record.isUnclosed else { return nil }
        return record.fields
    }

    /// Whether commas separate the fields of the records that were read.
    var isCommaSeparated: Bool { separator == UInt8(ascii: ",") }

    var fraction: Double? { bytes.fraction }

    /// `nil` at the end.
    ///
    /// - Throws: `unreadable`.
    package mutating func next() throws(CatalogueError) -> DelimitedRecord? {
        if separator == nil {
            separator = try bytes.commonest(of: [",", ";", "\t", "|"].map { UInt8(ascii: $0) })
        }
        while let record = try record() {
            guard record.fields != [""] || record.isOverlong else { continue }
            if width != nil, record.isEmpty { continue }
            var record = record
            if isInOpenField, let width, record.fields.count < width { record.isTruncated = true }
            if width == nil, record.fields.first?.lowercased().hasPrefix("sep=") == false {
                width = record.fields.count
            }
            return record
        }
        return nil
    }

    /// The state at the end of a record's first line, to return to it.
    private struct FirstLine {
        var fields: [String]
        /// All that was read since.
        var since: [UInt8] = []
    }

    private mutating func record() throws(CatalogueError) -> DelimitedRecord? {
        guard try bytes.peek() != nil else { return nil }
        var record = DelimitedRecord(line: line, fields: [])
        var field: [UInt8] = []
        var size = 0
        var isQuoted = false
        var spansLines = false
        var first: FirstLine?
        while let byte = try bytes.next() {
            first?.since.append(byte)
            let isLineEnd = byte == 0x0A || byte == 0x0D
            if byte == 0x0D, try bytes.peek() == 0x0A, let feed = try bytes.next() {
                first?.since.append(feed)
            }
            if isLineEnd { line += 1 }
            switch byte {
            case _ where record.isOverlong:
                if isLineEnd { return record }
                continue
            case UInt8(ascii: "\"") where isQuoted:
                let next = try bytes.peek()
                if next == byte {
                    field.append(byte)
                    _ = try bytes.next()
                    first?.since.append(byte)
                } else {
                    isQuoted = false
                    let isEnd = next == nil || next == separator || next == 0x0A || next == 0x0D
                    if spansLines, !isEnd, let first { return unclosed(record, first) }
                }
            case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
            case separator where !isQuoted:
                record.fields.append(Self.text(field))
                field.removeAll(keepingCapacity: true)
                spansLines = false
            case _ where isLineEnd && !isQuoted:
                record.fields.append(Self.text(field))
                if let first, let width, record.fields.count != width { return unclosed(record, first) }
                return record
            default:
                if isLineEnd {
                    spansLines = true
                    if first == nil { first = FirstLine(fields: record.fields + [Self.text(field)]) }
                }
                field.append(isLineEnd ? 0x0A : byte)
            }
            size += 1
            if size > Self.limit {
                if let first { return unclosed(record, first) }
                record.isOverlong = true
                record.fields.append(Self.text(Array(field.prefix(200))))
            }
        }
        if record.isOverlong { return record }
        record.fields.append(Self.text(field))
        if let first, isQuoted || width.map({ record.fields.count != $0 }) == true {
            isInOpenField = isInOpenField || isQuoted
            return unclosed(record, first)
        }
        (record.isUnended, record.isTruncated) = (true, isQuoted)
        return record
    }

    /// The first line of a record; everything after it is read again.
    private mutating func unclosed(_ record: DelimitedRecord, _ first: FirstLine) -> DelimitedRecord {
        bytes.pushBack(first.since)
        line = record.line + 1
        return DelimitedRecord(line: record.line, fields: first.fields, isUnclosed: true)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(bytes: bytes, encoding: .windowsCP1252)
            ?? String(decoding: bytes, as: UTF8.self)
    }
}
