// Writes records as ISO 2709 in UTF-8.
import Foundation

extension ISO2709 {
    /// The maximum length of a record in bytes, because the leader has five digits for it.
    package static let mostBytes = 99_999
    static let mostFieldBytes = 9_999

    /// The record with its terminator. Control characters in texts are left out: they would end fields.
    ///
    /// - Returns: `nil` if the record or one of its fields is too long.
    package static func text(of record: MARCRecord) -> String? {
        var directory = ""
        var content = ""
        func add(_ tag: String, _ text: String) -> Bool {
            let (length, start) = (text.utf8.count + 1, content.utf8.count)
            guard length <= mostFieldBytes, start <= mostBytes else { return false }
            directory += tag + padded(length, 4) + padded(start, 5)
            content += text + String(UnicodeScalar(fieldEnd))
            return true
        }
        for (tag, text) in record.control.sorted(by: { $0.key < $1.key }) {
            guard add(tag, text.withoutControls) else { return nil }
        }
        for field in record.fields {
            let subfields = field.subfields.map {
                "\(String(UnicodeScalar(subfield)))\($0.code)\($0.value.withoutControls)"
            }
            guard add(field.tag, field.indicator1 + field.indicator2 + subfields.joined()) else { return nil }
        }
        let base = 24 + directory.utf8.count + 1
        let length = base + content.utf8.count + 1
        guard length <= mostBytes else { return nil }
        let leader = record.leader(length: padded(length, 5), base: padded(base, 5))
        return leader + directory + String(UnicodeScalar(fieldEnd)) + content
            + String(UnicodeScalar(recordEnd))
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: digits - text.count) + text
    }
}

extension MARCRecord {
    /// The leader with the length and base address filled in.
    func leader(length: String, base: String) -> String {
        length + leader.dropFirst(5).prefix(7) + base + leader.dropFirst(17)
    }
}

extension String {
    var withoutControls: String {
        guard unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }
}
