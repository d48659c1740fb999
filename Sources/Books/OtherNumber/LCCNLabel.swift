// The label of a Library of Congress number, as printed since 1898 and as OCR reads it.

/// The words before a number, judged by how they end.
///
/// The words are long and the shape of the number is rare, so letters may be misread: of `CONGRESS` two, of
/// `CATALOG CARD` three.
struct LCCNLabel {
    /// It names the Library of Congress, its cards or its numbers.
    let isComplete: Bool
    /// It ends in a word such as `Number`, so that letters after it are the number's own.
    let namesNumber: Bool
    /// There is nothing else before the number, or only the last words of a label.
    let mayBeContinued: Bool

    /// How far a label reaches, in scalars.
    private static let reach = 90

    init(before end: Int, in text: FoldedText) {
        var end = end
        // A prefix that stands apart is not a part of the label.
        if let start = LCCNShape.prefix(before: end, in: text), text[start - 1] != UInt8(ascii: "\n") {
            end = start
        }
        let bytes = (max(0, end - Self.reach)..<end).map { text[$0] }
        let places = bytes.indices.filter { bytes[$0].isLetter }
        let letters = places.map { bytes[$0].uppercasedLetter }
        namesNumber = Self.numberWords.contains { letters.hasTail($0) }
        let short =
            Self.numberWords.first { letters.hasTail($0) }.map { letters.dropLast($0.count) } ?? letters[...]
        isComplete =
            Self.endsInLCCN(bytes, places, letters)
            || Self.followsInitials(bytes, Array(places.prefix(short.count)), Array(short))
            || Self.followsCongress(letters) || Self.followsCard(bytes, places, letters)
        mayBeContinued =
            !isComplete
            && (letters.count <= 2 || namesNumber && short.count <= 1
                || short.hasTail("CARD") && letters.count <= 14)
    }

    private static let numberWords = ["NUMBER", "NUMBERS", "NO", "NOS", "NR", "LCCN", "LCCCN"]
    /// The words between the initials L. C. and `Number`, and how many of their letters may be misread.
    private static let wordsOfInitials = [("CARD", 0), ("CATALOG", 0), ("CATALOGCARD", 0), ("CONTROL", 2)]
    /// Fewer letters than `CATALOGING IN PUBLICATION` has: that heads a catalogue entry, whose number has no label.
    private static let mostAfterCongress = 20

    private static func followsCongress(_ letters: [UInt8]) -> Bool {
        guard let end = letters.endOf("CONGRESS", misread: 2), letters.count - end <= mostAfterCongress else {
            return false
        }
        let rest = letters[end...]
        if rest.endOf("CARD", misread: 1) != nil
            || ["NUMBER", "CATALOG", "CONTROL"].contains(where: { rest.endOf($0, misread: 2) != nil })
        {
            return true
        }
        // "Order from the Library of Congress, No. …"
        let isAddress = letters[..<end].endOf("FROMTHELIBRARYOFCONGRESS", misread: 3) == end
        return !isAddress && (rest.isEmpty || numberWords.contains { rest.hasTail($0) })
    }

    /// In letters: initials or what was read of them.
    private static let mostBeforeCard = 4

    /// Whether it ends in `Catalog Card`, with no other name before that in its sentence than that of the Library of Congress.
    private static func followsCard(_ bytes: [UInt8], _ places: [Int], _ letters: [UInt8]) -> Bool {
        let word = "CATALOGCARD"
        guard let end = letters.endOf(word, misread: 3), letters.count - end <= 8 else { return false }
        let start = max(0, end - word.utf8.count)
        let sentence = bytes[..<places[start]].reversed().prefix { !sentenceEnds.contains($0) }.reversed()
        let name = sentence.filter(\.isLetter).map(\.uppercasedLetter)
        return name.count <= mostBeforeCard || name.endOf("LIBRARY", misread: 2) != nil
            || name.endOf("CONGRESS", misread: 3) != nil
    }

    private static let sentenceEnds: ByteSet = "\n.,:;"

    private static func endsInLCCN(_ bytes: [UInt8], _ places: [Int], _ letters: [UInt8]) -> Bool {
        ["LCCN", "LCCCN"].contains { word in
            guard letters.hasTail(word) else { return false }
            let first = places[places.count - word.utf8.count]
            return first == 0 || !bytes[first - 1].isLetter || isReadTwice(first, in: bytes)
        }
    }

