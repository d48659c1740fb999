// Folded words, and the rule by which another program folds what is typed there in the same way.

extension SearchText {
    /// The words of a text, folded and in lower case, in their order.
    package static func words(_ text: String) -> [String] {
        let folded = folded(text).lowercased().replacing("ς", with: "σ")
        return folded.unicodeScalars.split { !isPartOfWord($0) }.map { String($0) }
    }

    /// The words by which a text is found, each once: `winter’s` also as `winters`.
    package static func wordsOfKey(_ texts: [String]) -> [String] {
        var known: Set<String> = []
        return texts.flatMap { text in
            let whole = String(
                String.UnicodeScalarView(
                    text.unicodeScalars.filter { !TitleFolding.apostrophes.contains($0) }))
            return words(text) + (whole == text ? [] : words(whole))
        }.filter { known.insert($0).inserted }
    }

    /// A text as the index has it: folded, and followed by its words with apostrophes without these.
    package static func indexed(_ text: String) -> String {
        let folded = folded(text)
        guard text.unicodeScalars.contains(where: TitleFolding.apostrophes.contains) else { return folded }
        let known = Set(words(text))
        return ([folded] + wordsOfKey([text]).filter { !known.contains($0) }).joined(separator: " ")
    }

    /// Those that `wordsOfKey` leaves out.
    package static let apostrophes = String(String.UnicodeScalarView(TitleFolding.apostrophes.sorted()))

    /// The words of a title that somebody looks for, without a leading article, which not every catalogue writes there.
    package static func wordsOfTitle(_ text: String) -> [String] {
        let words = words(text)
        return words.count > 1 && TitleFolding.articles.contains(words[0]) ? Array(words.dropFirst()) : words
    }

    private static func isPartOfWord(_ scalar: UnicodeScalar) -> Bool {
        let properties = scalar.properties
        return switch properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark: true
        default: properties.isAlphabetic
        }
    }

    /// What differs between this rule and Unicode's own compatibility forms and lower case.
    package struct Rule: Encodable, Sendable {
        /// Marks that are dropped, as ranges of a regular expression's character class.
        package let marks: String
        /// Letters that are spelt out.
        package let spellings: [String: String]
        package let articles: [String]
    }

    package static let rule = Rule(
        marks: marks.map { "\(escaped($0.lowerBound))-\(escaped($0.upperBound))" }.joined(),
        spellings: Dictionary(
            uniqueKeysWithValues: spellings.map { (String($0.key), $0.value) } + [("ς", "σ")]),
        articles: TitleFolding.articles.sorted())

    private static func escaped(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
