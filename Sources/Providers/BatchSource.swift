// Most sources take several ISBNs in one request.
import Books
import Foundation

/// A source that can be asked about several ISBNs in one request.
protocol BatchSource: BookSource {
    /// How many, at most.
    var batch: Int { get }

    /// One answer for each ISBN of a batch, or none for any.
    func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer]

    /// The records of one batch with the details that are still to come.
    func completed(_ records: [ISBN: SourceRecord]) async -> [ISBN: SourceRecord]
}

extension BatchSource {
    func completed(_ records: [ISBN: SourceRecord]) async -> [ISBN: SourceRecord] { records }

    func lookUp(_ isbns: [ISBN], answer: @Sendable (ISBN, SourceAnswer) -> Void) async {
        for start in stride(from: 0, to: isbns.count, by: batch) {
            let batch = isbns[start..<min(start + batch, isbns.count)]
            do {
                let answers = try await answers(on: batch)
                for isbn in batch { answer(isbn, answers[isbn] ?? .notAsked(.unanswered)) }
                let waiting = answers.compactMapValues { said -> SourceRecord? in
                    if case .found(let record) = said, record.details == .coming { record } else { nil }
                }
                guard !waiting.isEmpty else { continue }
                let records = await completed(waiting)
                for isbn in batch { if let record = records[isbn] { answer(isbn, .found(record)) } }
            } catch {
                for isbn in batch { answer(isbn, .notAsked(error)) }
            }
        }
    }
}

/// The interface of a book source.
public protocol BookSource: Sendable {
    /// For settings and the command line; lower-case ASCII letters and digits.
    var key: String { get }
    /// For people.
    var name: String { get }

    /// Answers each ISBN, whatever happens, as soon as it can: once, or twice where the first answer's details are
    /// still coming.
    func lookUp(_ isbns: [ISBN], answer: @Sendable (ISBN, SourceAnswer) -> Void) async

    /// Editions that words of a title and of an author's name fit, the source's likeliest first. What is said of each
    /// belongs to it alone: `isbn` is the first that the edition's own record names, if any. Only books with a title.
    /// `nil` from a source that has no such search.
    func search(title: String, author: String?, limit: Int) async throws(ProviderError) -> [Book]?
}

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
