// Normalises text from catalogues.
import Foundation

extension String {
    /// Tidied (`String.tidied`), at most 1000 characters; `nil` if nothing remains.
    ///
    /// MARC's non-sorting marks (U+0088, U+0089, U+0098, U+009C) are control characters and are removed with those.
    package var catalogueText: String? { tidied.map { $0.utf8.count <= 1000 ? $0 : String($0.prefix(1000)) } }

    /// The first number in 1400…2099 that is a word of its own (`c2008`, `September 14, 2008`, `[2008?]`).
    package var firstYear: Int? { utf8.firstYear }
}

extension Sequence<UInt8> {
    /// The same for UTF-8 bytes, as whole catalogues are read with it.
    package var firstYear: Int? {
        var (number, count) = (0, 0)
        for byte in self {
            if (0x30...0x39).contains(byte) {
                count += 1
                number = count <= 4 ? number * 10 + Int(byte - 0x30) : 0
            } else {
                if count == 4, (1400...2099).contains(number) { return number }
                (number, count) = (0, 0)
            }
        }
        return count == 4 && (1400...2099).contains(number) ? number : nil
    }
}
