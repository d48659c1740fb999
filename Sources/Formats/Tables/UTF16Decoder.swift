// Decodes UTF-16, with or without a byte order mark.
import Books

/// Converts UTF-16 to UTF-8 in chunks.
struct UTF16Decoder {
    private let isBigEndian: Bool
    /// The bytes of an incomplete character.
    private var pending: [UInt8] = []

    /// Whether a table that starts like this is in UTF-32, which is not supported: it has a mark, or an ASCII letter
    /// in four bytes.
    static func isFourBytesWide(_ start: [UInt8]) -> Bool {
        guard start.count >= 4 else { return false }
        return start.starts(with: [0, 0, 0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE, 0, 0])
            || (start[..<3] == [0, 0, 0] && (1...0x7F).contains(start[3]))
            || ((1...0x7F).contains(start[0]) && start[1..<4] == [0, 0, 0])
    }

    /// `nil` if a table that starts like this is not in UTF-16.
    init?(start: [UInt8]) {
        guard start.count >= 2 else { return nil }
        switch (start[0], start[1]) {
        case (0xFE, 0xFF): isBigEndian = true
        case (0xFF, 0xFE): isBigEndian = false
        // Without a mark: the first letters of a header are ASCII, with one byte zero.
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

    /// The rest at the end of the input.
    func rest() -> [UInt8] { pending.isEmpty ? [] : Array("\u{FFFD}".utf8) }

    private func units(_ bytes: [UInt8]) -> [UInt16] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
    }
}

extension String {
    /// Text in UTF-8 or UTF-16, without its byte order mark. What is invalid becomes U+FFFD.
    package init(textInUTF bytes: [UInt8]) {
        var text = bytes[...]
        if var wide = UTF16Decoder(start: bytes) { text = (wide.append(bytes) + wide.rest())[...] }
        self.init(decoding: text.withoutByteOrderMark, as: UTF8.self)
    }
}
