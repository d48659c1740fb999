// What one screen says of a book: what it is, whether it is yours, what readers think.
import Foundation

public struct BookCard: Hashable, Sendable {
    /// Another edition of the same work, and the lists it is on.
    public struct Edition: Hashable, Sendable {
        public var book: Book
        public var lists: [String]

        public init(book: Book, lists: [String]) {
            self.book = book
            self.lists = lists
        }
    }

    public var book: Book
    /// The names of the lists it is on.
    public var lists: [String]
    public var otherEditions: [Edition]
    /// Books on lists of the same title and maker, which may be other editions.
    public var namesakes: [Edition]
    /// What each source's readers say of the work in sum, the most readers first.
    public var ratings: [SourceRating]
    /// What people here say of any edition of the work, the latest first.
    public var comments: [Comment]
    /// The photos it was seen in.
    public var photos: [String]

    public init(
        book: Book, lists: [String] = [], otherEditions: [Edition] = [], namesakes: [Edition] = [],
        ratings: [SourceRating] = [], comments: [Comment] = [], photos: [String] = []
    ) {
        self.book = book
        self.lists = lists
        self.otherEditions = otherEditions
        self.namesakes = namesakes
        self.ratings = ratings
        self.comments = comments
        self.photos = photos
    }

    /// The other edition that a comment was written about; `nil` when it was written about this very one.
    public func otherEdition(of comment: Comment) -> Edition? {
        otherEditions.first { $0.book.id == comment.book }
    }
}
