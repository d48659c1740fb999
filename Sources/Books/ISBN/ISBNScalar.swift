// What a single Unicode scalar means inside a printed ISBN: every script's digits, every dash.

/// The part a scalar can play in an ISBN.
enum ISBNScalar: Hashable {
    /// 0…9, from any script.
    case digit(UInt8)
    /// The check digit ten: `X` in any letter form that looks like it.
    case ten
    case dash
    case space
    /// Shows nothing and means nothing here: soft hyphen, zero-width and direction marks.
    case invisible
    case other

    init(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "0"..."9": self = .digit(UInt8(scalar.value - 48))
        case "X", "x": self = .ten
        case "-": self = .dash
        case " ", "\t", "\n", "\r", "\u{0B}", "\u{0C}": self = .space
        case _ where scalar.isASCII: self = .other
        default: self.init(beyondASCII: scalar)
        }
    }

    private init(beyondASCII scalar: Unicode.Scalar) {
        switch scalar {
        // Full-width, Cyrillic and Greek letters, and the Roman numeral.
        case "Ｘ", "ｘ", "Х", "х", "Χ", "χ", "Ⅹ", "ⅹ": self = .ten
        // Not called dashes by Unicode, but printed or read as such: bullets, lines, the Japanese length mark.
        case "\u{2043}", "\u{02D7}", "\u{2500}", "\u{2501}", "\u{30FC}", "\u{FF70}", "\u{00AF}": self = .dash
        case "\u{00AD}", "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}",
            "\u{2066}"..."\u{2069}", "\u{FEFF}", "\u{FE0E}", "\u{FE0F}":
            self = .invisible
        default:
            let properties = scalar.properties
            if properties.isDash {
                self = .dash
            } else if properties.isWhitespace {
                self = .space
            } else if properties.numericType == .decimal, let value = properties.numericValue {
                self = .digit(UInt8(value))
            } else {
                self = .other
            }
        }
    }
}
