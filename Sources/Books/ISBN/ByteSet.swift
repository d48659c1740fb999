// Sets of characters for texts that are folded to bytes.

/// A few ASCII characters, to be asked for often.
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
