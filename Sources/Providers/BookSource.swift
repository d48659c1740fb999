// What every source can be asked, and the three different things it can answer.
import Books
import Foundation

/// A book as one source describes it, every field credited to that source.
public struct SourceRecord: Hashable, Sendable {
    public var book: Book
    /// `nil` when the source has no ratings or did not give them.
    public var rating: SourceRating?

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

/// A source that is asked about so many ISBNs in one request.
protocol BatchSource: BookSource {
    var batch: Int { get }

    /// One answer for each ISBN of a batch, or none for any.
    func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer]
}

extension BatchSource {
    func lookUp(_ isbns: [ISBN]) async -> [ISBN: SourceAnswer] {
        var answers: [ISBN: SourceAnswer] = [:]
        for start in stride(from: 0, to: isbns.count, by: batch) {
            let batch = isbns[start..<min(start + batch, isbns.count)]
            do {
                answers.merge(try await self.answers(on: batch)) { $1 }
            } catch {
                for isbn in batch { answers[isbn] = .notAsked(error) }
            }
        }
        return answers
    }
}
