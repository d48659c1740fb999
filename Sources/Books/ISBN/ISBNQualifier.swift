// Qualifiers of an ISBN in a text, before or after it: "(pbk.)", "hardback", "vol. 2".

/// Finds qualifiers, and decides whether the text between a label and a number connects them.
struct ISBNQualifier {
    let text: FoldedText

    static let opening: ByteSet = "(["
    static let closing: ByteSet = ")]"
    /// Between a number and its qualifier.
    private static let links: ByteSet = ",;:-./"
    /// Between the words of a qualifier.
    private static let joints: ByteSet = "/&-"
    private static let roman: ByteSet = "IVX"

    /// After a label or a labelled number: where the next number of this label begins, and the qualifier before it.
    /// `nil` if other words come first.
    ///
    /// - Parameter isFirst: whether it is the first number after the label.
    func number(after start: Int, isFirst: Bool) -> (offset: Int, qualifier: Range<Int>?)? {
        var qualifier: Range<Int>?
        var lineBreaks = 0
        var offset = start
        while offset < text.count && offset - start <= 64 {
            let byte = text[offset]
            if byte.isDigit || beginsWithLetterForDigit(offset) { return (offset, qualifier) }
            if let bracketed = bracketed(at: offset) {
                qualifier = bracketed.inner
                offset = bracketed.end
            } else if byte.isLetter || byte == Folding.ideograph {
                if let phrase = phrase(at: offset, of: ImprintWords.mayBeInside) {
                    qualifier = phrase
                    offset = phrase.upperBound
                } else if isFirst, let wrong = wrong(at: offset) {
                    qualifier = wrong
                    offset = wrong.upperBound
                } else if let word = word(at: offset), isFiller(word) {
                    offset = word.upperBound
                } else {
                    return nil
                }
            } else {
                if byte == UInt8(ascii: "\n") { lineBreaks += 1 }
                if lineBreaks > 2 || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "+") { return nil }
                offset += 1
            }
        }
        return nil
    }

    /// Directly after a number, on its line: in brackets, or words that end the line.
    func after(_ end: Int) -> Range<Int>? {
        var offset = skipSpaces(end)
        if let bracketed = bracketed(at: offset)
            ?? bracketed(at: skipSpaces(offset + 1), onNextLineAfter: offset)
        {
            return bracketed.inner
        }
        // The closing bracket may be beyond the end of what was read.
        if Self.opening.contains(text[offset]), let phrase = phrase(at: offset + 1),
            skipSpaces(phrase.upperBound) == text.count
        {
            return phrase
        }
        if Self.links.contains(text[offset]) {
            offset = skipSpaces(offset + 1)
            if let bracketed = bracketed(at: offset) { return bracketed.inner }
        }
        guard let phrase = phrase(at: offset) else { return nil }
        let next = text[skipSpaces(phrase.upperBound)]
        let goesOn = next.isLetter || next.isDigit || next == UInt8(ascii: ":") || next == Folding.ideograph
        return goesOn ? nil : phrase
    }

    /// Directly before a label or number, after `limit`.
    func before(_ start: Int, limit: Int) -> Range<Int>? {
        var end = start
        var lineBreaks = 0
        var hasColon = false
        while end > limit, start - end < 6,
            text[end - 1].isBlank || Self.links.contains(text[end - 1])
        {
            if text[end - 1] == UInt8(ascii: "\n") { lineBreaks += 1 }
            if text[end - 1] == UInt8(ascii: ":") { hasColon = true }
            end -= 1
        }
        guard lineBreaks < 2, end > limit else { return nil }
        if Self.closing.contains(text[end - 1]) {
            let open = (max(limit, end - 60)..<end).last { Self.opening.contains(text[$0]) }
            return open.flatMap { bracketed(at: $0)?.inner }
        }
        // The longest sequence of known words at the end.
        var found: Range<Int>?
        var offset = end
        while offset > limit && end - offset < 32 && text[offset - 1] != UInt8(ascii: "\n") {
            offset -= 1
            if text[offset - 1].isLetter, offset > limit { continue }
            // `Slipcase: ISBN …`; but not "A Soap Opera: ISBN …".
            let words =
                hasColon && beginsLine(offset, after: limit) ? ImprintWords.inside : ImprintWords.plain
            let phrase = phrase(at: offset, of: words.contains, limit: end)
            if phrase?.upperBound == end { found = phrase }
        }
        return found
    }

    private func beginsLine(_ start: Int, after limit: Int) -> Bool {
        var offset = start
        while offset > limit, text[offset - 1] == UInt8(ascii: " ") { offset -= 1 }
        return offset == limit || text[offset - 1] == UInt8(ascii: "\n")
    }

    /// The text in brackets that open at an offset, if it contains a known word but no number of its own.
    private func bracketed(
        at open: Int, onNextLineAfter lineBreak: Int? = nil
    ) -> (inner: Range<Int>, end: Int)? {
        if let lineBreak, text[lineBreak] != UInt8(ascii: "\n") { return nil }
        guard Self.opening.contains(text[open]) else { return nil }
        var letters = 0
        var digits = 0
        for offset in open + 1..<open + 62 where offset < text.count {
            let byte = text[offset]
            if Self.closing.contains(byte) {
                let inner = trimmed(open + 1..<offset)
                return letters > 0 && digits < 8 && !holdsLabel(inner) ? (inner, offset + 1) : nil
            }
            if Self.opening.contains(byte) || byte == UInt8(ascii: "$") { return nil }
            if byte.isLetter || byte == Folding.ideograph { letters += 1 }
            if byte.isDigit { digits += 1 }
        }
        return nil
    }

    private func holdsLabel(_ range: Range<Int>) -> Bool {
        range.contains { ISBNLabel.match(in: text, at: $0) != nil }
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        let start = range.first { !text[$0].isBlank } ?? range.upperBound
        return start..<((range.last { !text[$0].isBlank } ?? start - 1) + 1)
    }

    /// The longest sequence of words from the list that begins at an offset.
    ///
    /// - Parameter limit: where a word ends even if a hyphen follows: `Web-ISBN`.
    private func phrase(
        at start: Int, of isListed: (String) -> Bool = ImprintWords.plain.contains, limit: Int = .max
    ) -> Range<Int>? {
        var end: Int?
        var next = start
        while next - start < 80, next < limit, let whole = word(at: next) {
            let word = whole.clamped(to: start..<limit)
            let spelling = OCRSpelling.folded(text.printed(word))
            if ImprintWords.volume.contains(spelling), let volume = volumeNumber(after: word.upperBound) {
                end = volume
            } else if isListed(spelling) {
                end = word.upperBound
            } else {
                break
            }
            next = end ?? start
            if text[next] == UInt8(ascii: ".") { next += 1 }
            next = skipSpaces(next)
            if Self.joints.contains(text[next]) { next = skipSpaces(next + 1) }
        }
        return end.map { start..<$0 }
    }

    /// The end of a volume's number, one to three digits or a Roman numeral.
    private func volumeNumber(after start: Int) -> Int? {
        let number = skipSpaces(text[start] == UInt8(ascii: ".") ? start + 1 : start)
        var end = number
        while text[end].isDigit, end - number <= 3 { end += 1 }
        let isJoined = text[end] == UInt8(ascii: "-") && text[end + 1].isDigit
        if end > number { return end - number <= 3 && !isJoined ? end : nil }
        while end - number < 8, Self.roman.contains(text[end]) { end += 1 }
        return end > number && !text[end].isLetter && !text[end].isDigit ? end : nil
    }

    /// A word: letters with single hyphens inside, or ideographs.
    func word(at start: Int) -> Range<Int>? {
        var end = start
        if text[start] == Folding.ideograph {
            while end - start <= 24, text[end] == Folding.ideograph { end += 1 }
        } else {
            while end - start <= 24, text[end].isLetter || isInnerHyphen(end, since: start) { end += 1 }
        }
        return end > start && end - start <= 24 ? start..<end : nil
    }

    private func isInnerHyphen(_ offset: Int, since start: Int) -> Bool {
        offset > start && text[offset] == UInt8(ascii: "-") && text[offset - 1].isLetter
            && text[offset + 1].isLetter
    }

    private func isFiller(_ word: Range<Int>) -> Bool {
        if text[word.lowerBound] == Folding.ideograph { return word.count <= 4 }
        return ImprintWords.filler.contains(text.printed(word).lowercased())
    }

    /// A letter in place of a number's first digit: `O-306-…`, `l 56…`, `O306…`.
    private func beginsWithLetterForDigit(_ offset: Int) -> Bool {
        guard PrintedNumber.repaired(text[offset]) != nil, !text[offset - 1].isLetter else { return false }
        return PrintedNumber(in: text, at: offset, repairing: true).digits.count >= 9
    }

    func skipSpaces(_ start: Int) -> Int {
        var offset = start
        while offset - start < 24, text[offset] == UInt8(ascii: " ") || text[offset] == Folding.invisible {
            offset += 1
        }
        return offset
    }
}
