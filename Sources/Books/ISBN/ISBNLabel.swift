// The labels before an ISBN, as printed and as OCR misreads them.

/// A label found in a text.
struct ISBNLabel {
    /// Includes the 10 or 13 and the colon.
    var range: Range<Int>
    /// The letters that were read as `ISBN`; `nil` for a label that is correct as printed.
    var damaged: Range<Int>?
    var kind = Kind.isbn

    enum Kind {
        case isbn
        /// Nine digits are possible, too.
        case sbn
        /// Any product's: only thirteen digits with a book's prefix are an ISBN.
        case ean
    }

    func repair(in text: FoldedText) -> Repair? {
        damaged.map {
            Repair(part: .label, printed: text.printed($0), taken: "ISBN", offset: $0.lowerBound)
        }
    }

    /// The label that begins at an offset, if any.
    static func match(in text: FoldedText, at start: Int) -> ISBNLabel? {
        guard mayBegin(text[start]) else { return nil }
        let word = letters(in: text, at: start) ?? ean(in: text, at: start)
        guard var label = word ?? phrase(in: text, at: start) else { return nil }
        var end = label.range.upperBound
        if text[end].lowercased == UInt8(ascii: "s"), !text[end + 1].isLetter { end += 1 }
        if text[end] == UInt8(ascii: "."), label.damaged == nil { end += 1 }
        end = lengthSuffix(in: text, at: end)
        let colon = text[end] == UInt8(ascii: " ") ? end + 1 : end
        if text[colon] == UInt8(ascii: ":") { end = colon + 1 }
        label.range = electronicPrefix(in: text, at: start)..<end
        return label
    }

    private static func mayBegin(_ byte: UInt8) -> Bool {
        beginnings.contains(byte) || byte == Folding.ideograph
    }

    private static let beginnings: ByteSet = "IiSsRr1lL|![]tTEe"

    private static let likeI: ByteSet = "1lL|![]tT"
    private static let likeS: ByteSet = "5$"
    private static let likeB: ByteSet = "8R3"
    private static let likeN: ByteSet = "MmHhWU"

    /// How OCR may read each letter of `ISBN`.
    private static func looksLike(_ byte: UInt8, _ letter: UInt8) -> Bool {
        if byte.lowercased == letter.lowercased && byte.isLetter { return true }
        return switch letter {
        case UInt8(ascii: "I"): likeI.contains(byte)
        case UInt8(ascii: "S"): likeS.contains(byte)
        case UInt8(ascii: "B"): likeB.contains(byte)
        default: likeN.contains(byte)
        }
    }

    /// `ISBN` or `SBN`, also as `I.S.B.N.` and `ISB N`, and `ISBN` with damaged letters.
    private static func letters(in text: FoldedText, at start: Int) -> ISBNLabel? {
        let word = looksLike(text[start], UInt8(ascii: "I")) ? "ISBN" : "SBN"
        var offset = start
        var exact = 0
        var capitals = 0
        var isSpaced = false
        for letter in word.utf8 {
            let letterStart = offset
            while offset > start, offset - letterStart < 2,
                text[offset] == UInt8(ascii: " ") || text[offset] == UInt8(ascii: ".")
            {
                offset += 1
                isSpaced = true
            }
            let byte = text[offset]
            guard looksLike(byte, letter) else { return nil }
            if byte.lowercased == letter.lowercased && byte.isLetter { exact += 1 }
            if byte.isCapital { capitals += 1 }
            offset += 1
        }
        let before = text[start - 1]
        let standsAlone = !before.isLetter && !before.isDigit
        let isWord = standsAlone && (!text[offset].isLetter || isPlural(text, offset))
        let label = ISBNLabel(range: start..<offset, kind: word == "SBN" ? .sbn : .isbn)
        if exact == word.utf8.count {
            if isSpaced { return isWord && capitals == exact ? label : nil }
            return standsAlone || word == "ISBN" && capitals == exact ? label : nil
        }
        guard word == "ISBN", isWord, !isSpaced, exact >= 2 else { return nil }
        return ISBNLabel(range: start..<offset, damaged: start..<offset)
    }

    private static func isPlural(_ text: FoldedText, _ offset: Int) -> Bool {
        text[offset].lowercased == UInt8(ascii: "s") && !text[offset + 1].isLetter
    }

    private static func ean(in text: FoldedText, at start: Int) -> ISBNLabel? {
        let end = start + 3
        guard zip(start..<end, "ean".utf8).allSatisfy({ text[$0].lowercased == $1 }),
            !text[start - 1].isLetter, !text[start - 1].isDigit, !text[end].isLetter
        else { return nil }
        return ISBNLabel(range: start..<end, kind: .ean)
    }

