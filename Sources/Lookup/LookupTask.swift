// The look-up of one ISBN at the sources.
import Books
import Catalogue
import Foundation
import HTTP
import Providers
import References

struct LookupTask: Sendable {
    let isbn: ISBN
    /// The sources to ask, in order.
    private var sources: [any BookSource]
    /// The keys of the sources that are being asked.
    private var asked: Set<String> = []
    /// The names of the sources that don't have it.
    private(set) var unknownTo: [String]
    private(set) var failures: [Failure] = []
    /// Sources that returned the book without all of its details.
    private var incomplete: [Failure] = []
    private var found: SourceRecord?
    private var answered: [String] = []
    private var certainMisses: [String] = []
    private var uncertainMisses: [String] = []
    /// Sources whose records are of another book, with its title.
    private(set) var contradictions: [LookupAnswer.Contradiction] = []
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

    /// References save requests: if one has the title and makers, that is enough.
    private var isComplete: Bool {
        let book = found?.book
        let fields: [BookField] =
            isReferred ? [.title, .contributors] : [.title, .contributors, .publisher, .year]
        return fields.allSatisfy { book?.has($0) == true }
    }

    /// Adds the data of references, once; it is not remembered like a source's answer.
    mutating func consult(_ references: [ReferenceFile]) {
        guard !hasConsulted else { return }
        hasConsulted = true
        for reference in references {
            do throws(ReferenceError) {
                if let book = try reference.book(isbn) {
                    isReferred = isReferred || found == nil
                    merge(SourceRecord(book: book), from: reference.label)
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
    /// No source is being asked about what is missing, and another could be.
    var needsNext: Bool { hasNext && asked.isSubset(of: detailed) }
    /// Sources that returned the book and are being asked for details.
    private var detailed: Set<String> = []
    /// No source has returned anything yet.
    var isUnanswered: Bool { found == nil }
    /// No answer that could add anything is to come.
    var isSettled: Bool {
        isComplete ? detailed.isEmpty : asked.isEmpty && sources.isEmpty
    }

    /// The next source to ask; `nil` if there is none.
    mutating func proceed() -> (any BookSource)? {
        guard hasNext else { return nil }
        let source = sources.removeFirst()
        asked.insert(source.key)
        return source
    }

    mutating func take(_ answer: SourceAnswer, from source: any BookSource) {
        switch answer {
        case .found(let record):
            merge(record, from: source.name)
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

    private mutating func merge(_ record: SourceRecord, from source: String) {
        let book = record.book.withoutEntities()
        var merged = found ?? SourceRecord(book: book, rating: record.rating)
        if merged.book.fill(ifSame: book) {
            merged.rating = merged.rating ?? record.rating
            found = merged
        } else {
            let title = book.title ?? book.originalScriptTitle ?? ""
            let contradiction = LookupAnswer.Contradiction(source: source, title: title)
            if !contradictions.contains(contradiction) { contradictions.append(contradiction) }
        }
    }

    private func failure(_ source: any BookSource, _ cause: LookupAnswer.Unasked.Cause) -> Failure {
        Failure(key: source.key, unasked: .init(source: source.name, cause: cause))
    }

    /// No source that answered has the book, and some could not be asked.
    var isWaiting: Bool { found == nil && failures.contains { $0.unasked.cause != .damaged } }

    /// Sources that could not be asked about the book or its details.
    var unasked: [LookupAnswer.Unasked] { (failures + incomplete).map(\.unasked) }

    /// The task if no source may be asked.
    var offline: LookupTask {
        if isComplete { return self }
        var task = self
        task.failures += sources.map { failure($0, .offline) }
        task.sources = []
        return task
    }

    /// The result to be stored.
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
    /// The word for it in JSON; it must never change.
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
            case .coolingDown: "resting"
            case .malformed, .damagedRecords: "malformed"
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
        case .timedOut, .stalled: "timed-out"
        case .hungUp: "hung-up"
        case .cutOff: "cut-off"
        case .tooLarge: "too-large"
        case .redirect: "redirect"
        case .certificate: "certificate"
        case .handshake: "handshake"
        case .privateNetwork: "private-network"
        case .notHTTP: "not-http"
        case .loginDenied: "login-denied"
        case .refused: "refused"
        case .cancelled: "cancelled"
        case .library: "library"
        }
    }
}
