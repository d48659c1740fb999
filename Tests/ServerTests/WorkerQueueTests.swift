#if Server
// Workers are assigned in turns, and a client that leaves the queue delays nobody.
import Synchronization
import Testing

@testable import Server

/// Records messages of several tasks in order.
final class Sayings: Sendable {
    private let said = Mutex<[String]>([])

    func say(_ words: String) { said.withLock { $0.append(words) } }

    var all: [String] { said.withLock(\.self) }
}

struct WorkerQueueTests {
    /// Waits for something that another task does soon.
    private static func until(_ isSo: () -> Bool) async throws {
        for _ in 0..<6000 where !isSo() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(isSo())
    }

    /// - Returns: after the task has entered the queue as the given number.
    private static func enter(
        _ queue: WorkerQueue<Int>, _ account: Int64, isAwaited: Bool = false, as count: Int,
        _ body: @escaping @Sendable () -> Void = {}
    ) async throws -> Task<Void, any Error> {
        let task = Task { try await queue.withWorker(for: account, isAwaited: isAwaited) { _ in body() } }
        try await until { queue.count == count }
        return task
    }

    @Test func `accounts take turns at one worker`() async throws {
        let queue = WorkerQueue([1])
        let order = Sayings()
        var tasks: [Task<Void, any Error>] = []
        try await queue.withWorker(for: 0, isAwaited: true) { _ async throws(CancellationError) in
            do {
                for (count, name) in ["a1", "a2", "a3", "b1", "b2"].enumerated() {
                    tasks.append(
                        try await Self.enter(queue, name.hasPrefix("a") ? 1 : 2, as: count + 1) {
                            order.say(name)
                        })
                }
                tasks.append(
                    try await Self.enter(queue, 3, isAwaited: true, as: 6) {
                        order.say("c")
                    })
            } catch { Issue.record(error) }
        }
        for task in tasks { try await task.value }
        #expect(order.all == ["c", "a1", "b1", "a2", "b2", "a3"])
        #expect(queue.count == 0)
    }

    @Test func `a cancelled task leaves the queue, and the next has its turn`() async throws {
        let queue = WorkerQueue([1])
        let served = Sayings()
        var last: Task<Void, any Error>?
        try await queue.withWorker(for: 0, isAwaited: true) { _ async throws(CancellationError) in
            do {
                let leaving = try await Self.enter(queue, 1, as: 1) { served.say("left") }
                last = try await Self.enter(queue, 2, as: 2) { served.say("stayed") }
                leaving.cancel()
                await #expect(throws: CancellationError.self) { try await leaving.value }
                #expect(queue.count == 1)
            } catch { Issue.record(error) }
        }
        try await last?.value
        #expect(served.all == ["stayed"])
    }

    @Test func `of many that come and leave none is lost and no worker twice lent`() async throws {
        let queue = WorkerQueue(Array(0..<3))
        let served = Sayings()
        let lent = (0..<3).map { _ in Sayings() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let task = Task {
                        try await queue.withWorker(for: Int64(number % 7), isAwaited: number % 2 == 0) {
                            worker in
                            lent[worker].say("begin")
                            await Task.yield()
                            lent[worker].say("end")
                            served.say("\(number)")
                        }
                    }
                    if number % 3 == 0 { task.cancel() }
                    return (try? await task.value) != nil
                }
            }
            let ended = try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            #expect(ended == served.all.count && ended >= 200)
        }
        for said in lent.map(\.all) {
            #expect(said.indices.allSatisfy { said[$0] == ($0 % 2 == 0 ? "begin" : "end") })
        }
        #expect(queue.count == 0)
        // All are idle again.
        for _ in 0..<3 { try await queue.withWorker(for: 1, isAwaited: true) { _ in } }
    }

    @Test func `a photo that waits already is not put in twice`() async throws {
        let queue = WorkerQueue<Int>([])
        #expect(queue.enqueue("a", of: 1, isAwaited: true) { _ in })
        #expect(!queue.enqueue("a", of: 1, isAwaited: true) { _ in })
        #expect(queue.enqueue("b", of: 1, isAwaited: false) { _ in })
        #expect(queue.count == 2 && queue.place(of: "a") == 0 && queue.place(of: "b") == 1)
    }
}
#endif
