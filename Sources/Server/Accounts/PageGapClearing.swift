#if Server
// Removes the last traces of deleted accounts from the store's file.
import Catalogue
import Logging
import ServiceLifecycle
import Synchronization

/// Rewrites the file after an account was deleted. This is not part of the request, because it takes seconds for a large
/// store; pages can be read meanwhile, and requests for changes are refused. What could not be done is tried again, also
/// after the next start.
final class PageGapClearing: Service {
    private static let interval = Duration.seconds(600)
    private static let logger = Logger(label: "bookzone")

    private let store: Store
    /// A separate thread, so that requests don't wait for one.
    private let blocking = BlockingTasks(threads: 1)
    private let request = Mutex<AsyncStream<Void>.Continuation?>(nil)

    init(_ store: Store) { self.store = store }

    /// Call it after an account was deleted.
    func begin() { _ = request.withLock { $0?.yield() } }

    func run() async throws {
        let (requests, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.request.withLock { $0 = request }
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    while !Task.isCancelled {
                        self.begin()
                        try? await Task.sleep(for: Self.interval)
                    }
                }
                for await _ in requests { await self.clear() }
                group.cancelAll()
            }
        }
    }

    private func clear() async {
        let store = store
        do {
            let isDone = try await withTaskExecutorPreference(blocking) { try store.clearPageGaps() }
            if !isDone {
                Self.logger.warning(
                    "traces of deleted accounts may remain in the store's file: it can't be rewritten now, as it is in use, or its disk or that of temporary files has no space for copies; it is tried again"
                )
            }
        } catch {
            Self.logger.error("the store's file could not be rewritten: \(error)")
        }
    }
}
#endif
