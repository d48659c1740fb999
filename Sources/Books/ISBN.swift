// The International Standard Book Number as one value: what every other part of the program passes around.

/// A valid ISBN, held in its canonical thirteen-digit form (ISO 2108).
///
/// The check digit has been verified; whether the number lies in a registered range is a separate question
/// (`isRegistered`).
public struct ISBN: Hashable, Sendable {
    /// All thirteen digits as one number, 9_780_000_000_002 … 9_799_999_999_990.
    public let value: UInt64

    /// The thirteen digits without hyphens.
    public var isbn13: String { String(value) }

    /// `nil` when `value` is not thirteen digits that begin with 978 or 979 and end in their check digit.
    public init?(value: UInt64) {
        guard value / 10_000_000_000 == 978 || value / 10_000_000_000 == 979 else { return nil }
        var sum: UInt64 = 0
        var rest = value
        for place in 0..<13 {
            sum += (rest % 10) * (place.isMultiple(of: 2) ? 1 : 3)
            rest /= 10
        }
        guard sum.isMultiple(of: 10) else { return nil }
        self.value = value
    }
}
