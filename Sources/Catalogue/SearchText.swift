// Text as the full-text index sees it, the same for what is kept and what is asked.
import Foundation

enum SearchText {
    /// Compatibility forms (full-width letters, ligatures) become plain ones, letters that no diacritic explains are
    /// spelt out, and each Chinese or Japanese character stands alone, because the index splits words at spaces.
    static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var folded = ""
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
            if let spelling = spellings[scalar] {
                folded += spelling
            } else if isIdeographic(scalar) {
                folded += " \(scalar) "
            } else {
                folded.unicodeScalars.append(scalar)
            }
        }
        return folded
    }

    /// An FTS5 expression for text that has all the words or their beginnings; `nil` when there is no word in it.
    static func query(_ words: String) -> String? {
        let terms = words.split(whereSeparator: \.isWhitespace)
            .filter {
                $0.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            }
            .map { phrase($0) + "*" }
        return terms.isEmpty ? nil : terms.joined(separator: " ")
    }

    /// An FTS5 string: words that stand one after another.
    static func phrase(_ words: some StringProtocol) -> String {
        "\"\(folded(String(words)).replacing("\"", with: " ").replacing("\0", with: " "))\""
    }

    private static let spellings: [UnicodeScalar: String] = [
        "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d",
        "Đ": "D",
        "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L", "ħ": "h", "Ħ": "H", "ı": "i",
    ]

    private static func isIdeographic(_ scalar: UnicodeScalar) -> Bool {
        scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value)
    }
}
