// The form in which libraries exchange records since 1968: a leader, a list of fields, the fields.
import Books
import Foundation

package enum ISO2709 {
    private static let fieldEnd: UInt8 = 0x1E
    private static let subfield: UInt8 = 0x1F

    /// - Parameter bytes: a record without its terminator.
    /// - Throws: `leader`, `directory`.
    package static func record(_ bytes: UnsafeBufferPointer<UInt8>) throws(MARCError) -> ReadRecord {
        guard bytes.count > 24, number(bytes[..<5]) != nil, let base = number(bytes[12..<17]),
            base > 24, base <= bytes.count, (base - 25).isMultiple(of: 12)
        else { throw .leader }
        guard bytes[base - 1] == fieldEnd else { throw .directory }
        let directory = stride(from: 24, to: base - 1, by: 12)
        let isMARC21 = directory.contains { bytes[$0..<$0 + 3].elementsEqual("245".utf8) }
        let isUnicode = bytes[9] == UInt8(ascii: "a")
        var record = ReadRecord()
        record.isDeleted = bytes[5] == UInt8(ascii: "d")
        for entry in directory {
            let tag = String(decoding: bytes[entry..<entry + 3], as: UTF8.self)
            guard MARCRecord.bookTags.contains(tag) else { continue }
            guard let length = number(bytes[entry + 3..<entry + 7]),
                let start = number(bytes[entry + 7..<entry + 12]), length > 0,
                base + start + length <= bytes.count, bytes[base + start + length - 1] == fieldEnd
            else { throw .directory }
            let content = UnsafeBufferPointer(rebasing: bytes[base + start..<base + start + length - 1])
            func text(_ part: UnsafeBufferPointer<UInt8>) -> String? {
                if isUnicode { return String(decoding: part, as: UTF8.self) }
                if let text = String(validating: part, as: UTF8.self) { return text }
                let text = isMARC21 ? MARC8.text(part) : nil
                if text == nil { record.hasUnreadText = true }
                return text
            }
            if tag == "008" {
                record.fields.control[tag] = text(content)
                continue
            }
            guard content.count >= 2 else { continue }
            var field = MARCRecord.Field(
                tag: tag, indicator2: String(UnicodeScalar(content[1])))
            var place = content.first(subfield, from: 2)
            while let mark = place {
                place = content.first(subfield, from: mark + 1)
                let end = place ?? content.count
                guard mark + 1 < end,
                    let value = text(UnsafeBufferPointer(rebasing: content[mark + 2..<end]))
                else { continue }
                field.subfields.append((String(UnicodeScalar(content[mark + 1])), value))
            }
            record.fields.fields.append(field)
        }
        return record
    }

    /// `nil` for anything but digits.
    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var number = 0
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }
}
