// The time and memory limits of a worker.
import CConfine

/// The limits for reading one photo. If one is exceeded, reading fails.
public struct WorkerLimits: Hashable, Codable, Sendable {
    /// For one page, from its bytes to its record.
    public var time: Duration
    /// How much its worker may allocate, in bytes; with less than about ten megabytes nothing can be read.
    public var memory: Int

    /// The default of `time`.
    public static let defaultTime = Duration.seconds(60)

    public init(time: Duration = defaultTime, memory: Int) {
        self.time = time
        self.memory = memory
    }

    /// `memory`, or this process's own limit if that is lower.
    var allowedMemory: Int { min(memory, Int(clamping: confine_limit())) }

    /// The memory limit of each worker, in bytes: all together may use three quarters of the memory available to this
    /// process, but each gets at least enough for the photos of any camera, if there is that much.
    public static func shareOfMemory(jobs: Int, of share: MachineLimits = .current) -> Int {
        let all = share.memory / 4 * 3
        return max(all / max(1, jobs), min(512 << 20, all))
    }
}
