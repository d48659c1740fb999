// Normalises text for the full-text index, both stored text and queries.
import Foundation

package enum SearchText {
    /// Compatibility forms (full-width letters, ligatures) become plain ones. Diacritics, points and vowel signs
    /// beside letters are dropped. Letters that are not a base letter with a diacritic are spelt out. Each Chinese or
    /// Japanese character becomes a word, because the index splits words at spaces.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return latin(text) ?? anyScript(text)
    }

    private static func anyScript(_ text: String) -> String {
        var folded = ""
        for scalar in withoutMarks(text).unicodeScalars {
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

    /// A fast path for letters of Western and Central Europe: a reference folds millions of titles.
    private static let latinForms = (0..<0x180 as Range<UInt32>).map { value in
        UnicodeScalar(value).map { Array(anyScript(String($0)).utf8) } ?? []
    }

    /// `nil` for text with any other letter.
    private static func latin(_ text: String) -> String? {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            guard scalar.value < latinForms.count else { return nil }
            if scalar.isASCII {
                folded.append(UInt8(scalar.value))
            } else {
                folded += latinForms[Int(scalar.value)]
            }
        }
        return String(decoding: folded, as: UTF8.self)
    }

    private static func withoutMarks(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        plain.append(
            contentsOf: text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { scalar in
                !marks.contains { $0.contains(scalar.value) }
            })
        return String(plain).precomposedStringWithCanonicalMapping
    }

    /// Those that are often omitted in writing: of Latin, Greek and Cyrillic, Hebrew, and Arabic with its tatweel. In
    /// Indic scripts and Japanese such marks make another letter.
    static let marks: [ClosedRange<UInt32>] = [
        0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x5BF...0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5,
        0x5C7...0x5C7,
        0x610...0x61A, 0x640...0x640, 0x64B...0x65F, 0x670...0x670, 0x6D6...0x6DC, 0x6DF...0x6E4,
        0x6E7...0x6E8, 0x6EA...0x6ED, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
    ]

    /// How many words a search looks for: each costs time in the index, and a few words find few books.
    package static let mostWords = 16

    /// An FTS5 expression for text that contains all the words or words that begin with them; `nil` if there is no
    /// word. Repeated words and those beyond `mostWords` are left out.
    ///
    /// - Parameter length: words of at least this many letters match as prefixes; shorter ones match whole words
    ///   only.
    package static func query(_ words: String, beginningsFrom length: Int = 1) -> String? {
        let terms = terms(words).prefix(mostWords).map { phrase($0) + ($0.count < length ? "" : "*") }
        return terms.isEmpty ? nil : terms.joined(separator: " ")
    }

    /// Whether `query` leaves words out.
    package static func isCut(_ words: String) -> Bool { terms(words).count > mostWords }

    /// The terms to search for, each once. What the index splits into several words (`b-a-c`, Chinese) is one term,
    /// of a limited number of letters.
    private static func terms(_ words: String) -> [String] {
        var known: Set<String> = []
        return words.split(whereSeparator: \.isWhitespace).compactMap { word in
            let word = String(word.prefix(64))
            let isWord = word.unicodeScalars.contains {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
            }
            return isWord && known.insert(folded(word).lowercased()).inserted ? word : nil
        }
    }

    /// An FTS5 string: consecutive words.
    package static func phrase(_ words: some StringProtocol) -> String {
        "\"\(folded(String(words)).replacing("\"", with: " ").replacing("\0", with: " "))\""
    }

    static let spellings: [UnicodeScalar: String] = [
        "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d",
        "Đ": "D",
        "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L", "ħ": "h", "Ħ": "H", "ı": "i",
    ]

    private static func isIdeographic(_ scalar: UnicodeScalar) -> Bool {
        scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value)
    }
}
