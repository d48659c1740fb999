// What one person says of a book.
import Foundation

public struct Comment: Hashable, Sendable, Codable {
    /// `nil` until a store has given it one.
    public var id: Int64?
    /// Who says it.
    public var person: String
    public var rating: Rating?
    /// May have several lines; empty when there is only a rating.
    public var text: String
    /// ISO 639 code of the text, `nil` when not told.
    public var language: String?
    /// The text gives the story away.
    public var isSpoiler: Bool
    /// For that person's eyes only.
    public var isPrivate: Bool
    /// Where `writtenOn` is told, its beginning in Greenwich, which only puts comments in order.
    public var written: Date
    /// The day, the month or the year that it was written, where no more is known: the same in every time zone.
    public var writtenOn: PartialDate?
    /// `nil` while it stands as first written.
    public var edited: Date?
    /// Where it was first written (`Goodreads`), `nil` for here.
    public var source: String?
    /// The edition it was written about: its number in the store, its ISBN and its title. `nil` until a store has it.
    public var book: BookID?
    public var isbn: ISBN?
    public var bookTitle: String?

    /// The most that a text may have, in bytes of UTF-8.
    public static let limit = 65_536

    public init(
        id: Int64? = nil, person: String, rating: Rating? = nil, text: String = "", language: String? = nil,
        isSpoiler: Bool = false, isPrivate: Bool = false, written: Date = .now, writtenOn: PartialDate? = nil,
        edited: Date? = nil,
        source: String? = nil,
        book: BookID? = nil, isbn: ISBN? = nil, bookTitle: String? = nil
    ) {
        self.id = id
        self.person = person
        self.rating = rating
        self.text = text
        self.language = language
        self.isSpoiler = isSpoiler
        self.isPrivate = isPrivate
        self.written = written
        self.writtenOn = writtenOn
        self.edited = edited
        self.source = source
        self.book = book
        self.isbn = isbn
        self.bookTitle = bookTitle
    }
}
