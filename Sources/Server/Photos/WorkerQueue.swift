#if Server
// The site's workers, and a single queue of photos for them: those from pages and those from programs.
import Synchronization

/// Lends each worker to one photo at a time, in the order of a `PhotoQueue`.
final class WorkerQueue<Worker: Sendable>: Sendable {
    private struct State {
        var idle: [Worker]
        var queue = PhotoQueue()
        /// The callbacks by the photo's id. They get a worker when it is the photo's turn, or `nil` if it left the
        /// queue.
        var waiting: [String: @Sendable (Worker?) -> Void] = [:]
    }

    private let state: Mutex<State>
    let jobs: Int

    init(_ workers: [Worker]) {
        jobs = workers.count
        state = Mutex(State(idle: workers))
    }

    /// Queues a photo. A photo that is already waiting keeps its place.
    ///
    /// - Parameters:
    ///   - isAwaited: whether somebody is waiting for this photo.
    ///   - begin: called from any thread with a worker, which must be given back.
    /// - Returns: `false` if the photo was already waiting.
    func enqueue(
        _ id: String, of account: Int64, isAwaited: Bool, _ begin: @escaping @Sendable (Worker) -> Void
    ) -> Bool {
        add(id, of: account, isAwaited: isAwaited) { if let worker = $0 { begin(worker) } }
    }

    /// Runs `body` with a worker when it is the photo's turn. A cancelled task leaves the queue.
    func withWorker<Value: Sendable>(
        for account: Int64, isAwaited: Bool, _ body: (Worker) async throws(CancellationError) -> Value
    ) async throws(CancellationError) -> Value {
        // No UUID, whose bytes come from a file: where no more can be opened, they repeat, and a photo is lost.
        let id = Secret().text
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

    /// The number of photos ahead of it; `nil` if it is not waiting.
    func place(of id: String) -> Int? { state.withLock { $0.queue.place(of: id) } }

    /// The number of waiting photos.
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

/// A fair queue: accounts take turns, and photos that somebody is waiting for come before batches.
struct PhotoQueue {
    private struct Waiting {
        var id: String
        var isAwaited: Bool
    }

    /// The accounts in the order of their turns; none has an empty queue.
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

    /// The number of waiting photos.
    var count: Int { accounts.reduce(0) { $0 + $1.photos.count } }

    /// Removes the next photo; `nil` if none is waiting.
    mutating func next() -> String? {
        guard !accounts.isEmpty else { return nil }
        // The first account with an awaited photo comes before accounts that only have batches.
        let turn = accounts.firstIndex { $0.photos[0].isAwaited } ?? 0
        var account = accounts.remove(at: turn)
        let photo = account.photos.removeFirst()
        if !account.photos.isEmpty { accounts.append(account) }
        return photo.id
    }

    /// The number of photos ahead of it; `nil` if it is not waiting.
    func place(of id: String) -> Int? {
        guard contains(id) else { return nil }
        var rest = self
        return (0...).first { _ in rest.next() == id }
    }
}
#endif
