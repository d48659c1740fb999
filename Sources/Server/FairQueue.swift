#if Server
// A fair queue for expensive work: only a bounded number runs at a time, and no client can keep the others out.
import Synchronization

/// Runs work for clients, which take turns. A client is whatever the limits apply to: an account, or a network.
final class FairQueue<Client: Hashable & Sendable>: Sendable {
    struct Limits: Sendable {
        /// The most tasks running at a time, in all and for one client.
        var running: Int
        var runningOfOne: Int
        /// The most tasks waiting. Beyond that, the newest task of the client with the most tasks is rejected.
        var waiting = 32
    }

    /// Too many tasks are waiting.
    struct Busy: Error {}

    private struct State {
        var running: [Client] = []
        var waiting: [(client: Client, turn: CheckedContinuation<Void, any Error>)] = []
    }

    private let limits: Limits
    private let state = Mutex(State())

    init(_ limits: Limits) { self.limits = limits }

    /// - Throws: `Busy`; what `body` throws.
    func run<Value: Sendable>(
        for client: Client, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { turn in
            state.withLock { state in
                state.waiting.append((client, turn))
                startNext(&state)
                rejectIfFull(&state)
            }
        }
        defer {
            state.withLock { state in
                if let place = state.running.firstIndex(of: client) { state.running.remove(at: place) }
                startNext(&state)
            }
        }
        return try await body()
    }

    private func startNext(_ state: inout State) {
        guard state.running.count < limits.running else { return }
        let running = Dictionary(state.running.map { ($0, 1) }, uniquingKeysWith: +)
        // The first task of a client with the fewest running tasks.
        let mayRun = state.waiting.indices.filter {
            running[state.waiting[$0].client, default: 0] < limits.runningOfOne
        }
        let next = mayRun.min {
            running[state.waiting[$0].client, default: 0] < running[state.waiting[$1].client, default: 0]
        }
        guard let next else { return }
        let started = state.waiting.remove(at: next)
        state.running.append(started.client)
        started.turn.resume()
    }

    private func rejectIfFull(_ state: inout State) {
        guard state.waiting.count > limits.waiting else { return }
        let waiting = Dictionary(state.waiting.map { ($0.client, 1) }, uniquingKeysWith: +)
        let last = state.waiting.indices.reversed().max {
            waiting[state.waiting[$0].client, default: 0] < waiting[state.waiting[$1].client, default: 0]
        }
        if let last { state.waiting.remove(at: last).turn.resume(throwing: Busy()) }
    }
}
#endif
