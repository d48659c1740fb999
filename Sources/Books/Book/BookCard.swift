// Everything that a card shows: the book, its lists, comments and ratings.
import Foundation

public struct BookCard: Hashable, Sendable, Codable {
    /// Another edition of the same work, and the lists it is on.
    public struct Edition: Hashable, Sendable, Codable {
        public var book: Book
        public var lists: [String]

        public init(book: Book, lists: [String]) {
            self.book = book
            self.lists = lists
        }
    }

    public var book: Book
    /// Which picture of its cover there is; `nil` if there is none.
    public var cover: BookCover?
    /// The names of its lists, and last the current user's reading status.
    public var lists: [String]
    public var otherEditions: [Edition]
    /// Books on lists with the same title and contributor, which may be other editions.
    public var namesakes: [Edition]
    /// Each source's average rating of the work, the one with most ratings first.
    public var ratings: [SourceRating]
    /// Comments on any edition of the work, the latest first.
    public var comments: [Comment]
    /// Readings of any edition of the work, the latest first.
    public var readings: [ReadingStatus]
    /// The photos that show it.
    public var photos: [String]
    /// The number of other owned or wanted books without a title, which may be editions of this one; at most
    /// `mostUnnamed` are counted.
    public var unnamed: Int
    /// The state of the look-up; `nil` if it has a title, or no ISBN.
    public var lookupState: LookupState?
    /// The keys of sources that found the book but could not give all details yet: its work, its language, its
    /// ratings.
    public var incomplete: [String]

    public static let mostUnnamed = 1000

    public init(
        book: Book, cover: BookCover? = nil, lists: [String] = [], otherEditions: [Edition] = [],
        namesakes: [Edition] = [],
        ratings: [SourceRating] = [], comments: [Comment] = [], readings: [ReadingStatus] = [],
        photos: [String] = [],
        unnamed: Int = 0, lookupState: LookupState? = nil, incomplete: [String] = []
    ) {
        self.book = book
        self.cover = cover
        self.lists = lists
        self.otherEditions = otherEditions
        self.namesakes = namesakes
        self.ratings = ratings
        self.comments = comments
        self.readings = readings
        self.photos = photos
        self.unnamed = unnamed
        self.lookupState = lookupState
        self.incomplete = incomplete
    }

    /// The other edition that a comment is about; `nil` if it is about this one.
    public func otherEdition(of comment: Comment) -> Edition? {
        otherEditions.first { $0.book.id == comment.book }
    }
}

/// Stars, 0…5 in quarters.
public struct Rating: Hashable, Comparable, Sendable {
    /// 0…20.
    public let quarters: Int

    /// `nil` outside 0…20.
    public init?(quarters: Int) {
        guard (0...20).contains(quarters) else { return nil }
        self.quarters = quarters
    }

    /// `nil` if `stars` is outside 0…5 or not a multiple of a quarter.
    public init?(_ stars: Double) {
        guard (0...5).contains(stars), let quarters = Int(exactly: stars * 4) else { return nil }
        self.quarters = quarters
    }

    /// 0…5.
    public var stars: Double { Double(quarters) / 4 }

    /// `4`, `4.5`, `4.25`.
    package var short: String { String(quarters / 4) + ["", ".25", ".5", ".75"][quarters % 4] }

    /// To the nearest multiple of `step` quarters, for forms with fewer ratings; the lowest is one step. `nil` for 0, which
    /// other programs take for no rating.
    package func rounded(to step: Int) -> Rating? {
        quarters == 0 ? nil : Rating(quarters: max(step, (quarters + step / 2) / step * step))
    }

    public static func < (left: Rating, right: Rating) -> Bool { left.quarters < right.quarters }
}

extension Rating: Codable {
    /// Stars, as `4.25`.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let rating = Rating(try value.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "stars are 0 to 5, in quarters")
        }
        self = rating
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(stars)
    }
}

/// Whether the user knows this book already.
package enum BookMark: String, Codable, Sendable, CaseIterable {
    /// No known edition is owned or wanted.
    case new
    /// It is owned.
    case yours
    case wanted
    /// Another edition of it, or a book with the same title and contributor, is owned or wanted.
    case anotherEdition = "another-edition"
    /// The same book occurred earlier in this run.
    case twice

    /// - Parameters:
    ///   - card: the book's card in the store; `nil` if it is not there.
    ///   - isAgain: whether it occurred earlier in this run.
    package init(_ card: BookCard?, isAgain: Bool) {
        let others = (card?.otherEditions ?? []) + (card?.namesakes ?? [])
        self.init(lists: card?.lists ?? [], others: others.flatMap(\.lists), isAgain: isAgain)
    }

    /// - Parameters:
    ///   - lists: its lists.
    ///   - others: the lists of other editions, and of books with the same title and contributor.
    package init(lists: [String], others: [String], isAgain: Bool) {
        self =
            if isAgain {
                .twice
            } else if lists.contains(ListName.owned) {
                .yours
            } else if lists.contains(ListName.wanted) {
                .wanted
            } else if others.contains(where: [ListName.owned, ListName.wanted].contains) {
                .anotherEdition
            } else {
                .new
            }
    }
}

/// A person's comment on a book.
public struct Comment: Hashable, Sendable, Codable {
    /// `nil` until a store has given it one.
    public var id: Int64?
    /// The author.
    public var person: String
    public var rating: Rating?
    /// May have several lines; empty if there is only a rating.
    public var text: String
    /// ISO 639 code of the text, `nil` if unknown.
    public var language: String?
    /// The text reveals the plot.
    public var isSpoiler: Bool
    /// Visible to its author only.
    public var isPrivate: Bool
    /// If `writtenOn` is known, the beginning of that date in UTC, used for sorting only.
    public var written: Date
    /// The day, month or year of writing, if nothing more precise is known: the same in every time zone.
    public var writtenOn: PartialDate?
    /// `nil` if it was never edited.
    public var edited: Date?
    /// Where it was first published (`Goodreads`); `nil` for here.
    public var source: String?
    /// The comment that it replies to, which is no reply itself; `nil` for none, or if that was removed.
    public var parent: Int64?
    /// The edition that it is about: its id in the store, its ISBN and its title. `nil` until a store has it.
    public var book: BookID?
    public var isbn: ISBN?
    public var bookTitle: String?

    /// The maximum length of a text, in bytes of UTF-8.
    public static let limit = 65_536

    public init(
        id: Int64? = nil, person: String, rating: Rating? = nil, text: String = "", language: String? = nil,
        isSpoiler: Bool = false, isPrivate: Bool = false, written: Date = .now, writtenOn: PartialDate? = nil,
        edited: Date? = nil,
        source: String? = nil, parent: Int64? = nil,
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
        self.parent = parent
        self.book = book
        self.isbn = isbn
        self.bookTitle = bookTitle
    }
}
