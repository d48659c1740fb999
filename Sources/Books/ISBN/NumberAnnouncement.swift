// What the word before a number lets one expect.

package enum NumberAnnouncement {
    /// No word, the end of a label, or one that says what kind of book it is: `ISBN`, `pbk`.
    case book
    /// A word that is none of these.
    case unknownWord
    /// A number that is no ISBN: `ISSN`, `Tel.`
    case otherNumber

    /// - Parameter word: in small letters; empty when there is none.
    init(_ word: String) {
        self =
            if ImprintWords.otherNumber.contains(word) || Self.isOtherStandard(word) {
                .otherNumber
            } else if word.count < 2 || ["bn", "sbn", "isbn"].contains(word)
                || ImprintWords.plain.contains(word)
            {
                .book
            } else {
                .unknownWord
            }
    }

    /// Names that read nearly as `ISBN` does: `ISMN`, `ISIN`, `ASIN`.
    private static func isOtherStandard(_ word: String) -> Bool {
        word.count == 4 && !word.hasPrefix("isb") && zip(word, "isbn").count { $0 == $1 } >= 2
    }
}
