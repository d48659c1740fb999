// The International Standard Book Number as one value: what every other part of the program passes around.

/// A valid ISBN, held in its canonical thirteen-digit form (ISO 2108).
///
/// The check digit has been verified; whether the number lies in a registered range is a separate question
/// (`isRegistered`).
public struct ISBN: Hashable, Sendable {
    /// All thirteen digits as one number, 9_780_000_000_002 … 9_799_999_999_990.
    public let value: UInt64

    /// `nil` when `value` is not thirteen digits that begin with 978 or 979 (979-0, which is sheet music,
    /// excepted) and end in their check digit.
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
    /// Reads any form that `init(_:)` reads.
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

    /// Written as the thirteen digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(isbn13)
    }
}
