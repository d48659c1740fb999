// What a photo may cost before it is given up.
import CConfine
import Foundation

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

    /// What each of so many workers may take, in bytes: together three quarters of the machine's memory, but at least
    /// enough for the photos of any camera.
    public static func shareOfMemory(jobs: Int) -> Int {
        max(512 << 20, Int(clamping: ProcessInfo.processInfo.physicalMemory) / 4 * 3 / max(1, jobs))
    }
}
