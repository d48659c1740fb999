// How a book is specified: by its ISBN, or by its id in the store if it has none.

/// A book as specified by a user: by its ISBN, or `id:12` if it has none.
public enum BookSpecifier: Hashable, Sendable, CustomStringConvertible {
    case isbn(ISBN)
    case id(BookID)

    public init(_ text: some StringProtocol) throws(ISBNError) {
        if let id = BookID(text: text) { self = .id(id) } else { self = .isbn(try ISBN(text)) }
    }

    /// The same for what a person gives; see `ISBN.init(given:)`.
    public init(given text: String) throws(ISBNError) {
        if let id = BookID(text: text) { self = .id(id) } else { self = .isbn(try ISBN(given: text)) }
    }

    /// `nil` for a book specified by its id in a store.
    public var isbn: ISBN? { if case .isbn(let isbn) = self { isbn } else { nil } }

    /// The ISBN-13 with hyphens, or `id:12`.
    package var hyphenated: String { isbn?.hyphenated ?? description }

    /// The ISBN-13 without hyphens, or `id:12`; the initialiser accepts both.
    public var description: String {
        switch self {
        case .isbn(let isbn): isbn.isbn13
        case .id(let id): "\(id)"
        }
    }
}

extension BookSpecifier: Codable {
    /// As written by `description`, and in any form of an ISBN.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        guard let book = try? BookSpecifier(text) else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "neither an ISBN nor id:… of a book")
        }
        self = book
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }
}

/// A book's id in one store; written `id:12` for a book without an ISBN.
public struct BookID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var value: Int64

    public init(_ value: Int64) { self.value = value }

    /// `nil` unless `text` is `id:` and a positive integer.
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
