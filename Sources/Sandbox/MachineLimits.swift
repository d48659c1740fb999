// The processors and memory available to this process, as limited by batch systems, containers or `taskset`.
import CConfine
import Foundation

public struct MachineLimits: Hashable, Sendable {
    /// How many processors may be used at a time, at least 1.
    public var processors: Int
    /// In bytes.
    public var memory: Int

    /// The current limits of this process.
    public static var current: MachineLimits {
        MachineLimits(
            processors: Int(confine_processors()),
            memory: Int(clamping: ProcessInfo.processInfo.physicalMemory), within: ControlGroup())
    }

    /// - Parameters:
    ///   - processors: on which this process may run.
    ///   - memory: of the machine, in bytes.
    init(processors: Int, memory: Int, within group: ControlGroup) {
        // Part of a processor counts as one.
        let time = group.processors.map { Int(min($0, 1_000_000).rounded(.up)) }
        self.processors = max(1, min(processors, time ?? .max))
        self.memory = min(memory, group.memory ?? .max)
    }
}

/// The limits for reading one photo; reading fails beyond.
public struct ReadingLimits: Hashable, Codable, Sendable {
    /// For one page, from its bytes to its record.
    public var time: Duration
    /// How much its worker may allocate, in bytes; with less than about ten megabytes nothing can be read.
    public var memory: Int

    public init(time: Duration = .seconds(60), memory: Int) {
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
