// Text folded to ASCII: digits of all scripts, dashes and look-alikes become one byte each.

/// A text with one folded byte for each Unicode scalar, so that offsets are the same in both.
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

    /// The byte at an offset; a line feed outside the text.
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

/// A small set of ASCII characters with a fast membership test.
struct ByteSet: ExpressibleByStringLiteral {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(stringLiteral characters: String) {
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
    }
}
