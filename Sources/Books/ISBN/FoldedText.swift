// Text as this module reads it: every script's digits, every dash and look-alike folded to one plain byte.

/// A text with one folded byte for each Unicode scalar, so that offsets mean the same in both.
struct FoldedText {
    let scalars: [Unicode.Scalar]
    let bytes: [UInt8]

    init(_ text: String) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars { scalars.append(scalar) }
        self.init(scalars)
    }

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        bytes = scalars.map(Folding.byte)
    }

    var count: Int { bytes.count }

    /// The byte at an offset; a line break outside the text.
    subscript(offset: Int) -> UInt8 {
        offset >= 0 && offset < bytes.count ? bytes[offset] : UInt8(ascii: "\n")
    }

    /// The text as it was written.
    func printed(_ range: Range<Int>) -> String {
        String(unsafeUninitializedCapacity: range.count * 4) { units in
            var count = 0
            for unit in scalars[range].lazy.flatMap({ UTF8.encode($0) ?? UTF8.encodedReplacementCharacter }) {
                units[count] = unit
                count += 1
            }
            return count
        }
    }
}