    /// The text model often reads the first letter of a line twice, and the bar in `(print) | LCCN` as a letter.
    private static func isReadTwice(_ first: Int, in bytes: [UInt8]) -> Bool {
        let isFirstInLine = first == 1 || first > 1 && bytes[first - 2] == UInt8(ascii: "\n")
        let isBehindBracket =
            first > 2 && bytes[first - 2] == UInt8(ascii: " ") && bytes[first - 3] == UInt8(ascii: ")")
        return (isFirstInLine || isBehindBracket)
            && [UInt8(ascii: "L"), UInt8(ascii: "I")].contains(bytes[first - 1])
    }

    /// Whether the initials L. C. are a word of their own, and nothing but a card or a catalogue is named behind them.
    ///
    /// - Parameter letters: without `Number`.
    private static func followsInitials(_ bytes: [UInt8], _ places: [Int], _ letters: [UInt8]) -> Bool {
        let initials = letters.indices.dropLast().last {
            letters[$0] == UInt8(ascii: "L") && letters[$0 + 1] == UInt8(ascii: "C")
        }
        guard let first = initials else { return false }
        let (start, second) = (places[first], places[first + 1])
        let rest = String(decoding: letters[(first + 2)...], as: UTF8.self)
        let isNamed = wordsOfInitials.contains { word, misread in
            rest.mistakes(from: word, atMost: misread) <= misread
        }
        guard rest.isEmpty || isNamed, second - start <= 3,
            second + 1 == bytes.count || !bytes[second + 1].isLetter
        else { return false }
        let isWord = start == 0 || !bytes[start - 1].isLetter && !bytes[start - 1].isDigit
        // Alone, `LLC` is the name of a company.
        return isWord || isNamed && isReadTwice(start, in: bytes)
    }
}

extension UInt8 {
    /// Of an ASCII letter.
    var uppercasedLetter: UInt8 { isCapital || self == Folding.letter ? self : self & ~0x20 }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    fileprivate func hasTail(_ word: String) -> Bool { suffix(word.utf8.count).elementsEqual(word.utf8) }

    /// Where the place ends that reads most like a word, the last of several; `nil` if there is none.
    ///
    /// - Parameter misread: at most so many letters are wrong, missing or extra.
    func endOf(_ word: String, misread: Int) -> Int? {
        let word = Array(word.utf8)
        // The least errors of each beginning of the word that ends at the current letter.
        var errors = Array(0...word.count)
        var (end, fewest): (Int?, Int) = (nil, misread)
        for (place, letter) in zip(indices, self) {
            var diagonal = errors[0]
            for index in word.indices {
                let above = errors[index + 1]
                errors[index + 1] = Swift.min(
                    diagonal + (word[index] == letter ? 0 : 1), above + 1, errors[index] + 1)
                diagonal = above
            }
            if errors[word.count] <= fewest { (end, fewest) = (place + 1, errors[word.count]) }
        }
        return end
    }
}

/// Digits in the form of an LCCN: `67-12345`, `67 - 12345`, `2007-25382`, `67012345`, `2007025382`.
struct LCCNShape {
    /// The digits, with a suffix after a slash.
    let range: Range<Int>
    /// Where letters directly before the digits begin, or stand one space apart; `nil` if there are none.
    private let joined: Int?
    private let apart: Int?

    static func all(in text: FoldedText) -> [LCCNShape] {
        (0..<text.count).compactMap { LCCNShape(at: $0, in: text) }
    }