    private static let phrases: [(words: String, kind: Kind)] = [
        ("international standard book number", .isbn), ("standard book number", .sbn),
        ("rhif rhyngwladol", .isbn), ("rhif llyfr rhyngwladol", .isbn),
        ("rhif llyfr safonol rhyngwladol", .isbn),
        ("国际标准书号", .isbn), ("國際標準書號", .isbn), ("国際標準図書番号", .isbn),
    ]

    private static func phrase(in text: FoldedText, at start: Int) -> ISBNLabel? {
        guard !text[start - 1].isLetter else { return nil }
        for (words, kind) in phrases {
            if let end = end(of: words, in: text, at: start) {
                return ISBNLabel(range: start..<end, kind: kind)
            }
        }
        return nil
    }

    /// Where these words end if they begin at an offset, in any case and with any spaces between them.
    private static func end(of words: String, in text: FoldedText, at start: Int) -> Int? {
        var offset = start
        for scalar in words.unicodeScalars {
            if scalar == " " {
                let blanks = offset
                while text[offset].isBlank && offset - blanks < 24 && offset < text.count { offset += 1 }
                guard offset > blanks else { return nil }
            } else {
                guard offset < text.count,
                    scalar.isASCII
                        ? text[offset].isLetter && text[offset].lowercased == UInt8(scalar.value)
                        : text.scalars[offset] == scalar
                else { return nil }
                offset += 1
            }
        }
        return text[offset].isLetter ? nil : offset
    }

    /// After a `-13`, ` 10` or `(13)` that tells how long the number is, or the `-A` of an ISBN-A; `start` if these
    /// characters belong to the number.
    private static func lengthSuffix(in text: FoldedText, at start: Int) -> Int {
        var offset = start
        if text[offset] == UInt8(ascii: " ") { offset += 1 }
        let isBracketed = text[offset] == UInt8(ascii: "(")
        if isBracketed || text[offset] == UInt8(ascii: "-") || text[offset] == UInt8(ascii: "_") {
            offset += 1
        }
        if text[offset].lowercased == UInt8(ascii: "a"), !isBracketed {
            let colon = text[offset + 1] == UInt8(ascii: ":") ? offset + 2 : offset + 1
            let number = text[colon] == UInt8(ascii: " ") ? colon + 1 : colon
            return ActionableISBN(in: text, at: number) == nil ? start : offset + 1
        }
        if ActionableISBN(in: text, at: offset)?.isbn != nil { return start }
        let isThirteen = text[offset + 1] == UInt8(ascii: "3")
        guard text[offset] == UInt8(ascii: "1"), isThirteen || text[offset + 1] == UInt8(ascii: "0") else {
            return start
        }
        offset += 2
        if isBracketed { return text[offset] == UInt8(ascii: ")") ? offset + 1 : start }
        let next = text[offset].isDigit ? offset : text[offset] == UInt8(ascii: "-") ? offset + 1 : nil
        guard let next else { return text[offset].isTen ? start : offset }
        // If digits follow directly, these belong to the number, unless exactly such a number begins there.
        let number = PrintedNumber(in: text, at: next, repairing: false)
        let count = isThirteen ? 13 : 10
        let follows = number.digits.count >= count && number.ends(after: count)
        return follows && (!isThirteen || number.isbnDigits(13).hasBookPrefix) ? offset : start
    }

    /// Where the label begins if a preceding `e-` or `p-` makes it the label of an electronic or printed book.
    private static func electronicPrefix(in text: FoldedText, at start: Int) -> Int {
        let letter = text[start - 1] == UInt8(ascii: "-") ? start - 2 : start - 1
        guard text[letter].lowercased == UInt8(ascii: "e") || text[letter].lowercased == UInt8(ascii: "p"),
            !text[letter - 1].isLetter
        else { return start }
        return letter
    }
}

/// What to expect after the word before a number.
package enum NumberAnnouncement {
    /// No word, the end of a label, or a kind of book: `ISBN`, `pbk`.
    case book
    /// The last letters of a label of which others are hidden, or of another word: `N`.
    case partOfLabel
    /// Any other word.
    case unknownWord
    /// A number that is not an ISBN: `ISSN`, `Tel.`
    case otherNumber

    /// - Parameter word: in lower case, of two or more letters.
    init(_ word: String) {
        self =
            if ImprintWords.otherNumber.contains(word) || Self.isOtherStandard(word) {
                .otherNumber
            } else if ["bn", "sbn", "isbn"].contains(word)
                || ImprintWords.announcing.contains(word) && !Self.ambiguous.contains(word)
            {
                .book
            } else {
                .unknownWord
            }
    }

    /// Kinds of books that are also what is read of `Mobil` and `Ref.`
    private static let ambiguous: Set<String> = ["mobi", "rel"]

    /// Names that look similar to `ISBN`: `ISMN`, `ISIN`, `ASIN`.
    private static func isOtherStandard(_ word: String) -> Bool {
        word.count == 4 && !word.hasPrefix("isb") && zip(word, "isbn").count { $0 == $1 } >= 2
    }
}
