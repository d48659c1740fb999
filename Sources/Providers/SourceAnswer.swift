// What a source can say of a book: three different things.
import Books

/// A book as one source describes it, every field credited to that source.
public struct SourceRecord: Hashable, Sendable {
    public var book: Book
    /// `nil` when the source has no ratings or did not give them.
    public var rating: SourceRating?
    public var details = Details.complete

    /// What a source knows beyond what the book is: its work, its language, its readers' ratings.
    public enum Details: Hashable, Sendable {
        case complete
        /// Another answer follows.
        case coming
        /// They could not be asked for, or not all of them.
        case missing(ProviderError)
    }

    public init(book: Book, rating: SourceRating? = nil) {
        self.book = book
        self.rating = rating
    }
}

public enum SourceAnswer: Hashable, Sendable {
    case found(SourceRecord)
    /// The source answered and does not know the book.
    ///
    /// `isFirm` is false when it gives the same answer to errors, or knew only another book: not to be
    /// remembered as a miss.
    case unknown(isFirm: Bool)
    /// No answer; the book may well be known there.
    case notAsked(ProviderError)
}
