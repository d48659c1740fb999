// Strict parsing of a text that should be exactly one ISBN.

/// In which of the three printed forms a number was written.
public enum ISBNForm: String, Hashable, Sendable, Codable, CaseIterable {
    case isbn13, isbn10
    /// The nine digits in use before ISBN: an ISBN-10 without its leading zero.
    case sbn
}

extension ISBN {
    /// Reads one ISBN and nothing else, as `parse(_:)` does.
    public init(_ text: some StringProtocol) throws(ISBNError) {
        self = try ISBN.parse(text).isbn
    }

    /// Reads one ISBN-13, ISBN-10 or SBN, and returns which of them it was. Hyphens, dashes and spaces are allowed
    /// anywhere, and digits of any script. Nothing else may surround the number (`find(in:)` looks for numbers in
    /// running text).
    public static func parse(_ text: some StringProtocol) throws(ISBNError) -> (isbn: ISBN, form: ISBNForm) {
        var digits = ISBNDigits()
        var firstTen: (scalar: Unicode.Scalar, place: Int)?
        for (place, scalar) in text.unicodeScalars.enumerated() {
            switch Folding.byte(scalar) {
            case let byte where byte.isDigit: digits.append(byte - UInt8(ascii: "0"))
            case let byte where byte.isTen:
                digits.append(10)
                firstTen = firstTen ?? (scalar, place)
            case let byte where byte == UInt8(ascii: "-") || byte.isBlank: continue
            default: throw .character(scalar, at: place)
            }
        }
        if let firstTen, digits.misplacesTen { throw .character(firstTen.scalar, at: firstTen.place) }
        return try digits.isbn()
    }

    /// Reads what a person gives as one ISBN: also with a label or as an URN, as in running text, if there is no other
    /// letter or digit beside it.
    ///
    /// - Throws: why the text as a whole is no ISBN.
    public init(given text: String) throws(ISBNError) {
        do throws(ISBNError) { try self.init(text) } catch {
            let found = ISBN.find(in: text)
            guard let match = found.matches.first, found.matches.count == 1, found.nearMisses.isEmpty,
                match.repairs.isEmpty, match.isAlone(in: text)
            else { throw error }
            self = match.isbn
        }
    }
}

extension ISBNMatch {
    /// Whether the text contains no other letters and digits than those of the number, its label and `urn:`.
    fileprivate func isAlone(in text: String) -> Bool {
        func plain(_ scalars: some Sequence<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(scalars)).lowercased().filter { $0.isLetter || $0.isNumber }
        }
        let other = text.unicodeScalars.enumerated().filter { !range.contains($0.offset) }.map(\.element)
        let label = plain((label ?? "").unicodeScalars)
        return [label, "urn" + label].contains(plain(other))
    }
}
