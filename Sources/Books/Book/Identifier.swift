// Names that others gave books and works.

/// A name that someone else gave a book or a work: `openlibrary:OL2792775W`, `goodreads:2767052`.
public struct Identifier: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Who gave it, in lower-case ASCII letters and digits.
    public var scheme: String
    public var value: String

    public init(_ scheme: String, _ value: String) {
        self.scheme = scheme
        self.value = value
    }

    public var description: String { "\(scheme):\(value)" }
}
