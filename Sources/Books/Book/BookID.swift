// How a store numbers its books.

/// A book's own number in one store; written `id:12` where a book without an ISBN is meant.
public struct BookID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var value: Int64

    public init(_ value: Int64) { self.value = value }

    /// `nil` unless `text` is `id:` and a whole number above zero.
    public init?(text: some StringProtocol) {
        guard text.hasPrefix("id:"), let value = Int64(text.dropFirst(3)), value > 0 else { return nil }
        self.value = value
    }

    public var description: String { "id:\(value)" }

    public static func < (left: BookID, right: BookID) -> Bool { left.value < right.value }
}

extension BookID: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Int64.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
