// The picture of a book's cover, and where it comes from.
import Foundation

/// A cover in two sizes, as JPEG files without metadata.
public struct CoverPicture: Hashable, Sendable {
    public enum Size: String, CaseIterable, Sendable {
        case small, large

        /// What neither side of the picture exceeds, in pixels.
        public var side: Int { self == .small ? 160 : 480 }
    }

    /// Of the large one, in hexadecimal digits: the same content is kept once.
    public var sha256: String
    public var small: Data
    public var large: Data

    public init(sha256: String, small: Data, large: Data) {
        self.sha256 = sha256
        self.small = small
        self.large = large
    }

    public subscript(_ size: Size) -> Data { size == .small ? small : large }
}

/// Which picture a book's cover is.
public struct BookCover: Hashable, Sendable, Codable {
    /// In the order in which one takes the place of another.
    public enum Kind: String, CaseIterable, Sendable, Codable, Comparable {
        /// From the address that a book source gave.
        case fetched
        /// Found on a photo of the book.
        case photo
        /// Chosen by a person.
        case chosen

        public static func < (one: Kind, other: Kind) -> Bool {
            let order = allCases
            return (order.firstIndex(of: one) ?? 0) < (order.firstIndex(of: other) ?? 0)
        }
    }

    /// See `CoverPicture`.
    public var sha256: String
    public var kind: Kind
    /// The host of a fetched one, the SHA-256 of a photo; empty for a chosen one.
    public var source: String
    public var date: Date

    public init(sha256: String, kind: Kind, source: String = "", date: Date = .now) {
        self.sha256 = sha256
        self.kind = kind
        self.source = source
        self.date = date
    }
}
