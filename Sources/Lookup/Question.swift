// One ISBN on its way through the sources, and what comes of it.
import Books
import Catalogue
import Foundation
import Providers

struct Question: Sendable {
    let isbn: ISBN
    /// Still to be asked.
    private var sources: [any BookSource]
    /// The names of the sources that do not know it.
    private(set) var unknownTo: [String]
    private(set) var failures: [Failure] = []
    private var found: SourceRecord?
    private var answered: [String] = []
    private var firmMisses: [String] = []
    private var doubtfulMisses: [String] = []

    struct Failure: Sendable {
        /// The source's key.
        var key: String
        var unasked: LookupAnswer.Unasked
    }

    init(isbn: ISBN, sources: [any BookSource], unknownTo: [String]) {
        self.isbn = isbn
        self.sources = sources
        self.unknownTo = unknownTo
    }

    /// `nil` when there is nothing more to ask, or nobody to ask it.
    var next: (any BookSource)? { isComplete ? nil : sources.first }

    private var isComplete: Bool {
        let book = found?.book
        return [BookField.title, .contributors, .publisher, .year].allSatisfy { book?.has($0) == true }
    }

    /// Nobody who was asked knows the book, and somebody could not be asked.
    var isWaiting: Bool { found == nil && !failures.isEmpty }

    /// Takes the answer of the source that was next.
    mutating func take(_ answer: SourceAnswer?) {
        let source = sources.removeFirst()
        switch answer ?? .notAsked(.unanswered) {
        case .found(let record):
            answered.append(source.key)
            let book = record.book.withoutEntities()
            var merged = found ?? SourceRecord(book: book, rating: record.rating)
            merged.book.fill(from: book)
            merged.rating = merged.rating ?? record.rating
            found = merged
        case .unknown(let isFirm):
            answered.append(source.key)
            unknownTo.append(source.name)
            if isFirm { firmMisses.append(source.key) } else { doubtfulMisses.append(source.key) }
        case .notAsked(let error): fail(source, .failed(error))
        }
    }

    private mutating func fail(_ source: any BookSource, _ cause: LookupAnswer.Unasked.Cause) {
        failures.append(Failure(key: source.key, unasked: .init(source: source.name, cause: cause)))
    }

    /// As it is when nobody may be asked.
    var offline: Question {
        var question = self
        for source in sources { question.fail(source, .offline) }
        question.sources = []
        return question
    }

    /// What the store is to remember of it.
    func outcome(missesHold: Date) -> LookupOutcome {
        var outcome = LookupOutcome(isbn: isbn, missesHold: missesHold)
        outcome.found = found?.book
        outcome.rating = found?.rating
        outcome.answered = answered
        outcome.misses = firmMisses
        outcome.doubtfulMisses = doubtfulMisses
        if isWaiting {
            outcome.pending = failures.map {
                PendingLookup(isbn: isbn, source: $0.key, reason: $0.unasked.cause.word)
            }
        }
        return outcome
    }
}

extension LookupAnswer.Unasked.Cause {
    /// For programs that read the store; it never changes.
    fileprivate var word: String {
        switch self {
        case .offline: "offline"
        case .failed(let error):
            switch error {
            case .address: "address"
            case .unreachable: "unreachable"
            case .timedOut: "timed-out"
            case .cutOff: "cut-off"
            case .tooLarge: "too-large"
            case .redirect: "redirect"
            case .certificate: "certificate"
            case .status(_, let status): "http-\(status)"
            case .busy: "busy"
            case .resting: "resting"
            case .malformed: "malformed"
            case .refused: "refused"
            case .unanswered: "unanswered"
            case .cancelled: "cancelled"
            case .library: "library"
            }
        }
    }
}