    private init?(at start: Int, in text: FoldedText) {
        let before = text[start - 1]
        guard text[start].isDigit, !before.isDigit, !Self.joining.contains(before) else { return nil }
        func end(ofDigitsAt start: Int) -> Int { (start...).first { !text[$0].isDigit } ?? start }
        var end = end(ofDigitsAt: start)
        let whole = Self.end(ofTenDigitsAt: start, firstEnd: end, in: text)
        switch end - start {
        case _ where whole != nil: end = whole ?? end
        // The end of ten digits.
        case 8 where before == UInt8(ascii: " ") && text[start - 2].isDigit: return nil
        case 8, 10: break
        case 2, 4:
            let next = (end...).first { !Self.between.contains(text[$0]) } ?? end
            let hyphens = (end..<next).count { text[$0] == UInt8(ascii: "-") }
            let count = (next...).first { !text[$0].isDigit }.map { $0 - next } ?? 0
            let isShort = end - start == 2 && next == end + 1
            // Without a hyphen, four digits are a year; shorter serial numbers may be pages or years.
            let isYears =
                end - start == 4 && count == 4 && ["19", "20"].contains(text.printed(next..<next + 2))
            let mayBeShort = hyphens == 1 && next == end + 1 && !isYears
            guard hyphens == 1 && next - end <= 3 || hyphens == 0 && isShort,
                (mayBeShort ? 3...6 : 5...6).contains(count)
            else { return nil }
            end = next + count
        default: return nil
        }
        let next = text[end]
        let isCut = next.isDigit || next.isLetter || Self.joining.contains(next) && text[end + 1].isDigit
        guard !isCut, !(next == UInt8(ascii: " ") && text[end + 1].isDigit) else { return nil }
        range = start..<end
        joined = before.isLetter ? Self.word(before: start, in: text) : nil
        guard !before.isLetter || joined != nil else { return nil }
        apart = before.isLetter ? nil : Self.prefix(before: start, in: text)
    }

    /// Where ten digits end that begin with a year since 2001 and contain one space, but not behind the year: OCR sees one
    /// beside a narrow digit.
    static func end(ofTenDigitsAt start: Int, firstEnd: Int, in text: FoldedText) -> Int? {
        let first = firstEnd - start
        guard first < 10, first != 4, text[firstEnd] == UInt8(ascii: " ") else { return nil }
        let end = ((firstEnd + 1)...).first { !text[$0].isDigit } ?? firstEnd
        let digits = text.printed(start..<end).filter { $0 != " " }
        return end - start == 11 && (2001...2099).contains(Int(digits.prefix(4)) ?? 0) ? end : nil
    }

    private static let joining: ByteSet = "-./,$"
    private static let between: ByteSet = " -"

    /// With its prefix, whose letters may stand apart only behind a word that ends the label.
    ///
    /// - Parameter isNamed: whether the label before the prefix ends in such a word.
    /// - Returns: `nil` if the letters before the digits may be anything.
    func prefixed(isNamed: Bool) -> Range<Int>? {
        if let joined { return joined..<range.upperBound }
        guard let apart else { return range }
        return isNamed ? apart..<range.upperBound : nil
    }

    /// Whether it is printed as at the end of a catalogue entry (since 1971): after a space, the serial number behind a
    /// hyphen and not filled with zeros, as the National Library of Canada's are; or as ten digits.
    func isOfEntry(in text: FoldedText) -> Bool {
        let (start, before) = (range.lowerBound, text[range.lowerBound - 1])
        guard before == UInt8(ascii: " ") || before == UInt8(ascii: "\n") else { return false }
        let isCanadian =
            text.printed(max(start - 2, 0)..<start).uppercased() == "C " && !text[start - 3].isLetter
        guard !isCanadian else { return false }
        let year = text.printed(start..<start + 2)
        if text[start + 2].isDigit { return range.count == 10 && year == "20" }
        return text[start + 2] == UInt8(ascii: "-") && text[start + 3].isDigit
            && text[start + 3] != UInt8(ascii: "0") && (year >= "69" || year <= "01")
    }

    /// Where one to three letters begin that stand a space before some digits, and are not the end of a label.
    static func prefix(before digits: Int, in text: FoldedText) -> Int? {
        if text[digits - 1].isLetter { return word(before: digits, in: text) }
        guard text[digits - 1] == UInt8(ascii: " "), text[digits - 2].isLetter,
            let start = word(before: digits - 1, in: text)
        else { return nil }
        let word = text.printed(start..<digits - 1).uppercased()
        return ["NO", "NOS", "NR", "LC", "C"].contains(word) ? nil : start
    }

    private static func word(before end: Int, in text: FoldedText) -> Int? {
        var start = end
        while end - start < 4, text[start - 1].isLetter { start -= 1 }
        let isWord = !text[start - 1].isDigit && text[start - 1] != UInt8(ascii: ".")
        return (1...3).contains(end - start) && isWord ? start : nil
    }
}
