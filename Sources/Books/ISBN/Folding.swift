// Folds a character to one ASCII byte: digits of all scripts, dashes and look-alikes.

/// The result of folding a scalar: printable ASCII, a line feed, or one of these.
enum Folding {
    /// Invisible and without meaning here: soft hyphen, zero-width and direction marks.
    static let invisible: UInt8 = 1
    /// A letter of an alphabet, other than those folded to ASCII.
    static let letter: UInt8 = 2
    /// A letter of a script that is written without spaces, such as Chinese.
    static let ideograph: UInt8 = 3
    static let symbol: UInt8 = 4
    /// The multiplication sign, which OCR may read for a printed `X`.
    static let times: UInt8 = 5

    static func byte(_ scalar: Unicode.Scalar) -> UInt8 {
        switch scalar.value {
        case 0x20...0x7E: UInt8(scalar.value)
        case 0x0A: UInt8(ascii: "\n")
        case 0x09, 0x0B...0x0D: UInt8(ascii: " ")
        case 0..<0x80: symbol
        case 0xFF01...0xFF5E: UInt8(scalar.value - 0xFEE0)
        case 0x4E00...0x9FFF, 0x3041...0x3096, 0x30A1...0x30FA, 0xAC00...0xD7A3: ideograph
        default: lookAlike(scalar) ?? byProperties(scalar)
        }
    }

    private static func lookAlike(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "\u{00AD}", "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}",
            "\u{2066}"..."\u{2069}", "\u{FEFF}", "\u{FE0E}", "\u{FE0F}":
            invisible
        case "\u{0085}", "\u{2028}", "\u{2029}": UInt8(ascii: "\n")
        // Not dashes according to Unicode, but printed or read as such: bullets, lines, the Japanese length mark.
        case "\u{2043}", "\u{02D7}", "\u{2500}", "\u{2501}", "\u{30FC}", "\u{FF70}", "\u{00AF}":
            UInt8(ascii: "-")
        case "∼", "˜": UInt8(ascii: "~")
        case "·", "•", "∙", "‧", "・", "･", "。": UInt8(ascii: ".")
        case "“", "”", "„", "″", "〃": UInt8(ascii: "\"")
        case "‘", "’", "‚", "′", "´": UInt8(ascii: "'")
        case "»", "›", "〉", "》": UInt8(ascii: ">")
        case "«", "‹", "〈", "《": UInt8(ascii: "<")
        case "¦", "∣": UInt8(ascii: "|")
        case "【", "〔": UInt8(ascii: "[")
        case "】", "〕": UInt8(ascii: "]")
        case "№": UInt8(ascii: "#")
        case "£", "€", "¥": UInt8(ascii: "$")
        case "×", "✕", "✗": times
        // Cyrillic and Greek letters and Roman numerals that look like those of `ISBN` and like digits.
        case "Х", "Χ", "Ⅹ": UInt8(ascii: "X")
        case "х", "χ", "ⅹ": UInt8(ascii: "x")
        case "І", "Ι": UInt8(ascii: "I")
        case "ı": UInt8(ascii: "i")
        case "Ѕ": UInt8(ascii: "S")
        case "В", "Β": UInt8(ascii: "B")
        case "Ν": UInt8(ascii: "N")
        case "О", "Ο": UInt8(ascii: "O")
        case "о", "ο": UInt8(ascii: "o")
        default: nil
        }
    }

    private static func byProperties(_ scalar: Unicode.Scalar) -> UInt8 {
        let properties = scalar.properties
        if properties.isDash { return UInt8(ascii: "-") }
        if properties.isWhitespace { return UInt8(ascii: " ") }
        if properties.numericType == .decimal, let value = properties.numericValue {
            return UInt8(ascii: "0") + UInt8(value)
        }
        guard properties.isAlphabetic else { return symbol }
        return properties.isIdeographic ? ideograph : letter
    }
}

extension UInt8 {
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
    /// `X` or `x`.
    var isTen: Bool { lowercased == UInt8(ascii: "x") }
    /// A letter of an alphabet, ASCII or not.
    var isLetter: Bool {
        self == Folding.letter || lowercased >= UInt8(ascii: "a") && lowercased <= UInt8(ascii: "z")
    }
    var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == Folding.invisible }
    /// For ASCII letters only; other bytes become something else.
    var lowercased: UInt8 { self | 0x20 }
}
