// What one screen says of a book: what it is, whether it is yours, what readers think.
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
    /// The names of the lists it is on, and last that of how far the person who asks has come with it.
    public var lists: [String]
    public var otherEditions: [Edition]
    /// Books on lists of the same title and maker, which may be other editions.
    public var namesakes: [Edition]
    /// What each source's readers say of the work in sum, the most readers first.
    public var ratings: [SourceRating]
    /// What people here say of any edition of the work, the latest first.
    public var comments: [Comment]
    /// Who is reading or has read any edition of the work, the latest first.
    public var readings: [Reading]
    /// The photos it was seen in.
    public var photos: [String]
    /// How many other books that are owned or wanted have no title, so that none of them can be told to be another
    /// edition of this one; no more than `mostUnnamed` are counted.
    public var unnamed: Int
    /// How far asking for its title has come; `nil` when it has one, or no ISBN to ask by.
    public var inquiry: Inquiry?
    /// The keys of sources that named the book and could not say yet what else they know: its work, its language, its
    /// readers' ratings.
    public var incomplete: [String]

    public static let mostUnnamed = 1000

    public init(
        book: Book, lists: [String] = [], otherEditions: [Edition] = [], namesakes: [Edition] = [],
        ratings: [SourceRating] = [], comments: [Comment] = [], readings: [Reading] = [],
        photos: [String] = [],
        unnamed: Int = 0, inquiry: Inquiry? = nil, incomplete: [String] = []
    ) {
        self.book = book
        self.lists = lists
        self.otherEditions = otherEditions
        self.namesakes = namesakes
        self.ratings = ratings
        self.comments = comments
        self.readings = readings
        self.photos = photos
        self.unnamed = unnamed
        self.inquiry = inquiry
        self.incomplete = incomplete
    }

    /// The other edition that a comment was written about; `nil` when it was written about this very one.
    public func otherEdition(of comment: Comment) -> Edition? {
        otherEditions.first { $0.book.id == comment.book }
    }
}
