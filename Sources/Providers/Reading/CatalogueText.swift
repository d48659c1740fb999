// Text from catalogues made fit to keep.
import Books
import Foundation

extension String {
    /// Tidied (`String.tidied`), at most 1000 characters; `nil` when nothing is left.
    ///
    /// MARC's non-sorting marks (U+0088, U+0089, U+0098, U+009C) are control characters and go with those.
    var catalogueText: String? { tidied.map { String($0.prefix(1000)) } }

    /// The first year, 1400…2099, that stands by itself (`c2008`, `September 14, 2008`, `[2008?]`).
    var firstYear: Int? {
        guard let match = firstMatch(of: /(?:^|\D)(1[4-9]\d\d|20\d\d)(?!\d)/) else { return nil }
        return Int(match.1)
    }
}
