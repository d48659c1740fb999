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
    let savesResults: Bool
    /// Where covers of the books are fetched that sources or references name; `nil` fetches none.
    let covers: CoverQueue?

    /// For how long a source is believed that it does not know a book.
    static let missLifetime: TimeInterval = 30 * 86_400

    /// - Parameters:
    ///   - references: asked in this order before any source, offline too.
    ///   - person: who asks, and sees private comments of their own with the answers.
    ///   - isOffline: no source is asked; what the store and the references lack waits.
    ///   - savesResults: whether answers go into the store. Numbers that may be wrong leave no trace there.
    ///   - covers: where covers are fetched of the books that sources are asked about; offline none are.
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

    /// Which books are asked about.
    public enum LookupScope: Sendable {
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
        _ isbns: [ISBN], asking: LookupScope = .missing
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
        if answers.count > 1, savesResults {
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
        _ isbns: [ISBN], asking: LookupScope = .missing, answer: (LookupAnswer) throws -> Void
    ) async throws {
        var tasks: [LookupTask] = []
        // Books with comments are answered first: others may be other editions of them.
        var said: Set<ISBN> = []
        for isbn in isbns.uniqued {
            let hasTitle = try store.hasTitle(isbn)
            if asking == .missing, hasTitle == true {
                let card = try store.card(of: .isbn(isbn), for: person)
                try answer(LookupAnswer(isbn: isbn, status: .known, card: card))
            } else {
                if hasTitle != nil { said.insert(isbn) }
                tasks.append(try task(isbn, asking))
            }
        }
        tasks = tasks.filter { said.contains($0.isbn) } + tasks.filter { !said.contains($0.isbn) }
        var held: [LookupAnswer] = []
        func settle(_ task: LookupTask) throws {
            let settled = try save(task)
            guard said.remove(settled.isbn) != nil || said.isEmpty else { return held.append(settled) }
            try answer(settled)
            guard said.isEmpty else { return }
            for var settled in held {
                if savesResults { settled.card = try store.card(of: .isbn(settled.isbn), for: person) }
                try answer(settled)
            }
            held = []
        }
        if isOffline {
            for task in tasks { try settle(task.offline) }
        } else {
            // References, or what sources are known to lack, may have settled some already.
            for task in tasks where task.isSettled { try settle(task) }
            let open = tasks.filter { !$0.isSettled }
            if !open.isEmpty { try await withSavedThrottles { try await ask(open, settle) } }
            for task in tasks { await covers?.add(.isbn(task.isbn)) }
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

    private func task(_ isbn: ISBN, _ asking: LookupScope) throws(CatalogueError) -> LookupTask {
        let misses = asking == .afresh ? [] : try store.misses(of: isbn)
        let sources = sources.sources(for: isbn)
        var task = LookupTask(
            isbn: isbn, sources: sources.filter { !misses.contains($0.key) },
            unknownTo: sources.filter { misses.contains($0.key) }.map(\.name))
        // Who asks anew wants what the sources say today.
        if asking != .afresh { task.consult(references) }
        return task
    }

    /// Hosts that an earlier run left alone are left alone, as long as they asked for or a while after they hung; and
    /// each is asked at its pace, over several runs too.
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
                case .answer(let said, let isbn, let source):
                    switch run.take(said, on: isbn, from: source, at: .now) {
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

    /// Keeps what came of a question.
    private func save(_ task: LookupTask) throws(CatalogueError) -> LookupAnswer {
        var task = task
        task.consult(references)
        var answer = LookupAnswer(
            isbn: task.isbn, status: .unknown, unknownTo: task.unknownTo,
            unasked: task.unasked)
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

    /// What was found, where it is not to be kept.
    private func unsavedCard(_ outcome: LookupOutcome) throws(CatalogueError) -> BookCard? {
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
