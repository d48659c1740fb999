// How much of the machine is this process's to use: fewer processors and less memory than there are, where a batch system,
// a container or `taskset` says so.
import CConfine
import Foundation

public struct MachineShare: Hashable, Sendable {
    /// How many processors may be used at a time, 1 at least.
    public var processors: Int
    /// In bytes.
    public var memory: Int

    /// What this process may use, as the system says now.
    public static var current: MachineShare {
        MachineShare(
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
