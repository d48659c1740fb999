// Text from catalogues made fit to keep: one line, composed, without the marks that only catalogues need.
import Foundation

extension String {
    /// Composed (NFC), without control and bidirectional characters, white space collapsed, at most 1000
    /// characters; `nil` when nothing is left.
    ///
    /// MARC's non-sorting marks (U+0088, U+0089, U+0098, U+009C) are control characters and go with them.
    var catalogueText: String? {
        let kept = precomposedStringWithCanonicalMapping.unicodeScalars.compactMap {
            scalar -> Unicode.Scalar? in
            if scalar.properties.isWhitespace, !Self.nonSorting.contains(scalar.value) { return " " }
            let isMark = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
            return isMark || scalar == "\u{FEFF}" ? nil : scalar
        }
        let words = String(String.UnicodeScalarView(kept)).split(separator: " ")
        return words.isEmpty ? nil : String(words.joined(separator: " ").prefix(1000))
    }

    private static let nonSorting: ClosedRange<UInt32> = 0x80...0x9F

    /// The first year, 1400…2099, that stands by itself (`c2008`, `September 14, 2008`, `[2008?]`).
    var firstYear: Int? {
        guard let match = firstMatch(of: /(?:^|\D)(1[4-9]\d\d|20\d\d)(?!\d)/) else { return nil }
        return Int(match.1)
    }
}
