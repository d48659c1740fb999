// An ISBN as a value in canonical form.

/// A valid ISBN, stored in its canonical thirteen-digit form (ISO 2108).
///
/// The check digit has been verified; whether the number is in a registered range is a separate question
/// (`isRegistered`).
public struct ISBN: Hashable, Sendable {
    /// All thirteen digits as one number, 9_780_000_000_002 … 9_799_999_999_990.
    public let value: UInt64

    /// `nil` unless `value` has thirteen digits, begins with 978 or 979 (but not 979-0, which is sheet music), and
    /// ends in its check digit.
    public init?(value: UInt64) {
        let prefix = value / 10_000_000_000
        guard prefix == 978 || prefix == 979, value / 1_000_000_000 != 9790,
            value % 10 == CheckDigit.isbn13(of: value / 10)
        else { return nil }
        self.value = value
    }

    /// The canonical form of a number whose first twelve digits are known.
    init(twelve: UInt64) {
        value = twelve * 10 + CheckDigit.isbn13(of: twelve)
    }

    /// The thirteen digits without hyphens.
    public var isbn13: String { String(value) }

    /// Ten characters without hyphens, the last a digit or `X`; `nil` for 979, which has no ISBN-10.
    public var isbn10: String? {
        guard value / 10_000_000_000 == 978 else { return nil }
        return ISBN.padded(body, to: 9) + String(CheckDigit.character(CheckDigit.isbn10(of: body)))
    }

    /// As a Uniform Resource Name (RFC 8254): `urn:isbn:9780306406157`.
    public var urn: String { "urn:isbn:\(value)" }

    /// The nine digits between the prefix and the check digit.
    var body: UInt64 { value / 10 % 1_000_000_000 }

    static func padded(_ number: UInt64, to length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: length - digits.count) + digits
    }
}

extension ISBN: Comparable {
    public static func < (left: ISBN, right: ISBN) -> Bool { left.value < right.value }
}

extension ISBN: CustomStringConvertible {
    /// The hyphenated form.
    public var description: String { hyphenated }
}

extension ISBN: Codable {
    /// Decodes any form that `init(_:)` reads.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "no ISBN", underlyingError: error))
        }
    }

    /// Encodes the thirteen digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(isbn13)
    }
}

/// Why a text is not an ISBN.
public enum ISBNError: Error, Hashable, Sendable {
    /// How many digits there are (a final `X` counts); an ISBN has 13, 10, or 9 in the old SBN form. With 9 or 10 the
    /// text stood where a longer number was expected.
    case length(Int)
    /// A character that is no digit, hyphen or space; its position in the text, in Unicode scalars from 0.
    case character(Unicode.Scalar, at: Int)
    /// The prefix of a thirteen-digit number that is not an ISBN: three digits, or `9790`.
    case prefix(String)
    case checkDigit(found: Character, expected: Character)
}

/// Check digits according to ISO 2108: modulus 10 for ISBN-13, modulus 11 for ISBN-10 and SBN.
enum CheckDigit {
    /// 0…9, for the twelve digits before it; weights 1 and 3 alternate.
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
