// What a worker's end means for its photo.
import Foundation
import Reading

extension ScanError {
    /// - Parameter end: how the worker ended, as `ForkServer.end` has it; `nil` when nobody knows.
    init(_ failure: WorkerFailure, _ limits: ReadingLimits, end: Int32?) {
        self =
            switch failure {
            case .notStarted(let errno): .noWorker(errno)
            case .late: .tookLonger(than: limits.time)
            case .ended where end == -WorkerLoop.withoutMemory: .neededMore(than: limits.allowedMemory)
            case .ended, .cancelled: .crashed(signal: end.flatMap { $0 > 0 ? $0 : nil })
            }
    }
}
