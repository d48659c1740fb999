#if Server
// Wakes open pages when the store's outbox has new events, from any program.
import Accounts
import Catalogue
import Foundation
import ServiceLifecycle
import Synchronization

/// Polls the store's outbox a few times per second and wakes listeners.
final class EventFeed: Service {
    private static let pollInterval = Duration.milliseconds(200)
    /// The number of polls between heartbeats, which keep connections open and detect closed ones.
    private static let heartbeat = 100

    private struct Listeners {
        var last: Int64 = 0
        var next = 0
        var feeds: [Int: AsyncStream<Int64>.Continuation] = [:]
        var isOver = false
    }

    private let store: Store
    private let blocking: BlockingTasks
    private let listeners = Mutex(Listeners())

    init(_ store: Store, _ blocking: BlockingTasks) {
        self.store = store
        self.blocking = blocking
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await self.watch() }
        end()
    }

    private func watch() async throws {
        let store = store
        var polls = 0
        while !Task.isCancelled {
            // If the store can't be read now, the next poll may succeed.
            let last = try? await withTaskExecutorPreference(blocking) { try store.lastEvent() }
            polls += 1
            if let last { wake(last, isHeartbeat: polls.isMultiple(of: Self.heartbeat)) }
            do { try await Task.sleep(for: Self.pollInterval) } catch { break }
        }
    }

    private func wake(_ last: Int64, isHeartbeat: Bool) {
        let feeds = listeners.withLock { listeners -> [AsyncStream<Int64>.Continuation] in
            guard isHeartbeat || last != listeners.last else { return [] }
            listeners.last = last
            return Array(listeners.feeds.values)
        }
        for feed in feeds { feed.yield(last) }
    }

    /// Ends all streams.
    func end() {
        let feeds = listeners.withLock { listeners in
            listeners.isOver = true
            return Array(listeners.feeds.values)
        }
        for feed in feeds { feed.finish() }
    }

    /// The number of the latest event: immediately, after every change, and as a heartbeat. Ends when the site stops.
    func wakes() -> AsyncStream<Int64> {
        let (stream, feed) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners -> Int? in
            guard !listeners.isOver else { return nil }
            feed.yield(listeners.last)
            listeners.next += 1
            listeners.feeds[listeners.next] = feed
            return listeners.next
        }
        guard let number else {
            feed.finish()
            return stream
        }
        feed.onTermination = { [weak self] _ in self?.forget(number) }
        return stream
    }

    private func forget(_ number: Int) {
        // The continuation is released outside the lock, because its deinitialiser calls this function.
        _ = listeners.withLock { $0.feeds.removeValue(forKey: number) }
    }

    /// For tests and metrics.
    var listenerCount: Int { listeners.withLock { $0.feeds.count } }
}

/// Limits the number of open responses and requests per account, such as event streams.
final class ListenerLimit: Sendable {
    /// A place that is left at the latest when nothing refers to it: the body of a response may never be written.
    final class Place: Sendable {
        private let limit: ListenerLimit
        private let account: Int64
        private let isLeft = Mutex(false)

        fileprivate init(_ limit: ListenerLimit, _ account: Int64) {
            self.limit = limit
            self.account = account
        }

        deinit { leave() }

        func leave() {
            let wasLeft = isLeft.withLock { isLeft in
                defer { isLeft = true }
                return isLeft
            }
            if !wasLeft { limit.leave(account) }
        }
    }

    let most: Int
    private let mostOfAll: Int
    private let counts = Mutex<[Int64: Int]>([:])

    /// - Parameters:
    ///   - most: of an account, on all its devices.
    ///   - mostOfAll: of all accounts.
    init(most: Int, ofAll mostOfAll: Int = .max) { (self.most, self.mostOfAll) = (most, mostOfAll) }

    /// Of all accounts.
    var count: Int { counts.withLock { $0.values.reduce(0, +) } }

    /// - Returns: `nil` if the maximum is reached.
    func place(for account: Int64) -> Place? { enter(account) ? Place(self, account) : nil }

    /// - Returns: `false` if the maximum is reached.
    func enter(_ account: Int64) -> Bool {
        counts.withLock { counts in
            guard counts[account, default: 0] < most, counts.values.reduce(0, +) < mostOfAll
            else { return false }
            counts[account, default: 0] += 1
            return true
        }
    }

    func leave(_ account: Int64) {
        counts.withLock { counts in
            let left = counts[account, default: 0] - 1
            counts[account] = left > 0 ? left : nil
        }
    }
}
#endif
