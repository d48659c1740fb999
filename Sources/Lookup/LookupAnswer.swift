// The result of a look-up: known, unknown or not asked.
import Books
import Providers

public struct LookupAnswer: Hashable, Sendable {
    public enum Status: String, Codable, Sendable, CaseIterable {
        /// In the store, whether it was there before or has just been fetched.
        case known
        /// Every source that is asked about this ISBN answered, and none knows it.
        case unknown
        /// Nobody who was asked knows it, and somebody could not be asked.
        case notAsked = "not-asked"
    }

    /// A source that was to be asked and could not be.
    public struct Unasked: Hashable, Sendable {
        /// The source's name, for people.
        public var source: String
        public var cause: Cause

        public enum Cause: Hashable, Sendable {
            /// Nobody was to be asked.
            case offline
            /// A reference whose file can't be read any more.
            case damaged
            case failed(ProviderError)
            /// In the words of a site that asked in one's stead.
            case message(String)
        }

        public init(source: String, cause: Cause) {
            self.source = source
            self.cause = cause
        }
    }

    public var isbn: ISBN
    public var status: Status
    /// The book as the store now has it; may be there without `known` when only its number was kept, or when it
    /// was to be fetched anew and could not be.
    public var card: BookCard?
    /// The names of the sources that do not know it.
    public var unknownTo: [String]
    public var unasked: [Unasked]

    public init(
        isbn: ISBN, status: Status, card: BookCard? = nil, unknownTo: [String] = [], unasked: [Unasked] = []
    ) {
        self.isbn = isbn
        self.status = status
        self.card = card
        self.unknownTo = unknownTo
        self.unasked = unasked
    }

    public var book: Book? { card?.book }
}
