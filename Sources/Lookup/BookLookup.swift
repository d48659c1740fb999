// From ISBN to book: the store first, then the sources, each asked only for what is still missing.
import Books
import Catalogue
import Foundation
import Providers

public struct BookLookup: Sendable {
    public let store: Store
    let sources: SourceSet
    let reader: String
    let isOffline: Bool

    /// For how long a source is believed that it does not know a book.
    static let missHolds: TimeInterval = 30 * 86_400

    /// - Parameters:
    ///   - reader: who sees the answers, and private comments of their own with them.
    ///   - isOffline: no source is asked; what the store lacks waits.
    public init(store: Store, sources: SourceSet, reader: String, isOffline: Bool = false) {
        self.store = store
        self.sources = sources
        self.reader = reader
        self.isOffline = isOffline
    }

    /// Which books are asked about.
    public enum Asking: Sendable {
        /// Those the store has no title of.
        case missing
        /// All of them, at the sources that are not known to lack them.
        case all
        /// All of them, at every source: earlier misses are forgotten.
        case afresh
    }

    /// One answer for each ISBN. What is found is in the store when this returns; misses are remembered, and what
    /// could not be asked waits there.
    public func lookUp(
        _ isbns: [ISBN], asking: Asking = .missing
    ) async throws(CatalogueError) -> [ISBN: LookupAnswer] {
        var answers: [ISBN: LookupAnswer] = [:]
        var questions: [Question] = []
        for isbn in Set(isbns).sorted() {
            let stored = try store.book(isbn)
            if let stored, stored.title != nil, asking == .missing {
                answers[isbn] = LookupAnswer(
                    isbn: isbn, status: .known, card: try store.card(of: stored, for: reader))
            } else {
                if asking == .afresh { try store.forgetMisses(of: isbn) }
                questions.append(try question(isbn))
            }
        }
        for question in isOffline ? questions.map(\.unputOffline) : try await ask(questions) {
            answers[question.isbn] = try settle(question)
        }
        return answers
    }

    private func question(_ isbn: ISBN) throws(CatalogueError) -> Question {
        let misses = try store.misses(of: isbn)
        let sources = sources.sources(for: isbn)
        return Question(
            isbn: isbn, sources: sources.filter { !misses.contains($0.key) },
            unknownTo: sources.filter { misses.contains($0.key) }.map(\.name))
    }

    /// Hosts that asked an earlier run to be left alone are left alone.
    private func ask(_ questions: [Question]) async throws(CatalogueError) -> [Question] {
        guard !questions.isEmpty else { return [] }
        let rests = try store.rests()
        await sources.client.leaveAlone(rests)
        let answered = await put(questions)
        let later = await sources.client.rests
        if later != rests { try store.keep(rests: later) }
        return answered
    }

    /// Puts every question to its sources, one after another until a record is complete; different sources are
    /// asked at the same time, each about all that is for it.
    private func put(_ questions: [Question]) async -> [Question] {
        var questions = questions
        while true {
            var rounds: [String: (source: any BookSource, isbns: [ISBN])] = [:]
            for question in questions {
                guard let source = question.next else { continue }
                rounds[source.key, default: (source, [])].isbns.append(question.isbn)
            }
            guard !rounds.isEmpty else { return questions }
            let answers = await withTaskGroup(of: [ISBN: SourceAnswer].self) { group in
                for (source, isbns) in rounds.values {
                    group.addTask { await source.lookUp(isbns) }
                }
                return await group.reduce(into: [:]) { all, some in all.merge(some) { $1 } }
            }
            for place in questions.indices where questions[place].next != nil {
                questions[place].take(answers[questions[place].isbn])
            }
        }
    }

    /// Keeps what came of a question.
    private func settle(_ question: Question) throws(CatalogueError) -> LookupAnswer {
        let isbn = question.isbn
        var answer = LookupAnswer(
            isbn: isbn, status: .unknown, unknownTo: question.unknownTo,
            unasked: question.failures.map(\.unasked))
        if let found = question.found {
            let saved = try store.save(found.book).book
            if let id = saved.id, let ratings = found.ratings { try store.save(ratings, of: id) }
        }
        answer.card = try store.book(isbn).map { book throws(CatalogueError) in
            try store.card(of: book, for: reader)
        }
        for source in question.firmMisses {
            try store.rememberMiss(of: isbn, at: source, until: .now + Self.missHolds)
        }
        if question.found == nil, !question.failures.isEmpty {
            answer.status = .notAsked
            for failure in question.failures {
                try store.postpone(
                    PendingLookup(isbn: isbn, source: failure.key, reason: failure.unasked.cause))
            }
        } else {
            try store.settle(isbn)
            if answer.book?.title != nil { answer.status = .known }
        }
        return answer
    }

    /// The ISBNs that wait to be asked, the longest waiting first.
    public func pending() throws(CatalogueError) -> [ISBN] {
        var seen: Set<ISBN> = []
        return try store.pendingLookups().map(\.isbn).filter { seen.insert($0).inserted }
    }
}

/// One ISBN on its way through the sources.
private struct Question: Sendable {
    let isbn: ISBN
    /// Still to be asked.
    var sources: [any BookSource]
    var unknownTo: [String]
    var found: SourceRecord?
    var firmMisses: [String] = []
    /// With each source's key.
    var failures: [(key: String, unasked: LookupAnswer.Unasked)] = []

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

    mutating func take(_ answer: SourceAnswer?) {
        let source = sources.removeFirst()
        switch answer {
        case .found(let record):
            var merged = found ?? record
            merged.book.fill(from: record.book)
            merged.ratings = merged.ratings ?? record.ratings
            found = merged
        case .unknown(let isFirm):
            unknownTo.append(source.name)
            if isFirm { firmMisses.append(source.key) }
        case .notAsked(let error): fail(source, error.cause, error.description)
        case nil: fail(source, "gave no answer", "\(source.name) gave no answer")
        }
    }

    private mutating func fail(_ source: any BookSource, _ cause: String, _ reason: String) {
        failures.append((source.key, .init(source: source.name, cause: cause, reason: reason)))
    }

    /// As it is when nobody may be asked.
    var unputOffline: Question {
        var question = self
        let offline = LookupAnswer.Unasked.offline
        for source in sources { question.fail(source, offline, offline) }
        question.sources = []
        return question
    }
}
