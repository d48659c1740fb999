// The result of a look-up: known, unknown or not asked.
import Books
import Providers

public struct LookupAnswer: Hashable, Sendable {
    public enum Status: String, Codable, Sendable, CaseIterable {
        /// In the store, either already before or just found.
        case known
        /// Every source for this ISBN answered, and none has it.
        case unknown
        /// No source that answered has it, and some could not be asked.
        case notAsked = "not-asked"
    }

    /// A source that could not be asked.
    public struct Unasked: Hashable, Sendable {
        /// The source's name, for people.
        public var source: String
        public var cause: Cause

        public enum Cause: Hashable, Sendable {
            /// The look-up was offline.
            case offline
            /// The file of a reference can't be read any more.
            case damaged
            case failed(ProviderError)
            /// The message of a site that asked the source.
            case message(String)
        }

        public init(source: String, cause: Cause) {
            self.source = source
            self.cause = cause
        }
    }

    /// A source that has another book under the ISBN, whose data was left out.
    public struct Contradiction: Hashable, Sendable {
        /// The source's name, for people.
        public var source: String
        public var title: String
    }

    public var isbn: ISBN
    public var status: Status
    /// The book as it is now in the store. May be present although the status is not `known`: if only its number is
    /// stored, or if it was to be looked up afresh and could not be.
    public var card: BookCard?
    /// The names of the sources that don't have it.
    public var unknownTo: [String]
    public var unasked: [Unasked]
    /// Sources that were asked in this look-up; empty in the answers of a site.
    public var contradictions: [Contradiction]

    public init(
        isbn: ISBN, status: Status, card: BookCard? = nil, unknownTo: [String] = [], unasked: [Unasked] = [],
        contradictions: [Contradiction] = []
    ) {
        self.isbn = isbn
        self.status = status
        self.card = card
        self.unknownTo = unknownTo
        self.unasked = unasked
        self.contradictions = contradictions
    }

    public var book: Book? { card?.book }
}
