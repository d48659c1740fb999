// Looks books up by ISBN: in the store, then in references, then at sources, each asked only about what is still
// missing.
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
    private(set) var isOffline: Bool
    let savesResults: Bool
    /// Where covers of the books are fetched that sources or references name; `nil` fetches none.
    let covers: CoverQueue?

    /// For how long it is remembered that a source does not have a book.
    static let missLifetime: TimeInterval = 30 * 86_400

    /// - Parameters:
    ///   - references: asked in this order before any source, also offline.
    ///   - person: the current user, whose private comments are included in the answers.
    ///   - isOffline: whether no source is asked; what is in neither the store nor the references stays pending.
    ///   - savesResults: whether answers are stored. Numbers that may be wrong must not be stored.
    ///   - covers: fetches the covers of books that sources are asked about, except offline; `nil` fetches none.
    public init(
        store: Store, sources: SourceSet, references: [ReferenceFile] = [], person: String,
        isOffline: Bool = false, savesResults: Bool = true, covers: CoverQueue? = nil
    ) {
        self.store = store
        self.sources = sources
        self.references = references
        self.person = person
        self.isOffline = isOffline
        self.savesResults = savesResults && !store.isReadOnly
        self.covers = isOffline || !self.savesResults ? nil : covers
    }

    /// The same, without asking any source.
    public var offline: BookLookup {
        var lookup = self
        lookup.isOffline = true
        return lookup
    }

    /// Which books to ask about.
    public enum LookupScope: Sendable {
        /// Those without a title in the store.
        case missing
        /// All, at the sources that are not known to lack them.
        case all
        /// All, at every source, even at those that did not have them.
        case afresh
    }

    /// One answer for each ISBN. When this returns, the results are stored: what was found, which sources don't have
    /// the book, and which could not be asked.
    public func lookUp(
        _ isbns: [ISBN], asking: LookupScope = .missing
    ) async throws(CatalogueError) -> [ISBN: LookupAnswer] {
        var answers = try await collectAnswers(isbns, asking: asking)
        // A book that was found may be another edition of one that was answered before.
        if answers.count > 1, savesResults {
            for isbn in answers.keys { answers[isbn]?.card = try store.card(of: .isbn(isbn), for: person) }
        }
        return answers
    }

    /// Answers each ISBN as soon as everything about it is known. Responses are stored before that, as they arrive,
    /// so that nothing is lost if the caller stops waiting.
    ///
    /// - Parameter answer: an error that it throws ends the look-up.
    /// - Throws: `CatalogueError`, and the errors of `answer`.
    public func lookUp(
        _ isbns: [ISBN], asking: LookupScope = .missing, answer: (LookupAnswer) throws -> Void
    ) async throws {
        var tasks: [LookupTask] = []
        // Books with comments are answered first, because others may be editions of them.
        var commented: Set<ISBN> = []
        for isbn in isbns.uniqued {
            let hasTitle = try store.hasTitle(isbn)
            if asking == .missing, hasTitle == true {
                let card = try store.card(of: .isbn(isbn), for: person)
                try answer(LookupAnswer(isbn: isbn, status: .known, card: card))
            } else {
                if hasTitle != nil { commented.insert(isbn) }
                tasks.append(try task(isbn, asking))
            }
        }
        tasks = tasks.filter { commented.contains($0.isbn) } + tasks.filter { !commented.contains($0.isbn) }
        var held: [LookupAnswer] = []
        func settle(_ task: LookupTask) throws {
            let settled = try save(task)
            guard commented.remove(settled.isbn) != nil || commented.isEmpty else {
                return held.append(settled)
            }
            try answer(settled)
            guard commented.isEmpty else { return }
            for var settled in held {
                if savesResults { settled.card = try store.card(of: .isbn(settled.isbn), for: person) }
                try answer(settled)
            }
            held = []
        }
        if isOffline {
            for task in tasks { try settle(task.offline) }
        } else {
            // Some may be settled by references, or because no source that may be asked has them.
            for task in tasks where task.isSettled { try settle(task) }
            let open = tasks.filter { !$0.isSettled }
            if !open.isEmpty { try await withSavedThrottles { try await ask(open, settle) } }
            for task in tasks { await covers?.add(.isbn(task.isbn)) }
        }
    }

    /// Whether there are enough books to look up that a contact address in `BOOKZONE_CONTACT` would save time.
    public func wantsContact(asking isbns: [ISBN]) throws(CatalogueError) -> Bool {
        guard !isOffline, !sources.isContactKnown else { return false }
        var open = 0
        for isbn in isbns where open < Self.manyForOneRequest {
            if try store.hasTitle(isbn) != true { open += 1 }
        }
        return open == Self.manyForOneRequest
    }

    /// From this many books on, sources have to be asked again, and without a contact they allow that only seconds later.
    private static let manyForOneRequest = 26

    private func task(_ isbn: ISBN, _ asking: LookupScope) throws(CatalogueError) -> LookupTask {
        let misses = asking == .afresh ? [] : try store.misses(of: isbn)
        let sources = sources.sources(for: isbn)
        var task = LookupTask(
            isbn: isbn, sources: sources.filter { !misses.contains($0.key) },
            unknownTo: sources.filter { misses.contains($0.key) }.map(\.name))
        // A look-up that asks afresh uses only the sources.
        if asking != .afresh { task.consult(references) }
        return task
    }

    /// Restores the cooldowns and slots of an earlier run before `body`, and saves them after it.
    func withSavedThrottles(_ body: () async throws -> Void) async throws {
        let client = sources.client
        let cooldowns = try store.cooldowns().mapValues { Cooldown(until: $0.until, isAsked: $0.isAsked) }
        await client.restoreCooldowns(cooldowns)
        await client.wait(untilRequestTimes: try store.nextRequestTimes())
        let ended: (any Error)?
        do {
            try await body()
            ended = nil
        } catch {
            ended = error
        }
        if !store.isReadOnly {
            let later = await client.cooldowns
            if later != cooldowns {
                try store.save(
                    cooldowns: later.mapValues { StoredCooldown(until: $0.until, isAsked: $0.isAsked) })
            }
            try store.save(nextRequestTimes: await client.nextRequestTimes)
        }
        if let ended { throw ended }
    }

    private enum Event: Sendable {
        case answer(SourceAnswer, ISBN, any BookSource)
        case finished(any BookSource)
        case tick
    }

    private func ask(_ tasks: [LookupTask], _ settle: (LookupTask) throws -> Void) async throws {
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        var run = LookupPlanner(tasks)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                while true {
                    try await Task.sleep(for: LookupPlanner.timeout / 4)
                    feed.yield(.tick)
                }
            }
            func start(_ jobs: [LookupPlanner.Job]) {
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
                case .answer(let response, let isbn, let source):
                    switch run.take(response, on: isbn, from: source, at: .now) {
                    case .settled(let task): try settle(task)
                    case .found(let task): if savesResults { try store.save(outcome(of: task)) }
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

    /// Stores the result of a task.
    private func save(_ task: LookupTask) throws(CatalogueError) -> LookupAnswer {
        var task = task
        task.consult(references)
        var answer = LookupAnswer(
            isbn: task.isbn, status: .unknown, unknownTo: task.unknownTo,
            unasked: task.unasked, contradictions: task.contradictions)
        let outcome = self.outcome(of: task)
        answer.card = try savesResults ? store.save(outcome, for: person) : unsavedCard(outcome)
        if task.isWaiting {
            answer.status = .notAsked
        } else if answer.book?.title != nil {
            answer.status = .known
        }
        return answer
    }

    private func outcome(of task: LookupTask) -> LookupOutcome {
        task.outcome(missesExpire: .now + Self.missLifetime)
    }

    /// The card of a book that was found, if it is not to be stored.
    private func unsavedCard(_ outcome: LookupOutcome) throws(CatalogueError) -> BookCard? {
        let stored = try store.card(of: .isbn(outcome.isbn), for: person)
        guard let found = outcome.found else { return stored }
        var card = stored ?? BookCard(book: Book(isbn: outcome.isbn))
        card.book.fill(from: found)
        if card.ratings.isEmpty { card.ratings = [outcome.rating].compactMap(\.self) }
        return card
    }

    /// The ISBNs that are pending, the longest first: those that could not be asked about, and those that were put on
    /// a list and never looked up.
    public func pending() throws(CatalogueError) -> [ISBN] { try store.waiting() }

    /// How many those are, and how many books no source knows.
    public func unnamed() throws(CatalogueError) -> UnnamedBooks { try store.unnamed() }
}
