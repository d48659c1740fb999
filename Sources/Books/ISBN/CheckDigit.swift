// The arithmetic that both forms of the number end in.

/// Check digits after ISO 2108: modulus 10 for ISBN-13, modulus 11 for ISBN-10 and SBN.
enum CheckDigit {
    /// 0…9, for the twelve digits before it; weights 1 and 3 in turn.
    static func isbn13(of twelve: UInt64) -> UInt64 {
        var sum: UInt64 = 0
        var rest = twelve
        var weight: UInt64 = 3
        while rest > 0 {
            sum += rest % 10 * weight
            rest /= 10
            weight = 4 - weight
        }
        return (10 - sum % 10) % 10
    }

    /// 0…10, for the nine digits before it; weights 10 down to 2. Ten is written `X`.
    static func isbn10(of nine: UInt64) -> UInt64 {
        var sum: UInt64 = 0
        var rest = nine
        for weight in UInt64(2)...10 {
            sum += rest % 10 * weight
            rest /= 10
        }
        return (11 - sum % 11) % 11
    }

    /// A digit, or `X` for ten.
    static func character(_ checkDigit: UInt64) -> Character {
        checkDigit == 10 ? "X" : Character(String(checkDigit))
    }
}
