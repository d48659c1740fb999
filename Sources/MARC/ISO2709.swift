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

/// The character set of MARC records from before Unicode: ASCII and ANSEL (ANSI Z39.47), whose diacritics stand before
/// their letters.
enum MARC8 {
    /// `nil` where the text changes to a set for another script.
    static func text(_ bytes: some Sequence<UInt8>) -> String? {
        var text = String.UnicodeScalarView()
        var marks: [UnicodeScalar] = []
        for byte in bytes {
            if let mark = Self.marks[byte] {
                marks.append(mark)
                continue
            }
            switch byte {
            case 0x20..<0x7F: text.append(UnicodeScalar(byte))
            // Around what is not sorted by, and joiners.
            case 0x88, 0x89, 0x8D, 0x8E: continue
            default:
                guard let letter = letters[byte] else { return nil }
                text.append(letter)
            }
            text.append(contentsOf: marks)
            marks = []
        }
        return String(text)
    }

    private static let letters: [UInt8: UnicodeScalar] = [
        0xA1: "Ł", 0xA2: "Ø", 0xA3: "Đ", 0xA4: "Þ", 0xA5: "Æ", 0xA6: "Œ", 0xA7: "ʹ", 0xA8: "·", 0xA9: "♭",
        0xAA: "®", 0xAB: "±", 0xAC: "Ơ", 0xAD: "Ư", 0xAE: "ʼ", 0xB0: "ʻ", 0xB1: "ł", 0xB2: "ø", 0xB3: "đ",
        0xB4: "þ", 0xB5: "æ", 0xB6: "œ", 0xB7: "ʺ", 0xB8: "ı", 0xB9: "£", 0xBA: "ð", 0xBC: "ơ", 0xBD: "ư",
        0xC0: "°", 0xC1: "ℓ", 0xC2: "℗", 0xC3: "©", 0xC4: "♯", 0xC5: "¿", 0xC6: "¡", 0xC7: "ß", 0xC8: "€",
    ]

    private static let marks: [UInt8: UnicodeScalar] = [
        0xE0: "\u{309}", 0xE1: "\u{300}", 0xE2: "\u{301}", 0xE3: "\u{302}", 0xE4: "\u{303}", 0xE5: "\u{304}",
        0xE6: "\u{306}", 0xE7: "\u{307}", 0xE8: "\u{308}", 0xE9: "\u{30C}", 0xEA: "\u{30A}", 0xEB: "\u{FE20}",
        0xEC: "\u{FE21}", 0xED: "\u{315}", 0xEE: "\u{30B}", 0xEF: "\u{310}", 0xF0: "\u{327}", 0xF1: "\u{328}",
        0xF2: "\u{323}", 0xF3: "\u{324}", 0xF4: "\u{325}", 0xF5: "\u{333}", 0xF6: "\u{332}", 0xF7: "\u{326}",
        0xF8: "\u{31C}", 0xF9: "\u{32E}", 0xFA: "\u{FE22}", 0xFB: "\u{FE23}", 0xFE: "\u{313}",
    ]
}
