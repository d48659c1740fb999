// From ISBN to book: the store first, then the sources, each asked only for what is still missing.
import Books
import Catalogue
import Foundation
import Providers

public struct BookLookup: Sendable {
    public let store: Store
    let sources: SourceSet
    let person: String
    let isOffline: Bool

    /// For how long a source is believed that it does not know a book.
    static let missHolds: TimeInterval = 30 * 86_400

    /// - Parameters:
    ///   - person: who asks, and sees private comments of their own with the answers.
    ///   - isOffline: no source is asked; what the store lacks waits.
    public init(store: Store, sources: SourceSet, person: String, isOffline: Bool = false) {
        self.store = store
        self.sources = sources
        self.person = person
        self.isOffline = isOffline
    }

    /// Which books are asked about.
    public enum Asking: Sendable {
        /// Those the store has no title of.
        case missing
        /// All of them, at the sources that are not known to lack them.
        case all
        /// All of them, at every source, those too that did not know them.
        case afresh
    }

    /// One answer for each ISBN. What came of each is in the store when this returns: what was found, who does not
    /// know it, and what could not be asked and waits there.
    public func lookUp(
        _ isbns: [ISBN], asking: Asking = .missing
    ) async throws(CatalogueError) -> [ISBN: LookupAnswer] {
        var answers: [ISBN: LookupAnswer] = [:]
        var questions: [Question] = []
        for isbn in Set(isbns).sorted() {
            if asking == .missing, let card = try store.card(of: .isbn(isbn), for: person),
                card.book.title != nil
            {
                answers[isbn] = LookupAnswer(isbn: isbn, status: .known, card: card)
            } else {
                questions.append(try question(isbn, asking))
            }
        }
        guard !questions.isEmpty else { return answers }
        for question in isOffline ? questions.map(\.offline) : try await ask(questions) {
            answers[question.isbn] = try keep(question)
        }
        // What has just been named may be another edition of a book that was answered before it.
        if answers.count > 1, !store.isReadOnly {
            for isbn in answers.keys { answers[isbn]?.card = try store.card(of: .isbn(isbn), for: person) }
        }
        return answers
    }

    private func question(_ isbn: ISBN, _ asking: Asking) throws(CatalogueError) -> Question {
        let misses = asking == .afresh ? [] : try store.misses(of: isbn)
        let sources = sources.sources(for: isbn)
        return Question(
            isbn: isbn, sources: sources.filter { !misses.contains($0.key) },
            unknownTo: sources.filter { misses.contains($0.key) }.map(\.name))
    }

    /// Hosts that an earlier run left alone are left alone, as long as they asked for or a while after they hung.
    private func ask(_ questions: [Question]) async throws(CatalogueError) -> [Question] {
        guard !questions.isEmpty else { return [] }
        let rests = try store.rests().mapValues { HostRest(until: $0.until, isAsked: $0.isAsked) }
        await sources.client.leaveAlone(rests)
        let answered = await put(questions)
        let later = await sources.client.rests
        if later != rests, !store.isReadOnly {
            try store.keep(rests: later.mapValues { RememberedRest(until: $0.until, isAsked: $0.isAsked) })
        }
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
    private func keep(_ question: Question) throws(CatalogueError) -> LookupAnswer {
        var answer = LookupAnswer(
            isbn: question.isbn, status: .unknown, unknownTo: question.unknownTo,
            unasked: question.failures.map(\.unasked))
        let outcome = question.outcome(missesHold: .now + Self.missHolds)
        answer.card = try store.isReadOnly ? unkept(outcome) : store.keep(outcome, for: person)
        if question.isWaiting {
            answer.status = .notAsked
        } else if answer.book?.title != nil {
            answer.status = .known
        }
        return answer
    }

    /// What was found, for a store that can't be written.
    private func unkept(_ outcome: LookupOutcome) throws(CatalogueError) -> BookCard? {
        let stored = try store.card(of: .isbn(outcome.isbn), for: person)
        guard let found = outcome.found else { return stored }
        var card = stored ?? BookCard(book: Book(isbn: outcome.isbn))
        card.book.fill(from: found)
        if card.ratings.isEmpty { card.ratings = [outcome.rating].compactMap(\.self) }
        return card
    }

    /// The ISBNs that wait to be asked about, the longest waiting first: what could not be asked, and what was put
    /// on a list and never asked about.
    public func pending() throws(CatalogueError) -> [ISBN] { try store.waiting() }
}
