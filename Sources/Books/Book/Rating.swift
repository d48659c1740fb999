// How good one person finds a book.

/// Stars, 0…5 in halves.
public struct Rating: Hashable, Comparable, Sendable {
    /// 0…10.
    public let halves: Int

    /// `nil` outside 0…10.
    public init?(halves: Int) {
        guard (0...10).contains(halves) else { return nil }
        self.halves = halves
    }

    /// `nil` when `stars` is outside 0…5 or no multiple of a half.
    public init?(_ stars: Double) {
        guard (0...5).contains(stars), let halves = Int(exactly: stars * 2) else { return nil }
        self.halves = halves
    }

    /// 0…5.
    public var stars: Double { Double(halves) / 2 }

    public static func < (left: Rating, right: Rating) -> Bool { left.halves < right.halves }
}

extension Rating: Codable {
    /// Stars, as `4.5`.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let rating = Rating(try value.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "stars are 0 to 5, in halves")
        }
        self = rating
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(stars)
    }
}
