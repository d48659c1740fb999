// ISBN-A, an ISBN in the form of a DOI: `10.978.3518/459201` is ISBN 978-3-518-45920-1.

/// What begins like an ISBN-A in a text: no other number is taken out of it.
struct ActionableISBN: Hashable {
    let range: Range<Int>
    /// `nil` if it is not written as the ranges prescribe, or its check digit is wrong.
    let isbn: ISBN?

    /// `nil` if the text has no `10.978.` or `10.979.` at an offset.
    init?(in text: FoldedText, at start: Int) {
        let prefix = Array("10.97".utf8)
        guard !text[start - 1].isDigit, prefix.indices.allSatisfy({ text[start + $0] == prefix[$0] }),
            text[start + 5] == UInt8(ascii: "8") || text[start + 5] == UInt8(ascii: "9"),
            text[start + 6] == UInt8(ascii: ".")
        else { return nil }
        let registrant = Self.digits(in: text, at: start + 7)
        let slash = registrant.upperBound
        let title = Self.digits(in: text, at: slash + 1)
        guard text[slash] == UInt8(ascii: "/"), registrant.count + title.count == 10,
            !Self.goesOn(text, at: title.upperBound)
        else {
            (range, isbn) = (start..<slash, nil)
            return
        }
        range = start..<title.upperBound
        var digits = ISBNDigits()
        for offset in [Array(start + 3..<start + 6), Array(registrant), Array(title)].joined() {
            digits.append(text[offset] - UInt8(ascii: "0"))
        }
        let spelled = try? digits.isbn().isbn
        let isRegistrant = spelled?.partLengths.map { $0.group + $0.registrant == registrant.count } ?? false
        isbn = isRegistrant ? spelled : nil
    }

    private static func digits(in text: FoldedText, at start: Int) -> Range<Int> {
        var end = start
        while text[end].isDigit, end - start < 10 { end += 1 }
        return start..<end
    }

    private static func goesOn(_ text: FoldedText, at end: Int) -> Bool {
        let isJoined = Separator(text[end])?.joins ?? (text[end] == UInt8(ascii: "/"))
        return text[end].isDigit || text[end].isLetter || isJoined && text[end + 1].isDigit
    }
}
