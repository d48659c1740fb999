#if Server
// Schedules look-ups for the site. Each book is looked up once, however many readers wait for it.
import Books
import Catalogue
import Foundation
import Lookup

/// Looks books up in the background, within the limits of the sources.
actor LookupScheduler {
    private let store: Store
    private let blocking: BlockingTasks
    private let covers: CoverQueue?
    private let lookup: @Sendable (Store, Bool) -> BookLookup
    /// Books that are being looked up, and for which account.
    private var inProgress: [ISBN: Int64] = [:]
    /// The most simultaneous look-ups, in all and for each account, so that the site does not overload libraries.
    private static let (most, mostOfOne) = (64, 16)
    /// Books whose ISBN was read from a photo but is not confirmed yet; `nil` if nothing is known.
    private var previews: [ISBN: Book?] = [:]
    private var previewed: Set<ISBN> = []
    private static let mostPreviews = 1000
    /// Look-ups and searches for programs.
    private let queue = FairQueue<Int64>(.init(running: 8, runningOfOne: 2))

    init(
        _ store: Store, _ blocking: BlockingTasks, _ covers: CoverQueue? = nil,
        _ lookup: @escaping @Sendable (Store, Bool) -> BookLookup
    ) {
        self.store = store
        self.blocking = blocking
        self.covers = covers
        self.lookup = lookup
    }

    /// Looks up a book without a title. The result is saved in the store, and pages are notified.
    ///
    /// - Parameter timeout: returns after this time, even if the look-up has not ended.
    /// - Throws: `busy` if too many books are being looked up.
    func ask(_ isbn: ISBN, for account: Int64, timeout: Duration = .seconds(3)) async throws {
        if inProgress[isbn] == nil {
            guard inProgress.count < Self.most,
                inProgress.values.count(where: { $0 == account }) < Self.mostOfOne
            else {
                throw SiteError.busy
            }
            inProgress[isbn] = account
            let (store, lookup, covers) = (store, lookup, covers)
            Task(executorPreference: blocking) {
                _ = try? await lookup(store, true).lookUp([isbn], asking: .missing)
                await covers?.add(.isbn(isbn))
                await self.finished(isbn)
            }
        }
        let end = ContinuousClock.now + timeout
        while inProgress[isbn] != nil, .now < end { try await Task.sleep(for: .milliseconds(50)) }
    }

    func isLookingUp(_ isbn: ISBN) -> Bool { inProgress[isbn] != nil }

    /// Data of a book that nobody has confirmed. It is looked up once, and not saved in the store.
    ///
    /// - Parameter timeout: returns after this time, even if the look-up has not ended.
    /// - Returns: the book, if it is known; and whether the look-up has ended.
    func preview(
        _ isbn: ISBN, timeout: Duration = .milliseconds(300)
    ) async throws -> (book: Book?, isDone: Bool) {
        if previews[isbn] == nil, !previewed.contains(isbn), previewed.count < Self.mostOfOne {
            if previews.count >= Self.mostPreviews { previews.removeAll() }
            previewed.insert(isbn)
            let (store, lookup) = (store, lookup)
            Task(executorPreference: blocking) {
                let answers = try? await lookup(store, false).lookUp([isbn], asking: .missing)
                await self.previewed(isbn, answers?[isbn]?.card?.book)
            }
        }
        let end = ContinuousClock.now + timeout
        while previewed.contains(isbn), .now < end { try await Task.sleep(for: .milliseconds(20)) }
        return (previews[isbn] ?? nil, !previewed.contains(isbn))
    }

    /// The same without waiting, for covers.
    func previewed(_ isbn: ISBN) -> Book? { previews[isbn] ?? nil }

    private func previewed(_ isbn: ISBN, _ book: Book?) {
        previews[isbn] = .some(book)
        previewed.remove(isbn)
    }

    /// Looks several books up for a program, and waits until all look-ups have ended.
    ///
    /// - Returns: in the order of `isbns`, with what everybody may see; `Site.answers` adds the account's own.
    /// - Throws: `busy`.
    func answers(
        _ isbns: [ISBN], asking: BookLookup.LookupScope, for account: Int64, isKept: Bool
    ) async throws -> [LookupAnswer] {
        let lookup = lookup(store, isKept)
        let answers = try await inTurn(for: account) { try await lookup.lookUp(isbns, asking: asking) }
        if isKept { for isbn in isbns { await covers?.add(.isbn(isbn)) } }
        return isbns.compactMap { answers[$0] }
    }

    /// The editions that references and sources find for a title, with their names.
    ///
    /// - Throws: `busy`.
    func editions(
        title: String, author: String?, limit: Int, for account: Int64
    ) async throws -> [(source: String, answer: TitleAnswer)] {
        let lookup = lookup(store, false)
        return try await inTurn(for: account) {
            var answers: [(source: String, answer: TitleAnswer)] = []
            try await lookup.search(title: title, author: author, limit: limit) { answers.append(($0, $1)) }
            return answers
        }
    }

    /// The editions that references and sources have by a Library of Congress Control Number.
    ///
    /// - Throws: `busy`.
    func editions(lccn: OtherNumber, for account: Int64) async throws -> [Book] {
        let lookup = lookup(store, false)
        return try await inTurn(for: account) { try await lookup.editions(lccn: lccn.value).editions }
    }

    /// Runs `body` when it is the account's turn, unless the connection is closed by then.
    private func inTurn<Value: Sendable>(
        for account: Int64, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await queue.run(for: account) { [blocking] in
                if OpenConnections.client?.isDisconnected == true { throw CancellationError() }
                return try await withTaskExecutorPreference(blocking, operation: body)
            }
        } catch is FairQueue<Int64>.Busy {
            throw SiteError.busy
        }
    }

    private func finished(_ isbn: ISBN) { inProgress[isbn] = nil }
}

extension Site {
    /// Looks several books up for a program, and waits until all look-ups have ended.
    ///
    /// - Returns: in the order of `isbns`, with what the account may see once they have ended, without photos.
    /// - Throws: `busy`; `signInNeeded` if the credential has ended meanwhile.
    func answers(
        _ isbns: [ISBN], asking: BookLookup.LookupScope, for context: SiteContext, isKept: Bool
    ) async throws -> [LookupAnswer] {
        let answers = try await lookupScheduler.answers(
            isbns, asking: asking, for: context.require().id, isKept: isKept)
        return try await store(for: context) { store, account in
            try answers.map { answer in
                guard let found = answer.card else { return answer }
                var card = try store.card(of: .isbn(answer.isbn), for: account.name) ?? found
                if !isKept { (card.book, card.ratings) = (found.book, found.ratings) }
                var own = answer
                own.card = card.shown(to: account.name)
                return own
            }
        }
    }
}
#endif
