// The exchange format of libraries since 1968: a leader, a directory of fields, the fields.
import Books
import Foundation

package enum ISO2709 {
    package static let recordEnd: UInt8 = 0x1D
    static let fieldEnd: UInt8 = 0x1E
    static let subfield: UInt8 = 0x1F

    /// Lengths and addresses in the leader are ignored: the terminators show where everything is.
    ///
    /// - Parameters:
    ///   - bytes: a record without its terminator.
    ///   - tags: of the fields to keep; `nil` keeps all.
    /// - Throws: `leader`, `directory`.
    package static func record(
        _ bytes: UnsafeBufferPointer<UInt8>, keeping tags: Set<String>? = MARCRecord.bookTags
    ) throws(MARCError) -> ReadRecord {
        let entries = try entries(bytes)
        let decoder = MARCTextDecoder(
            isUnicode: bytes[9] == UInt8(ascii: "a"),
            isMARC21: entries.contains { bytes[$0.tag..<$0.tag + 3].elementsEqual("245".utf8) })
        var record = ReadRecord()
        record.isDeleted = bytes[5] == UInt8(ascii: "d")
        record.fields.leader = String(decoding: bytes[..<24], as: UTF8.self)
        for entry in entries {
            let tag = String(decoding: bytes[entry.tag..<entry.tag + 3], as: UTF8.self)
            guard tags?.contains(tag) ?? true else { continue }
            let content = UnsafeBufferPointer(rebasing: bytes[entry.content])
            if tag.hasPrefix("00") {
                record.fields.control[tag] = decoder.text(content)
            } else if content.count >= 2 {
                record.fields.fields.append(field(tag, content, decoder, &record.hasUnreadText))
            }
        }
        return record
    }

    private static func field(
        _ tag: String, _ content: UnsafeBufferPointer<UInt8>, _ decoder: MARCTextDecoder,
        _ hasUnreadText: inout Bool
    ) -> MARCRecord.Field {
        var field = MARCRecord.Field(
            tag: tag, indicator1: String(UnicodeScalar(content[0])),
            indicator2: String(UnicodeScalar(content[1])))
        var place = content.first(subfield, from: 2)
        while let mark = place {
            place = content.first(subfield, from: mark + 1)
            let end = place ?? content.count
            guard mark + 1 < end else { continue }
            if let value = decoder.text(UnsafeBufferPointer(rebasing: content[mark + 2..<end])) {
                field.subfields.append((String(UnicodeScalar(content[mark + 1])), value))
            } else {
                hasUnreadText = true
            }
        }
        return field
    }

    /// A field: the position of its tag in the directory, and its content without the terminator.
    private struct Entry {
        var tag: Int
        var content: Range<Int>
    }

    private static func entries(_ bytes: UnsafeBufferPointer<UInt8>) throws(MARCError) -> [Entry] {
        guard let end = bytes.first(fieldEnd, from: 24), end > 24, (end - 24).isMultiple(of: 12) else {
            throw .leader
        }
        let base = end + 1
        var entries: [Entry] = []
        entries.reserveCapacity((end - 24) / 12)
        for tag in stride(from: 24, to: end, by: 12) {
            guard let length = number(bytes[tag + 3..<tag + 7]),
                let start = number(bytes[tag + 7..<tag + 12]),
                length > 0, base + start + length <= bytes.count, bytes[base + start - 1] == fieldEnd,
                bytes.first(fieldEnd, from: base + start) == base + start + length - 1
            else { return try recovered(bytes, directoryEnd: end) }
            entries.append(Entry(tag: tag, content: base + start..<base + start + length - 1))
        }
        return entries
    }

    /// Finds the fields by their terminators, if the directory counts characters instead of bytes, or has too few
    /// digits. Only if the directory lists them in order and each looks plausible for its tag, so that no field gets
    /// another's tag.
    private static func recovered(
        _ bytes: UnsafeBufferPointer<UInt8>, directoryEnd: Int
    ) throws(MARCError) -> [Entry] {
        var entries: [Entry] = []
        var place = directoryEnd + 1
        var last = -1
        for tag in stride(from: 24, to: directoryEnd, by: 12) {
            guard let end = bytes.first(fieldEnd, from: place), let start = number(bytes[tag + 7..<tag + 12]),
                start > last
            else { throw .directory }
            let isControl = bytes[tag] == UInt8(ascii: "0") && bytes[tag + 1] == UInt8(ascii: "0")
            let mark = bytes.first(subfield, from: place, to: end)
            guard isControl ? mark == nil : mark == place + 2 else { throw .directory }
            entries.append(Entry(tag: tag, content: place..<end))
            (place, last) = (end + 1, start)
        }
        guard bytes.first(fieldEnd, from: place) == nil else { throw .directory }
        return entries
    }

    /// `nil` if there is anything but digits.
    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var number = 0
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }
}
