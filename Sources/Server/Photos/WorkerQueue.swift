#if Server
// The workers of a site, and the photos that wait for one: those of pages and those of programs in one queue.
import Foundation
import Synchronization

/// Lends each worker to one photo at a time, in the order of a `PhotoQueue`.
final class WorkerQueue<Worker: Sendable>: Sendable {
    private struct State {
        var idle: [Worker]
        var queue = PhotoQueue()
        /// Told of the worker when the photo's turn comes, by the photo's ID; of none if it left the queue.
        var waiting: [String: @Sendable (Worker?) -> Void] = [:]
    }

    private let state: Mutex<State>
    /// How many photos are read at a time.
    let jobs: Int

    init(_ workers: [Worker]) {
        jobs = workers.count
        state = Mutex(State(idle: workers))
    }

    /// Puts a photo in the queue. One that waits already stays where it is.
    ///
    /// - Parameters:
    ///   - isAwaited: somebody waits for this one photo.
    ///   - begin: called from any thread, with a worker that is to be given back.
    /// - Returns: `false` where it waited already.
    func enqueue(
        _ id: String, of account: Int64, isAwaited: Bool, _ begin: @escaping @Sendable (Worker) -> Void
    ) -> Bool {
        add(id, of: account, isAwaited: isAwaited) { if let worker = $0 { begin(worker) } }
    }

    /// Waits for its turn. A task that is cancelled leaves the queue.
    func withWorker<Value: Sendable>(
        for account: Int64, isAwaited: Bool, _ body: (Worker) async throws(CancellationError) -> Value
    ) async throws(CancellationError) -> Value {
        let id = UUID().uuidString
        let lent = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                _ = add(id, of: account, isAwaited: isAwaited) { continuation.resume(returning: $0) }
                if Task.isCancelled { leave(id) }
            }
        } onCancel: {
            leave(id)
        }
        guard let worker = lent else { throw CancellationError() }
        defer { giveBack(worker) }
        return try await body(worker)
    }

    func giveBack(_ worker: Worker) {
        state.withLock { $0.idle.append(worker) }
        start()
    }

    /// How many are read before it, itself not counted; `nil` where it does not wait.
    func place(of id: String) -> Int? { state.withLock { $0.queue.place(of: id) } }

    /// How many wait.
    var count: Int { state.withLock { $0.queue.count } }

    private func add(
        _ id: String, of account: Int64, isAwaited: Bool, _ begin: @escaping @Sendable (Worker?) -> Void
    ) -> Bool {
        let isNew = state.withLock { state in
            guard state.waiting[id] == nil else { return false }
            state.waiting[id] = begin
            state.queue.append(id, of: account, isAwaited: isAwaited)
            return true
        }
        start()
        return isNew
    }

    private func leave(_ id: String) {
        let begin = state.withLock { state in
            state.queue.remove(id)
            return state.waiting.removeValue(forKey: id)
        }
        begin?(nil)
    }

    private func start() {
        while let (worker, begin) = state.withLock({ state in Self.next(&state) }) { begin(worker) }
    }

    private static func next(_ state: inout State) -> (Worker, @Sendable (Worker?) -> Void)? {
        guard !state.idle.isEmpty, let id = state.queue.next(),
            let begin = state.waiting.removeValue(forKey: id)
        else { return nil }
        return (state.idle.removeLast(), begin)
    }
}

/// A fair queue: accounts take turns, and photos that somebody waits for come before batches.
struct PhotoQueue {
    private struct Waiting {
        var id: String
        var isAwaited: Bool
    }

    /// In the order in which their turns come; none is empty.
    private var accounts: [(account: Int64, photos: [Waiting])] = []

    func contains(_ id: String) -> Bool { accounts.contains { $0.photos.contains { $0.id == id } } }

    mutating func append(_ id: String, of account: Int64, isAwaited: Bool) {
        let photo = Waiting(id: id, isAwaited: isAwaited)
        guard let turn = accounts.firstIndex(where: { $0.account == account }) else {
            return accounts.append((account, [photo]))
        }
        let batch = isAwaited ? accounts[turn].photos.firstIndex { !$0.isAwaited } : nil
        accounts[turn].photos.insert(photo, at: batch ?? accounts[turn].photos.endIndex)
    }

    mutating func remove(_ id: String) {
        for turn in accounts.indices { accounts[turn].photos.removeAll { $0.id == id } }
        accounts.removeAll { $0.photos.isEmpty }
    }

    /// How many wait.
    var count: Int { accounts.reduce(0) { $0 + $1.photos.count } }

    /// Takes out the next; `nil` where none waits.
    mutating func next() -> String? {
        guard !accounts.isEmpty else { return nil }
        // Within a turn order, accounts with a photo that is awaited come first.
        let turn = accounts.firstIndex { $0.photos[0].isAwaited } ?? 0
        var account = accounts.remove(at: turn)
        let photo = account.photos.removeFirst()
        if !account.photos.isEmpty { accounts.append(account) }
        return photo.id
    }

    /// How many are taken out before it if no more come; `nil` where it does not wait.
    func place(of id: String) -> Int? {
        guard contains(id) else { return nil }
        var rest = self
        return (0...).first { _ in rest.next() == id }
    }
}
#endif
