// Names of people and lists, compared without regard to case.
import Foundation

extension String {
    /// The same for names that differ only in case or in canonical forms of Unicode, such as `ΟΔΥΣΣΕΥΣ` and `Οδυσσευς`, or
    /// `STRASSE` and `Straße`: canonical caseless matching (D145 of the Unicode Standard), in NFC.
    package var nameKey: String {
        // The same, at once.
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        return decomposedStringWithCanonicalMapping.folding(options: .caseInsensitive, locale: nil)
            .precomposedStringWithCanonicalMapping
    }

    /// Whether the bytes are equal: databases distinguish strings that are equal in Swift.
    package func isSpelled(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
