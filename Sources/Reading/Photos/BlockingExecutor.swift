// Reading photos and waiting for pipes block for long. An actor on a queue of its own leaves the threads that Swift
// shares among all tasks alone.
import Dispatch

/// Runs an actor's work on one serial queue.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
