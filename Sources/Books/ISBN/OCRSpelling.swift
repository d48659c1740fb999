// Words as OCR spells them: without diacritics, a letter misread now and then.

/// Listed words, with which folded words of a text are compared.
package struct OCRSpelling: Sendable {
    package typealias Word = [Unicode.Scalar]

    /// Each an expression of one word or more.
    private let expressions: [[Word]]

    /// - Parameter expressions: words with single spaces between them.
    package init(_ expressions: some Sequence<String>) {
        self.expressions = expressions.map { Self.words(Self.folded($0)) }
    }

    /// Whether words may be a misreading of a listed expression.
    package func mayBe(_ words: [Word]) -> Bool {
        expressions.contains { $0.count == words.count && Self.mayBe(words[...], $0) }
    }

    /// Whether words may contain a misreading of a listed expression.
    package func mayBeIn(_ words: [Word]) -> Bool {
        words.indices.contains { start in
            expressions.contains {
                $0.count <= words.count - start && Self.mayBe(words[start..<start + $0.count], $0)
            }
        }
    }

    /// Whether the beginning of a word may be a misreading of a listed one.
    ///
    /// - Parameter longestEnding: how many letters may follow.
    package func mayBegin(_ word: Word, longestEnding: Int) -> Bool {
        expressions.contains {
            let ending = word.count - $0[0].count
            return ending >= 0 && ending <= longestEnding && !Self.usual.contains(word)
                && Self.differences(word.dropLast(ending), $0[0]) <= Self.edits(in: $0[0])
        }
    }

    // MARK: Folding

    /// In lower case; Latin, Greek and Cyrillic letters without diacritics, `ß` as `ss`.
    package static func folded(_ text: some StringProtocol) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.value < letters.count {
                folded += letters[Int(scalar.value)]
            } else {
                folded.append(scalar)
            }
        }
        return String(folded)
    }

    private static let letters = (0..<0x530 as Range<UInt32>).map { value in
        UnicodeScalar(value).map { Array(SearchText.folded(String($0)).lowercased().unicodeScalars) } ?? []
    }

    /// A folded text in which letters and digits that are mistaken for each other are one: `aiso by`, `ihe same series`.
    package static func skeleton(_ folded: String) -> String {
        String(scalars: folded.unicodeScalars.map { likeI.contains($0) ? "i" : $0 == "0" ? "o" : $0 })
    }

    private static let likeI = Set("ltj1|!".unicodeScalars)

    /// The letters and digits of a folded text's skeleton, which OCR may have joined or torn apart.
    package static func letters(_ folded: String) -> String {
        String(
            scalars: skeleton(folded).unicodeScalars.filter {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
            })
    }

    /// Whether a text begins like an expression, of which one letter in six may be misread, missing or added.
    ///
    /// - Parameters: both by `letters`, the expression not empty.
    package static func mayBegin(_ text: String, with expression: String) -> Bool {
        let count = expression.unicodeScalars.count
        let most = count / 6
        return (count - most...count + most).contains {
            mayBe(String(text.unicodeScalars.prefix($0)), expression)
        }
    }

    /// Whether a text is an expression, of which one letter in six may be misread, missing or added.
    ///
    /// - Parameters: both by `letters`.
    package static func mayBe(_ text: String, _ expression: String) -> Bool {
        let most = expression.unicodeScalars.count / 6
        return text.mistakes(from: expression, atMost: most) <= most
    }

    /// The words of a folded text.
    package static func words(_ folded: String) -> [Word] {
        folded.unicodeScalars.split { !$0.properties.isAlphabetic }.map(Array.init)
    }

    // MARK: Comparing

    private static func mayBe(_ words: ArraySlice<Word>, _ listed: [Word]) -> Bool {
        zip(words, listed).allSatisfy { $0 == $1 || isMisread($0, as: $1) && !usual.contains($0) }
    }

    /// How many letters of a word may be misread: none of a short one, which has too many neighbours.
    private static func edits(in word: Word) -> Int { word.count < 5 ? 0 : word.count < 9 ? 1 : 2 }

    /// Letters may be wrong, or those at one place wrong, missing or added. Takes time proportional to the length.
    private static func isMisread(_ word: Word, as listed: Word) -> Bool {
        let (edits, shorter) = (edits(in: listed), min(word.count, listed.count))
        guard edits > 0, shorter >= 5, max(word.count, listed.count) - shorter <= edits else { return false }
        if word.count == listed.count { return differences(word[...], listed) <= edits }
        let start = zip(word, listed).prefix { $0 == $1 }.count
        let end = zip(word.reversed(), listed.reversed()).prefix(shorter - start).prefix { $0 == $1 }.count
        return max(word.count, listed.count) - start - end <= edits
    }

    private static func differences(_ word: ArraySlice<Unicode.Scalar>, _ listed: Word) -> Int {
        zip(word, listed).count { $0 != $1 }
    }

    /// Words of titles and imprints that differ little from listed ones.
    private static let usual = Set(
        [
            "errata", "erratum", "soutien", "supersedes", "mistakes", "geannoteerd", "verhalten", "verwalten",
            "vervangen", "forkortet", "forkortelse", "format", "forme", "formed",
            "formen", "formes", "formel", "farmer", "fermer", "forcer", "dormer", "precious", "interior",
            "exterior", "ancient", "antico", "allen", "alter", "alden", "alpen", "arten", "halten", "route",
            "toute", "forte", "fonte", "salsa", "balsa", "falco", "falta", "falla", "falle", "fable", "valse",
            "gamme", "president", "presidente", "wring", "accompanied", "companions", "compared",
        ].map { Array($0.unicodeScalars) })
}
