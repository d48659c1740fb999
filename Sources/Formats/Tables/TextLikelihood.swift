// In which encoding bytes are the most probable text.
import Foundation

/// A script with its languages, and the encodings that they are written in.
///
/// What is compared are logarithms of probabilities. They are added up, so that little text needs no other rules than
/// much; it only tells less.
struct TextLikelihood {
    /// By ICU's names; the first of those in which the text is the same is taken.
    let encodings: [String]
    /// How much more probable these encodings are than others, whatever the text.
    let prior: Double
    /// What it costs that a word is in another language than the table.
    private let mixing: Double
    /// For each language, the letters, and pairs of letters, in small letters.
    private let languages: [[String: Double]]
    /// How many characters there are beside those of `languages`; `nil` for an alphabet.
    private let others: Double?
    /// The first bytes of common characters.
    private let common: ClosedRange<UInt8>?
    private let isLatin: Bool

    /// - Parameter languages: letters beyond ASCII and pairs that begin with one, the most frequent first; separated by
    ///   spaces if there are pairs.
    init(
        _ encodings: [String], _ languages: [String], prior: Double = 0, mixing: Double = 2.4,
        isLatin: Bool = false,
        others: Double? = nil, common: ClosedRange<UInt8>? = nil
    ) {
        (self.encodings, self.prior, self.mixing, self.isLatin) = (encodings, prior, mixing, isLatin)
        (self.others, self.common) = (others, common)
        self.languages = languages.map { letters in
            let letters =
                letters.contains(" ")
                ? letters.split(separator: " ").map(String.init) : letters.map(String.init)
            // By Zipf's law; half of the characters in Chinese, Japanese and Korean text are among the others.
            let total = letters.indices.reduce(0) { $0 + 1 / Double($1 + 1) } * (others == nil ? 1 : 2)
            return Dictionary(letters.enumerated().map { ($1, -log(Double($0 + 1) * total)) }) { first, _ in
                first
            }
        }
    }

    /// The most probable encoding; `nil` if the bytes are text in none.
    static func encoding(of bytes: [UInt8]) -> String? {
        var best: (encoding: String, score: Double)?
        for script in scripts {
            for encoding in script.encodings {
                guard let text = LegacyText(encoding, isStrict: true)?.append(bytes) else { continue }
                let score = script.score(of: String(decoding: text, as: UTF8.self), written: bytes)
                if best.map({ score > $0.score }) ?? true { best = (encoding, score) }
            }
        }
        return best?.encoding
    }

    /// In one language, or with another in each word.
    private func score(of text: String, written bytes: [UInt8]) -> Double {
        var single = [Double](repeating: 0, count: languages.count)
        var (mixed, flaws) = (0.0, 0.0)
        for word in text.unicodeScalars.split(whereSeparator: { $0.isASCII && !$0.isLetter }) {
            guard word.contains(where: { !$0.isASCII }) else { continue }
            let word = Array(word)
            let scores = languages.map { score(of: word, in: $0) }
            for (place, score) in scores.enumerated() { single[place] += score }
            mixed += (scores.max() ?? 0) - mixing
            flaws += self.flaws(of: word)
        }
        if let common { flaws += 4 * Double(leads(bytes).count { !common.contains($0) }) }
        return prior + max(single.max() ?? 0, mixed) - flaws
    }

    private func score(of word: [UnicodeScalar], in language: [String: Double]) -> Double {
        word.indices.reduce(0) { sum, place in
            let letter = word[place]
            guard !letter.isASCII, letter.isLetter else { return sum }
            // The small letter of `İ` would be two characters.
            let mapping = letter.properties.lowercaseMapping
            let small = mapping.unicodeScalars.count == 1 ? mapping : String(letter)
            let next = place + 1 < word.count ? word[place + 1].properties.lowercaseMapping : ""
            if let known = language[small + next] ?? language[small] {
                return sum + known - (small == String(letter) ? 0 : 0.7)
            }
            guard let others else { return sum - 8 }
            return sum - (letter.properties.isIdeographic || letter.isSyllable ? log(2 * others) : 14)
        }
    }

    /// The cost of what is improbable in any language of the script.
    private func flaws(of word: [UnicodeScalar]) -> Double {
        var (flaws, row) = (0.0, 0)
        for (place, letter) in word.enumerated() where !letter.isASCII {
            let before = place > 0 ? word[place - 1] : nil
            let next = place + 1 < word.count ? word[place + 1] : nil
            let (followsLetter, precedesLetter) = (before?.isLetter == true, next?.isLetter == true)
            guard letter.isLetter else {
                row = 0
                flaws += letter.cost(after: before, before: next, isUnit: place < 3 && !precedesLetter)
                continue
            }
            row = before?.isASCII == false ? row + 1 : 1
            let isCapital = letter.properties.isUppercase
            if isCapital, before?.properties.isLowercase == true { flaws += 4 }
            if precedesLetter ? Self.onlyLast.contains(letter) : letter == "σ" { flaws += 3 }
            if followsLetter ? letter == "þ" : Self.neverFirst.contains(letter) { flaws += 3 }
            // In Portuguese, an `ã` is often before these, but in Romanian no `ă`.
            if letter == "ă", next == "o" || next == "e" { flaws += 4 }
            if isLatin {
                flaws += [0, 0, 2][min(row, 2)] + (row > 2 ? 3 : 0)
            } else if others == nil {
                flaws += [before, next].reduce(0) {
                    $0 + ($1.map { $0.isASCII && $0.isLetter } == true ? 8 : 0)
                }
            }
        }
        return flaws
    }

    /// Letters of Greek, Arabic, Hebrew and Italian that end a word.
    private static let onlyLast = Set("ςةىםןךףץìù".unicodeScalars)
    private static let neverFirst = Set("ðğ".unicodeScalars)

    /// The first bytes of two-byte characters.
    private func leads(_ bytes: [UInt8]) -> [UInt8] {
        var leads: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let isLead = bytes[place] >= 0x80
            if isLead { leads.append(bytes[place]) }
            place += isLead ? 2 : 1
        }
        return leads
    }
}

extension UnicodeScalar {
    fileprivate var isLetter: Bool { properties.isAlphabetic && !"ªºµ".unicodeScalars.contains(self) }

    /// Kana and Hangul.
    fileprivate var isSyllable: Bool { 0x3041...0x30FE ~= value || 0xAC00...0xD7A3 ~= value }

    /// Of what is not a letter, beside these characters.
    ///
    /// - Parameter isUnit: whether it is at the end of a short word, where `m²` has a digit.
    fileprivate func cost(after before: UnicodeScalar?, before next: UnicodeScalar?, isUnit: Bool) -> Double {
        let (followsLetter, precedesLetter) = (before?.isLetter == true, next?.isLetter == true)
        if value < 0xA0 || self == "\u{FFFD}" || 0xE000...0xF8FF ~= value { return 12 }
        guard Self.punctuation.contains(self) else {
            if isUnit, self == "²" || self == "³" { return 2 }
            return followsLetter || precedesLetter ? 10 : 7
        }
        let isInWord = self == "’" ? precedesLetter && !followsLetter : precedesLetter && followsLetter
        return (isInWord ? 7 : 2) + (before?.isASCII == false ? 2 : 0)
    }

    private static let punctuation = Set(
        "’‘“”„‚«»‹›–—…•¿¡°€£§™·ªº½¼¾×\u{A0}\u{AD}،؟؛״׳־、。・「」『』（）《》：！？，～〜　―".unicodeScalars)
}
