// From ISBN to book: the store first, then references, then the sources, each asked only for what is still missing.
import Books
import Catalogue
import Foundation
import Providers
import References

public struct BookLookup: Sendable {
    public let store: Store
    let sources: SourceSet
    /// Asked in this order before any source.
    public let references: [ReferenceFile]
    let person: String
    let isOffline: Bool
    let keepsFindings: Bool

    /// For how long a source is believed that it does not know a book.
    static let missHolds: TimeInterval = 30 * 86_400

    /// - Parameters:
    ///   - references: asked in this order before any source, offline too.
    ///   - person: who asks, and sees private comments of their own with the answers.
    ///   - isOffline: no source is asked; what the store and the references lack waits.
    ///   - keepsFindings: whether answers go into the store. Numbers that may be wrong leave no trace there.
    public init(
        store: Store, sources: SourceSet, references: [ReferenceFile] = [], person: String,
        isOffline: Bool = false, keepsFindings: Bool = true
    ) {
        self.store = store
        self.sources = sources
        self.references = references
        self.person = person
        self.isOffline = isOffline
        self.keepsFindings = keepsFindings && !store.isReadOnly
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
        do {
            try await lookUp(isbns, asking: asking) { answers[$0.isbn] = $0 }
        } catch let error as CatalogueError {
            throw error
        } catch {
            // Nothing else is thrown here.
        }
        // What has just been named may be another edition of a book that was answered before it.
        if answers.count > 1, keepsFindings {
            for isbn in answers.keys { answers[isbn]?.card = try store.card(of: .isbn(isbn), for: person) }
        }
        return answers
    }

    /// Answers each ISBN as soon as all is known of it. What sources say is kept before that, as it comes: whoever
    /// stops waiting loses nothing that was said.
    ///
    /// - Parameter answer: what it throws ends the look-up.
    /// - Throws: `CatalogueError`, and what `answer` throws.
    public func lookUp(
        _ isbns: [ISBN], asking: Asking = .missing, answer: (LookupAnswer) throws -> Void
    ) async throws {
        var questions: [Question] = []
        // What people have said something of is told first: others may turn out to be other editions of it.
        var said: Set<ISBN> = []
        for isbn in isbns.uniqued {
            let hasTitle = try store.hasTitle(isbn)
            if asking == .missing, hasTitle == true {
                let card = try store.card(of: .isbn(isbn), for: person)
                try answer(LookupAnswer(isbn: isbn, status: .known, card: card))
            } else {
                if hasTitle != nil { said.insert(isbn) }
                questions.append(try question(isbn, asking))
            }
        }
        questions = questions.filter { said.contains($0.isbn) } + questions.filter { !said.contains($0.isbn) }
        var held: [LookupAnswer] = []
        func settle(_ question: Question) throws {
            let settled = try keep(question)
            guard said.remove(settled.isbn) != nil || said.isEmpty else { return held.append(settled) }
            try answer(settled)
            guard said.isEmpty else { return }
            for var settled in held {
                if keepsFindings { settled.card = try store.card(of: .isbn(settled.isbn), for: person) }
                try answer(settled)
            }
            held = []
        }
        if isOffline {
            for question in questions { try settle(question.offline) }
        } else {
            // References, or what sources are known to lack, may have settled some already.
            for question in questions where question.isSettled { try settle(question) }
            let open = questions.filter { !$0.isSettled }
            if !open.isEmpty { try await keepingManners { try await ask(open, settle) } }
        }
    }

    /// Whether so many books are to be asked about that an address for `BOOKZONE_CONTACT` would save time.
    public func wantsContact(asking isbns: [ISBN]) throws(CatalogueError) -> Bool {
        guard !isOffline, !sources.isContactKnown else { return false }
        var open = 0
        for isbn in isbns where open < Self.fewForStrangers {
            if try store.hasTitle(isbn) != true { open += 1 }
        }
        return open == Self.fewForStrangers
    }

    /// Further books take seconds each time that a source is to be asked again.
    private static let fewForStrangers = 26

    private func question(_ isbn: ISBN, _ asking: Asking) throws(CatalogueError) -> Question {
        let misses = asking == .afresh ? [] : try store.misses(of: isbn)
        let sources = sources.sources(for: isbn)
        var question = Question(
            isbn: isbn, sources: sources.filter { !misses.contains($0.key) },
            unknownTo: sources.filter { misses.contains($0.key) }.map(\.name))
        // Who asks anew wants what the sources say today.
        if asking != .afresh { question.consult(references) }
        return question
    }

    /// Hosts that an earlier run left alone are left alone, as long as they asked for or a while after they hung; and
    /// each is asked at its pace, over several runs too.
    func keepingManners(_ body: () async throws -> Void) async throws {
        let client = sources.client
        let rests = try store.rests().mapValues { HostRest(until: $0.until, isAsked: $0.isAsked) }
        await client.leaveAlone(rests)
        await client.wait(untilTurns: try store.turns())
        let ended: (any Error)?
        do {
            try await body()
            ended = nil
        } catch {
            ended = error
        }
        if !store.isReadOnly {
            let later = await client.rests
            if later != rests {
                try store.keep(
                    rests: later.mapValues { RememberedRest(until: $0.until, isAsked: $0.isAsked) })
            }
            try store.keep(turns: await client.turns)
        }
        if let ended { throw ended }
    }

    private enum Event: Sendable {
        case answer(SourceAnswer, ISBN, any BookSource)
        case finished(any BookSource)
        case tick
    }

    private func ask(_ questions: [Question], _ settle: (Question) throws -> Void) async throws {
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        var run = LookupRun(questions)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                while true {
                    try await Task.sleep(for: LookupRun.patience / 4)
                    feed.yield(.tick)
                }
            }
            func start(_ jobs: [LookupRun.Job]) {
                for job in jobs {
                    group.addTask {
                        await job.source.lookUp(job.isbns) { feed.yield(.answer($1, $0, job.source)) }
                        feed.yield(.finished(job.source))
                    }
                }
            }
            start(run.jobs(at: .now))
            for await event in events {
                switch event {
                case .answer(let said, let isbn, let source):
                    switch run.take(said, on: isbn, from: source, at: .now) {
                    case .settled(let question): try settle(question)
                    case .found(let question): if keepsFindings { try store.keep(outcome(of: question)) }
                    case .open: break
                    }
                case .finished(let source): run.finished(source)
                case .tick: run.passTime(to: .now)
                }
                if run.isDone { break }
                start(run.jobs(at: .now))
            }
        }
    }

    /// Keeps what came of a question.
    private func keep(_ question: Question) throws(CatalogueError) -> LookupAnswer {
        var question = question
        question.consult(references)
        var answer = LookupAnswer(
            isbn: question.isbn, status: .unknown, unknownTo: question.unknownTo,
            unasked: question.unasked)
        let outcome = self.outcome(of: question)
        answer.card = try keepsFindings ? store.keep(outcome, for: person) : unkept(outcome)
        if question.isWaiting {
            answer.status = .notAsked
        } else if answer.book?.title != nil {
            answer.status = .known
        }
        return answer
    }

    private func outcome(of question: Question) -> LookupOutcome {
        question.outcome(missesHold: .now + Self.missHolds)
    }

    /// What was found, where it is not to be kept.
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
