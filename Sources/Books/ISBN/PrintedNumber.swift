// Printed digits with their separators.

/// Up to fourteen digits from a position in a text: one more than an ISBN has, to see where it ends.
struct PrintedNumber {
    private static let limit = 14

    struct Digit {
        /// 0…10; ten is `X`.
        var value: UInt8
        var offset: Int
        var isRepaired: Bool
        /// The separator before it; empty if it follows the last digit directly.
        var separator: Separator
    }

    private(set) var digits: [Digit] = []
    /// A letter follows the last digit directly.
    private(set) var endsAtLetter = false

    /// - Parameter repairing: whether letters that look like digits count as digits.
    init(in text: FoldedText, at start: Int, repairing: Bool) {
        digits.reserveCapacity(Self.limit)
        var offset = start
        var separator: Separator = []
        while digits.count < Self.limit {
            let end = groupEnd(in: text, at: offset, repairing: repairing)
            guard end > offset else { return }
            append(text, offset..<end, separator)
            endsAtLetter = text[end].isLetter
            guard !endsAtLetter, digits.last?.value != 10,
                let next = PrintedNumber.separator(in: text, at: end),
                ActionableISBN(in: text, at: next.next) == nil
            else { return }
            (offset, separator) = next
        }
    }

    /// Where the digits end that begin at an offset; the offset itself if there are none.
    private func groupEnd(in text: FoldedText, at start: Int, repairing: Bool) -> Int {
        var end = start
        var lastTrue = start
        var room = Self.limit - digits.count
        while room > 0 {
            let byte = text[end]
            if byte.isDigit {
                lastTrue = end + 1
            } else if mayBeTen(byte, repairing, at: digits.count + end - start), !text[end + 1].isDigit {
                return end + 1
            } else if byte == Folding.invisible {
                room += 1
            } else if !repairing || PrintedNumber.repaired(byte) == nil {
                break
            }
            end += 1
            room -= 1
        }
        // Letters before other letters are a word; a single letter between separators may be a digit.
        let isLone = lastTrue == start && end == start + 1 && text[start] != Folding.invisible
        if text[end].isLetter || lastTrue == start && !isLone { return lastTrue }
        return end
    }

    private func mayBeTen(_ byte: UInt8, _ repairing: Bool, at place: Int) -> Bool {
        place >= (repairing ? 8 : 9) && (byte.isTen || repairing && byte == Folding.times)
    }

    private mutating func append(_ text: FoldedText, _ range: Range<Int>, _ separator: Separator) {
        var separator = separator
        for offset in range where digits.count < Self.limit && text[offset] != Folding.invisible {
            let byte = text[offset]
            let repaired = byte == Folding.times ? 10 : PrintedNumber.repaired(byte)
            let value = byte.isTen ? 10 : repaired ?? (byte - UInt8(ascii: "0"))
            digits.append(
                Digit(value: value, offset: offset, isRepaired: repaired != nil, separator: separator))
            separator = []
        }
    }

    /// The digit that a letter may be a misreading of.
    static func repaired(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "O"), UInt8(ascii: "o"): 0
        case UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "i"): 1
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): 2
        case UInt8(ascii: "S"), UInt8(ascii: "s"): 5
        case UInt8(ascii: "G"): 6
        case UInt8(ascii: "B"): 8
        default: nil
        }
    }

    /// What separates the digit before `start` from the next one, and where that one may be; `nil` if there is
    /// something else or too much.
    private static func separator(in text: FoldedText, at start: Int) -> (next: Int, Separator)? {
        var found: Separator = []
        var offset = start
        var marks = 0
        while text[offset] == Folding.invisible || Separator(text[offset]) != nil {
            if let part = Separator(text[offset]) {
                if part == .lineBreak && found.contains(.lineBreak) { return nil }
                if part != .space && part != .lineBreak { marks += 1 }
                found.formUnion(part)
            }
            offset += 1
            if marks > 3 || offset - start > (found.contains(.lineBreak) ? 24 : 8) { return nil }
        }
        return offset > start ? (offset, found) : nil
    }
}

extension PrintedNumber {
    /// Whether a group of digits ends after the first `count`.
    func ends(after count: Int) -> Bool {
        digits.count == count || digits.count > count && !digits[count].separator.isEmpty
    }

    /// After how many digits a point and a blank are, behind which is another number unless hyphens show otherwise.
    var stop: Int? { digits.indices.dropFirst().first { digits[$0].separator.stops } }

    /// Whether a dash joins the first `count` digits to further ones.
    func isJoined(after count: Int) -> Bool { digits.count > count && digits[count].separator.joins }

    /// Whether a price of three digits is joined to the first `count`, as on old paperbacks: `345-24223-8-150`.
    func isPriced(after count: Int) -> Bool {
        isJoined(after: count) && ends(after: count + 3) && !isJoined(after: count + 3)
            && digits[(count + 1)..<(count + 3)].allSatisfy { $0.separator.isEmpty }
    }

    /// How many of the first `count` digits were read from letters.
    func repairs(_ count: Int) -> Int { digits.prefix(count).count { $0.isRepaired } }

    /// Whether the first three digits are 978 or 979.
    var startsWithBookPrefix: Bool {
        digits.count >= 3 && digits[0].value == 9 && digits[1].value == 7 && digits[2].value >= 8
    }

    /// Whether ten digits are the rest of a number whose prefix 979 is hidden: with it, check digit and hyphens are right,
    /// and without it, the hyphens of this ISBN are not.
    func lacksPrefix(_ count: Int, _ isbn: ISBN) -> Bool {
        guard count == 10, digits[9].value < 10, hyphensAgree(10, isbn) == false else { return false }
        let rest = digits.prefix(10).reduce(0) { $0 * 10 + UInt64($1.value) }
        return ISBN(value: 9_790_000_000_000 + rest).map { hyphensAgree(10, $0) } == true
    }

    func isbnDigits(_ count: Int) -> ISBNDigits {
        var kept = ISBNDigits()
        for digit in digits.prefix(count) { kept.append(digit.value) }
        return kept
    }

    func range(_ count: Int) -> Range<Int> { digits[0].offset..<digits[count - 1].offset + 1 }

    /// The separators between the first `count` digits.
    func separators(_ count: Int) -> [Separator] {
        digits[1..<count].map(\.separator).filter { !$0.isEmpty }
    }

    /// The counts of digits after which there is a separator other than a bare line break.
    func breaks(_ count: Int) -> [Int] {
        (1..<count).filter { !digits[$0].separator.subtracting(.lineBreak).isEmpty }
    }

    /// See `ISBNMatch.hyphensAgree`.
    func hyphensAgree(_ count: Int, _ isbn: ISBN) -> Bool? {
        let printed = breaks(count)
        let inner = printed.filter { $0 != count - 1 && !(count == 13 && $0 == 3) }
        let isBelowBars = count == 13 && printed.last != 12 && inner.allSatisfy { $0 == 1 || $0 == 7 }
        if inner.isEmpty || isBelowBars { return nil }
        guard let (group, registrant) = isbn.partLengths else { return false }
        switch count {
        case 13: return printed == [3, 3 + group, 3 + group + registrant, 12]
        case 10: return printed == [group, group + registrant, 9]
        default: return printed == [registrant, 8]
        }
    }
}
