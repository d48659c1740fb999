#if Server
// Counts of the whole catalogue, which take long in a large one.
import Synchronization

/// Counts that are made quickly are made each time. Others are kept for a day, and made anew in the background when they
/// are ten minutes old, so that few readers wait.
final class CountCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var made: ContinuousClock.Instant
    }

    /// Every reader can choose keys, such as dates.
    private static var mostEntries: Int { 100 }
    private let quick: Duration
    private let age: Duration
    private static var lifetime: Duration { .seconds(86_400) }
    private let entries = Mutex<[Key: Entry]>([:])

    init(quick: Duration = .milliseconds(20), age: Duration = .seconds(600)) {
        (self.quick, self.age) = (quick, age)
    }

    func value(for key: Key, count: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (known, isOld) = entries.withLock { entries -> (Value?, Bool) in
            guard let entry = entries[key] else { return (nil, false) }
            let passed = entry.made.duration(to: .now)
            guard passed < Self.lifetime else { return (nil, false) }
            let isOld = passed >= age
            // Others need not do the same.
            if isOld { entries[key]?.made = .now }
            return (entry.value, isOld)
        }
        guard let known else { return try await counted(key, count) }
        // Detached: it goes on if the reader leaves.
        if isOld { Task.detached { try await self.counted(key, count) } }
        return known
    }

    @discardableResult
    private func counted(_ key: Key, _ count: () async throws -> Value) async throws -> Value {
        let start = ContinuousClock.now
        let value = try await count()
        let isQuick = start.duration(to: .now) < quick
        entries.withLock { entries in
            if entries.count >= Self.mostEntries { entries.removeAll() }
            entries[key] = isQuick ? nil : Entry(value: value, made: .now)
        }
        return value
    }
}
#endif
