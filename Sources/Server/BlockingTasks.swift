#if Server
// The store, and what asks it on the way, block: they run on threads of their own, so that neither event loops nor the
// threads that Swift shares among all tasks wait for a disk.
import NIOPosix

/// A bounded number of threads that tasks may prefer.
final class BlockingTasks: TaskExecutor {
    private let pool: NIOThreadPool

    init(threads: Int) {
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
#endif
