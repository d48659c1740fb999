#if Server
// What takes long is not counted for each reader.
import Synchronization
import Testing

@testable import Server

struct CountCacheTests {
    /// Counts how often it was asked.
    private final class Counter: Sendable {
        private let times = Mutex(0)
        func next() -> Int {
            times.withLock {
                $0 += 1
                return $0
            }
        }
    }

    @Test func `what takes long is kept, for each key`() async throws {
        let (cache, counter) = (CountCache<String, Int>(quick: .zero), Counter())
        for (key, count) in [("a", 1), ("a", 1), ("b", 2), ("a", 1)] {
            #expect(try await cache.value(for: key) { counter.next() } == count)
        }
    }

    @Test func `what is quick is counted each time`() async throws {
        let (cache, counter) = (CountCache<String, Int>(quick: .seconds(3600)), Counter())
        for count in 1...3 { #expect(try await cache.value(for: "a") { counter.next() } == count) }
    }

    @Test(.timeLimit(.minutes(5))) func `an old count is shown while a new one is made`() async throws {
        let (cache, counter) = (CountCache<String, Int>(quick: .zero, age: .zero), Counter())
        for _ in 1...2 { #expect(try await cache.value(for: "a") { counter.next() } == 1) }
        while try await cache.value(for: "a", count: { counter.next() }) == 1 { await Task.yield() }
    }

    @Test func `a count that fails is not kept`() async throws {
        let cache = CountCache<String, Int>(quick: .zero)
        await #expect(throws: CancellationError.self) {
            try await cache.value(for: "a") { throw CancellationError() }
        }
        #expect(try await cache.value(for: "a") { 1 } == 1)
    }
}
#endif
