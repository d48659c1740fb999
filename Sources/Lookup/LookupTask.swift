// The look-up of one ISBN through the sources.
import Books
import Catalogue
import Foundation
import HTTP
import Providers
import References

struct LookupTask: Sendable {
    let isbn: ISBN
    /// Still to be asked, in this order.
    private var sources: [any BookSource]
    /// The keys of those that are being asked.
    private var asked: Set<String> = []
    /// The names of the sources that do not know it.
    private(set) var unknownTo: [String]
    private(set) var failures: [Failure] = []
    /// Sources that named the book and could not say the rest of what they know.
    private var incomplete: [Failure] = []
    private var found: SourceRecord?
    private var answered: [String] = []
    private var certainMisses: [String] = []
    private var uncertainMisses: [String] = []
    private var hasConsulted = false
    private var isReferred = false

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

    /// A reference is there to spare the sources: what it has of a book will do where title and makers are in it.
    private var isComplete: Bool {
        let book = found?.book
        let fields: [BookField] =
            isReferred ? [.title, .contributors] : [.title, .contributors, .publisher, .year]
        return fields.allSatisfy { book?.has($0) == true }
    }

    /// Takes what references know of the book, once; nothing of it is remembered as a source's answer is.
    mutating func consult(_ references: [ReferenceFile]) {
        guard !hasConsulted else { return }
        hasConsulted = true
        for reference in references {
            do throws(ReferenceError) {
                if let book = try reference.book(isbn) {
                    isReferred = isReferred || found == nil
                    merge(SourceRecord(book: book))
                } else {
                    unknownTo.append(reference.label)
                }
            } catch {
                failures.append(
                    Failure(key: reference.label, unasked: .init(source: reference.label, cause: .damaged)))
            }
        }
    }

    var hasNext: Bool { !isComplete && !sources.isEmpty }
    /// Nobody is being asked for what is missing, and somebody could be.
    var needsNext: Bool { hasNext && asked.isSubset(of: detailed) }
    /// Those that named the book and are being asked for the rest.
    private var detailed: Set<String> = []
    /// Nobody who was asked has said anything yet.
    var isUnanswered: Bool { found == nil }
    /// Nothing more is to come that could add to it.
    var isSettled: Bool {
        isComplete ? detailed.isEmpty : asked.isEmpty && sources.isEmpty
    }

    /// The source to ask next; `nil` when there is none.
    mutating func proceed() -> (any BookSource)? {
        guard hasNext else { return nil }
        let source = sources.removeFirst()
        asked.insert(source.key)
        return source
    }

    mutating func take(_ answer: SourceAnswer, from source: any BookSource) {
        switch answer {
        case .found(let record):
            merge(record)
            if record.details == .coming {
                detailed.insert(source.key)
                return
            }
            answered.append(source.key)
            if case .missing(let error) = record.details {
                incomplete.append(failure(source, .failed(error)))
            }
        case .unknown(let isFirm):
            answered.append(source.key)
            unknownTo.append(source.name)
            if isFirm { certainMisses.append(source.key) } else { uncertainMisses.append(source.key) }
        case .notAsked(let error): failures.append(failure(source, .failed(error)))
        }
        asked.remove(source.key)
        detailed.remove(source.key)
    }

    private mutating func merge(_ record: SourceRecord) {
        let book = record.book.withoutEntities()
        var merged = found ?? SourceRecord(book: book, rating: record.rating)
        merged.book.fill(from: book)
        merged.rating = merged.rating ?? record.rating
        found = merged
    }

    private func failure(_ source: any BookSource, _ cause: LookupAnswer.Unasked.Cause) -> Failure {
        Failure(key: source.key, unasked: .init(source: source.name, cause: cause))
    }

    /// Nobody who was asked knows the book, and somebody could not be asked.
    var isWaiting: Bool { found == nil && failures.contains { $0.unasked.cause != .damaged } }

    /// Who could not be asked, for all or for some of it.
    var unasked: [LookupAnswer.Unasked] { (failures + incomplete).map(\.unasked) }

    /// As it is when nobody may be asked.
    var offline: LookupTask {
        if isComplete { return self }
        var task = self
        task.failures += sources.map { failure($0, .offline) }
        task.sources = []
        return task
    }

    /// What the store is to remember of it.
    func outcome(missesExpire: Date) -> LookupOutcome {
        var outcome = LookupOutcome(isbn: isbn, missesExpire: missesExpire)
        outcome.found = found?.book
        outcome.rating = found?.rating
        outcome.answered = answered
        outcome.misses = certainMisses
        outcome.uncertainMisses = uncertainMisses
        if isWaiting {
            outcome.pending = failures.filter { $0.unasked.cause != .damaged }.map {
                PendingLookup(isbn: isbn, source: $0.key, reason: $0.unasked.cause.word)
            }
        } else {
            let details = incomplete.map(\.key) + detailed.sorted()
            outcome.pending = details.map {
                PendingLookup(isbn: isbn, source: $0, reason: PendingLookup.details)
            }
        }
        return outcome
    }
}

extension LookupAnswer.Unasked.Cause {
    /// For programs that read the store; it never changes.
    var word: String {
        switch self {
        case .offline: "offline"
        case .damaged: "damaged"
        case .message: "unanswered"
        case .failed(let error):
            switch error {
            case .http(let error): error.word
            case .status(_, let status): "http-\(status)"
            case .busy: "busy"
            case .resting: "resting"
            case .malformed: "malformed"
            case .refused: "refused"
            case .unanswered: "unanswered"
            }
        }
    }
}

extension HTTPError {
    fileprivate var word: String {
        switch self {
        case .address: "address"
        case .unreachable: "unreachable"
        case .timedOut: "timed-out"
        case .hungUp: "hung-up"
        case .cutOff: "cut-off"
        case .tooLarge: "too-large"
        case .redirect: "redirect"
        case .certificate: "certificate"
        case .handshake: "handshake"
        case .privateNetwork: "private-network"
        case .notHTTP: "not-http"
        case .cancelled: "cancelled"
        case .library: "library"
        }
    }
}
