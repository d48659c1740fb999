// What one reader says of a book.
import Foundation

public struct Comment: Hashable, Sendable {
    /// `nil` until a store has given it one.
    public var id: Int64?
    public var author: String
    public var rating: Rating?
    /// May have several lines; empty when there is only a rating.
    public var text: String
    /// ISO 639 code of the text, `nil` when not told.
    public var language: String?
    /// The text gives the story away.
    public var isSpoiler: Bool
    /// For its author's eyes only.
    public var isPrivate: Bool
    public var written: Date
    /// `nil` while it stands as first written.
    public var edited: Date?
    /// Where it was first written (`Goodreads`), `nil` for here.
    public var source: String?

    public init(
        id: Int64? = nil, author: String, rating: Rating? = nil, text: String = "", language: String? = nil,
        isSpoiler: Bool = false, isPrivate: Bool = false, written: Date = .now, edited: Date? = nil,
        source: String? = nil
    ) {
        self.id = id
        self.author = author
        self.rating = rating
        self.text = text
        self.language = language
        self.isSpoiler = isSpoiler
        self.isPrivate = isPrivate
        self.written = written
        self.edited = edited
        self.source = source
    }
}
