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

    /// What each of so many workers may take, in bytes: together three quarters of the memory that this process may use,
    /// but at least enough for the photos of any camera, where there is so much.
    public static func shareOfMemory(jobs: Int, of share: MachineLimits = .current) -> Int {
        let all = share.memory / 4 * 3
        return max(all / max(1, jobs), min(512 << 20, all))
    }
}
