// Detects the encoding of a table from all of its bytes.
import Books

/// The encoding of a table.
package struct TextEncoding: Hashable {
    enum Form: Hashable {
        /// With or without a mark; fields that are not valid UTF-8 are Windows-1252.
        case utf8
        /// With a mark, or if the first letter is ASCII.
        case utf16
        /// By ICU's name.
        case legacy(String)
    }

    var form: Form
    /// The name for people; `nil` if it was not guessed: pure UTF-8, or UTF-16 with a mark.
    var name: String?

    static let utf8 = TextEncoding(form: .utf8, name: nil)

    /// - Parameter next: returns a chunk of the table; empty at its end.
    init<E>(of next: () throws(E) -> [UInt8]) throws(E) {
        var bytes = ByteCounts()
        var start: [UInt8] = []
        while case let piece = try next(), !piece.isEmpty {
            if start.count < 4 { start += piece.prefix(4) }
            for byte in piece { bytes.take(byte) }
        }
        bytes.end()
        self = Self.decided(bytes, start)
    }

    private init(form: Form, name: String?) {
        self.form = form
        self.name = name
    }

    private static func decided(_ bytes: ByteCounts, _ start: [UInt8]) -> TextEncoding {
        if UTF16Decoder.isFourBytesWide(start) || start.starts(with: ByteOrderMark.utf8) { return .utf8 }
        if UTF16Decoder(start: start) != nil {
            let isMarked = start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE])
            return TextEncoding(form: .utf16, name: isMarked ? nil : "UTF-16")
        }
        if let name = bytes.wide { return TextEncoding(form: .legacy(name), name: name) }
        if bytes.others == 0, !bytes.escapes { return .utf8 }
        if bytes.others * 4 < bytes.characters {
            return TextEncoding(form: .utf8, name: mixedName)
        }
        let name = guess(bytes.sample, escapes: bytes.escapes)
        return TextEncoding(form: .legacy(name), name: name == western ? "Windows-1252" : name)
    }

    package static let mixedName = "UTF-8 and, where it is not, Windows-1252"
    private static let western = "windows-1252"

    private static func guess(_ sample: [UInt8], escapes: Bool) -> String {
        // Each has escape sequences of its own.
        let escaped = escapes ? ["ISO-2022-JP", "ISO-2022-KR", "ISO-2022-CN"] : []
        return escaped.first { LegacyText($0, isStrict: true)?.append(sample) != nil }
            ?? TextLikelihood.encoding(of: sample) ?? western
    }
}

/// Counts of the kinds of bytes in a table.
private struct ByteCounts {
    /// Valid UTF-8 characters beyond ASCII, and bytes that are part of none.
    private(set) var characters = 0
    private(set) var others = 0
    private(set) var escapes = false
    /// The first cells that are not pure ASCII; more would tell no more.
    private(set) var sample: [UInt8] = []
    private var count = 0
    /// Line feed bytes, and those that are line feeds in little-endian and big-endian UTF-16.
    private var feeds = 0
    private var wideFeeds = [0, 0]
    private var cell: [UInt8] = []
    private var isASCII = true
    private var pending = 0
    private var missing = 0
    private var last: UInt8 = 0

    mutating func take(_ byte: UInt8) {
        if byte == 0x0A { feeds += 1 }
        if byte == 0, last == 0x0A, count & 1 == 1 { wideFeeds[0] += 1 }
        if byte == 0x0A, last == 0, count & 1 == 1 { wideFeeds[1] += 1 }
        count += 1
        if byte == 0x24, last == 0x1B { (escapes, isASCII) = (true, false) }
        last = byte
        if missing > 0, 0x80...0xBF ~= byte {
            missing -= 1
            if missing == 0 { characters += 1 } else { pending += 1 }
        } else if byte >= 0x80 || missing > 0 {
            others += missing > 0 ? pending : 0
            missing = 0
            switch byte {
            case 0xC2...0xDF: (missing, pending) = (1, 1)
            case 0xE0...0xEF: (missing, pending) = (2, 1)
            case 0xF0...0xF4: (missing, pending) = (3, 1)
            default: others += byte >= 0x80 ? 1 : 0
            }
        }
        gather(byte)
    }

    mutating func end() {
        if missing > 0 { others += pending }
        gather(0x0A)
    }

    private mutating func gather(_ byte: UInt8) {
        if byte >= 0x80 { isASCII = false }
        if cell.count < 1 << 12 { cell.append(byte) }
        switch UnicodeScalar(byte) {
        case "\n", "\r", "\t", ",", ";": break
        default: return
        }
        if !isASCII, sample.count < 1 << 13 { sample += cell }
        cell.removeAll(keepingCapacity: true)
        isASCII = true
    }

    /// UTF-16 whose first letter is not ASCII, detected by its line ends.
    var wide: String? {
        guard feeds > 0, count.isMultiple(of: 2), let most = wideFeeds.max(), most * 10 >= feeds * 9 else {
            return nil
        }
        return most == wideFeeds[0] ? "UTF-16LE" : "UTF-16BE"
    }
}
