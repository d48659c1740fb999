// What every source can be asked, and the three different things it can answer.
import Books
import Foundation

/// A book as one source describes it, every field credited to that source.
public struct SourceRecord: Hashable, Sendable {
    public var book: Book
    /// `nil` when the source has no ratings or did not give them.
    public var ratings: ReaderRatings?

    public init(book: Book, ratings: ReaderRatings? = nil) {
        self.book = book
        self.ratings = ratings
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

public protocol BookSource: Sendable {
    /// For settings and the command line; lower-case ASCII letters and digits.
    var key: String { get }
    /// For people.
    var name: String { get }

    /// One answer for each ISBN, whatever happens.
    func lookUp(_ isbns: [ISBN]) async -> [ISBN: SourceAnswer]

    /// Candidates for words of a title and of an author's name, the source's likeliest first. Only books with
    /// a title; `isbn` is the first the source names, if any. `nil` from a source that has no such search.
    func search(title: String, author: String?, limit: Int) async throws(ProviderError) -> [Book]?
}
