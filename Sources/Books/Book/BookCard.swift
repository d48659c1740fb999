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

    /// A comment, and the edition it was written about.
    public struct Remark: Hashable, Sendable {
        public var comment: Comment
        /// `nil` when it was written about this very edition.
        public var edition: Edition?

        public init(comment: Comment, edition: Edition? = nil) {
            self.comment = comment
            self.edition = edition
        }
    }

    public var book: Book
    /// The names of the lists it is on.
    public var lists: [String]
    public var otherEditions: [Edition]
    /// Books on lists of the same title and maker, which may be other editions.
    public var namesakes: [Edition]
    /// What readers elsewhere say in sum.
    public var ratings: [ReaderRatings]
    /// What readers here say, the latest first.
    public var remarks: [Remark]
    /// The photos it was seen in.
    public var photos: [String]

    public init(
        book: Book, lists: [String] = [], otherEditions: [Edition] = [], namesakes: [Edition] = [],
        ratings: [ReaderRatings] = [], remarks: [Remark] = [], photos: [String] = []
    ) {
        self.book = book
        self.lists = lists
        self.otherEditions = otherEditions
        self.namesakes = namesakes
        self.ratings = ratings
        self.remarks = remarks
        self.photos = photos
    }
}
