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
