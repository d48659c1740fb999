// What a book source answers. Most take several ISBNs in one request.
import Books
import Foundation

/// A book source: a library or service that is asked about books.
public protocol BookSource: Sendable {
    /// For settings and the command line; lowercase ASCII letters and digits.
    var key: String { get }
    /// The name for people.
    var name: String { get }

    /// Answers each ISBN, even on errors, as soon as possible: once, or twice if the details of the first answer are
    /// still to come.
    func lookUp(_ isbns: [ISBN], answer: @Sendable (ISBN, SourceAnswer) -> Void) async

    /// Editions that match words of a title and of an author's name, the source's best match first. Each contains
    /// only its own data: `isbn` is the first in the edition's own record, if any. Only books with a title. `nil` if
    /// the source has no such search.
    func search(title: String, author: String?, limit: Int) async throws(ProviderError) -> FoundEditions?

    /// The editions whose own record has a Library of Congress Control Number, as `search` returns them. `nil` if the
    /// source has no index of these numbers.
    ///
    /// - Parameter lccn: in normal form: see `OtherNumber.value`.
    func editions(lccn: String) async throws(ProviderError) -> FoundEditions?
}

/// The editions that a source found.
public struct FoundEditions: Hashable, Sendable {
    public var books: [Book]
    /// Why there may be more; `nil` if the whole answer was read.
    public var fault: ProviderError?

    public init(_ books: [Book], fault: ProviderError? = nil) {
        self.books = books
        self.fault = fault
    }
}

/// A source that can be asked about several ISBNs in one request.
protocol BatchSource: BookSource {
    /// The maximum number of ISBNs per request.
    var batch: Int { get }

    /// An answer for each ISBN of a batch; ISBNs may be missing.
    func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer]

    /// Adds details to the records of a batch with further requests.
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
                let waiting = answers.compactMapValues { answer -> SourceRecord? in
                    if case .found(let record) = answer, record.details == .coming { record } else { nil }
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

extension BookSource {
    public func editions(lccn: String) async throws(ProviderError) -> FoundEditions? { nil }
}

/// A book as described by one source, to which every field is credited.
public struct SourceRecord: Hashable, Sendable {
    public var book: Book
    /// `nil` if the source has no ratings or did not return them.
    public var rating: SourceRating?
    public var details = Details.complete

    /// Whether a source's data beyond the edition itself is complete: the work, its language, readers' ratings.
    public enum Details: Hashable, Sendable {
        case complete
        /// A second answer follows.
        case coming
        /// Some or all could not be requested.
        case missing(ProviderError)
    }

    public init(book: Book, rating: SourceRating? = nil) {
        self.book = book
        self.rating = rating
    }
}

public enum SourceAnswer: Hashable, Sendable {
    case found(SourceRecord)
    /// The source answered and does not have the book.
    ///
    /// `isFirm` is false if the source gives the same answer for errors, or returned only another book: such an
    /// answer must not be stored as a miss.
    case unknown(isFirm: Bool)
    /// No answer; the source may have the book.
    case notAsked(ProviderError)
}
