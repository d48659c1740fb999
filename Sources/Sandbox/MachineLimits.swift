// The processors and memory available to this process, as limited by batch systems, containers or `taskset`.
import CConfine
import Foundation

public struct MachineLimits: Hashable, Sendable {
    /// How many processors may be used at a time, 1 at least.
    public var processors: Int
    /// In bytes.
    public var memory: Int

    /// What this process may use, as the system says now.
    public static var current: MachineLimits {
        MachineLimits(
            processors: Int(confine_processors()),
            memory: Int(clamping: ProcessInfo.processInfo.physicalMemory), within: ControlGroup())
    }

    /// - Parameters:
    ///   - processors: on which this process may run.
    ///   - memory: of the machine, in bytes.
    init(processors: Int, memory: Int, within group: ControlGroup) {
        // Part of a processor's time is worth a process, too.
        let time = group.processors.map { Int(min($0, 1_000_000).rounded(.up)) }
        self.processors = max(1, min(processors, time ?? .max))
        self.memory = min(memory, group.memory ?? .max)
    }
}

/// Bounds for reading one photo, beyond which it has failed.
public struct ReadingLimits: Hashable, Codable, Sendable {
    /// For a page of it, from its bytes to its record.
    public var time: Duration
    /// What its worker may allocate, in bytes; below some ten megabytes nothing can be read.
    public var memory: Int

    public init(time: Duration = .seconds(60), memory: Int) {
        self.time = time
        self.memory = memory
    }

    /// `memory`, or what this process was itself allowed when that is less.
    var allowedMemory: Int { min(memory, Int(clamping: confine_limit())) }

    /// What each of so many workers may take, in bytes: together three quarters of the memory that this process may use,
    /// but at least enough for the photos of any camera, where there is so much.
    public static func shareOfMemory(jobs: Int, of share: MachineLimits = .current) -> Int {
        let all = share.memory / 4 * 3
        return max(all / max(1, jobs), min(512 << 20, all))
    }
}
