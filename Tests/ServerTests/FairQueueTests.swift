#if Server
// Expensive work of one account does not delay others.
import Books
import Catalogue
import HTTP
import Lookup
import Providers
import Servers
import TestSupport
import Testing

@testable import Server

@Suite(.timeLimit(.minutes(30))) struct FairQueueTests {
    @Test func `one client runs two at a time, and others have their turn`() async throws {
        let queue = FairQueue<String>(.init(running: 8, runningOfOne: 2))
        let (begins, begun) = AsyncStream.makeStream(of: String.self)
        var began = begins.makeAsyncIterator()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try? await queue.run(for: "Maria") {
                        begun.yield("Maria")
                        try await Task.sleep(for: .seconds(3600))
                    }
                }
            }
            for _ in 0..<2 { #expect(await began.next() == "Maria") }
            for number in 0..<20 {
                try? await queue.run(for: "Tom \(number)") { _ = begun.yield("Tom") }
                #expect(await began.next() == "Tom")
            }
            group.cancelAll()
        }
    }

    @Test func `too much work of one client is refused, and others' is not`() async throws {
        let queue = FairQueue<String>(.init(running: 1, runningOfOne: 1, waiting: 4))
        let (refusals, refused) = AsyncStream.makeStream(of: String.self)
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        var isRefused = refusals.makeAsyncIterator()
        let done = await withTaskGroup(of: String?.self) { group in
            func add(_ client: String, _ body: @escaping @Sendable () async throws -> Void = {}) {
                group.addTask {
                    do {
                        try await queue.run(for: client, body)
                        return client
                    } catch {
                        if error is FairQueue<String>.Busy { refused.yield(client) }
                        return nil
                    }
                }
            }
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            add("Maria") {
                begun.yield()
                _ = await ends.first { true }
            }
            _ = await begins.first { true }
            for _ in 0..<6 { add("Maria") }
            for _ in 0..<2 { #expect(await isRefused.next() == "Maria") }
            // If she adds one more, another account gets room.
            add("Tom")
            #expect(await isRefused.next() == "Maria")
            end.finish()
            return await group.reduce(into: [:]) { $0[$1 ?? "refused", default: 0] += 1 }
        }
        #expect(done == ["Maria": 4, "Tom": 1, "refused": 3])
    }

    @Test func `title searches of one account don't keep others from looking books up`() async throws {
        let library = try LoopbackServer { _ in ServerAnswer(body: .silence) }
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("store.sqlite").path, readers: 4)
        var options = HTTPOptions(program: "BookZone")
        options.timeout = .seconds(600)
        let sources = try SourceSet(
            options, keys: ["openlibrary"], addresses: ["openlibrary": library.address])
        let scheduler = LookupScheduler(store, BlockingTasks(threads: 4)) { store, isKept in
            BookLookup(
                store: store, sources: sources, person: "", isOffline: isKept, savesResults: isKept)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    _ = try? await scheduler.editions(title: "heron", author: nil, limit: 1, for: 1)
                }
            }
            while library.requests.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
            let isbn = try ISBN("9780306406157")
            let answers = try await scheduler.answers([isbn], asking: .missing, for: 2, isKept: true)
            #expect(answers.map(\.isbn) == [isbn])
            group.cancelAll()
        }
    }
}
#endif
