// Decodes the text of records from before Unicode, and of records whose leader is wrong about the character set.
import Foundation

/// Decodes the texts of one record.
struct MARCTextDecoder {
    /// The leader says that the text is UTF-8. Each text is still checked: invalid UTF-8 is decoded as MARC-8, and
    /// other records may contain UTF-8.
    let isUnicode: Bool
    let isMARC21: Bool

    /// `nil` if the character set is not supported.
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        if bytes.contains(0x1B), isMARC21 { return escaped(bytes) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if isUnicode {
            let text = String(decoding: bytes, as: UTF8.self)
            let broken = text.unicodeScalars.count { $0 == "\u{FFFD}" }
            let whole = text.unicodeScalars.count { $0.value >= 0x80 } - broken
            if whole > broken || !isMARC21 { return text }
        }
        guard isMARC21 else { return nil }
        if let text = MARC8.text(bytes), !isUnicode || MARC8.isLikely(bytes, read: text) { return text }
        return String(bytes: bytes, encoding: .windowsCP1252)
    }

    /// MARC-8 has escapes for other scripts, which are not supported, and for superscript and subscript digits, which
    /// are.
    private func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var plain: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == 0x1B {
                guard place + 1 < bytes.count, "bps".utf8.contains(bytes[place + 1]) else { return nil }
                place += 2
            } else {
                plain.append(bytes[place])
                place += 1
            }
        }
        return plain.withUnsafeBufferPointer(text)
    }
}

/// The character set of MARC records from before Unicode: ASCII and ANSEL (ANSI Z39.47), whose diacritics precede
/// their letters.
enum MARC8 {
    /// `nil` if the text switches to a set for another script.
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
            // Markers of parts ignored in sorting, and joiners.
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

    /// Whether bytes that may also be Windows-1252 are MARC-8: each diacritic combines with the letter after it.
    ///
    /// - Parameter text: the result of `text`.
    static func isLikely(_ bytes: UnsafeBufferPointer<UInt8>, read text: String) -> Bool {
        !bytes.contains { (0xC0...0xDF).contains($0) } && bytes.last.map { marks[$0] == nil } != false
            && !text.precomposedStringWithCanonicalMapping.unicodeScalars.contains {
                (0x300...0x36F).contains($0.value)
            }
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
