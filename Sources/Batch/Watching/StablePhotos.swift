// Tracks files in watched folders: each is read once, after it has stopped changing.
import Books
import Foundation
import Reading
import Synchronization

/// What each file was like in the last scan of the folders, and which files have been read in that state.
package final class StablePhotos: ScanCache {
    private struct Snapshot {
        var stamp: FileStamp
        var since: ContinuousClock.Instant
        var isRead = false
        /// Its reading ended early, so it must rest for longer.
        var isIncomplete = false
        /// How often reading it failed.
        var failures = 0

        /// Whether it is read again.
        var mayBeRetried: Bool { (1...StablePhotos.maximumRetries).contains(failures) }
    }

    private struct State {
        var snapshots: [PhotoPath: Snapshot] = [:]
        var isUnsettled = false
        /// Whether files that failed may be read again.
        var isSecondChance = false

        /// Those that hold photos which are to be read again.
        mutating func reopenArchives() {
            for (path, snapshot) in snapshots where snapshot.mayBeRetried {
                let bytes = path.bytes
                for slash in bytes.indices where bytes[slash] == UInt8(ascii: "/") {
                    snapshots[PhotoPath(bytes: bytes[..<slash])]?.isRead = false
                }
            }
        }
    }

    /// How often a photo that failed is read again, at most.
    package static let maximumRetries = 3

    private let rest: Duration
    private let longRest: Duration
    private let tracksReadPhotos: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - rest: how long a file must have been unchanged.
    ///   - longRest: the same for one that ended early when it was read.
    ///   - tracksReadPhotos: whether this object must remember what was read; false if the journal does.
    package init(rest: Duration, longRest: Duration = .seconds(60), tracksReadPhotos: Bool) {
        self.rest = rest
        self.longRest = longRest
        self.tracksReadPhotos = tracksReadPhotos
    }

    /// Starts a scan of the folders.
    ///
    /// - Parameter retriesFailed: whether photos that failed are read again.
    package func begin(retriesFailed: Bool) {
        state.withLock { state in
            state.isUnsettled = false
            state.isSecondChance = retriesFailed
            if retriesFailed { state.reopenArchives() }
        }
    }

    /// Whether the last scan found files that may still grow.
    package var isUnsettled: Bool { state.withLock(\.isUnsettled) }

    /// Whether to skip the photo: it may still grow, or has been read.
    package func isKnown(_ name: String, _ stamp: FileStamp) -> Bool {
        state.withLock { state in
            guard let snapshot = state.snapshots[PhotoPath(name)], snapshot.stamp == stamp else {
                state.snapshots[PhotoPath(name)] = Snapshot(stamp: stamp, since: .now)
                state.isUnsettled = true
                return true
            }
            if snapshot.isRead { return !state.isSecondChance || !snapshot.mayBeRetried }
            if ContinuousClock.now - snapshot.since < (snapshot.isIncomplete ? longRest : rest) {
                state.isUnsettled = true
                return true
            }
            return false
        }
    }

    package func canSkip(archive name: String, _ stamp: FileStamp) -> Bool { isKnown(name, stamp) }

    /// Members don't change by themselves, so they need not settle.
    package func isKnown(member name: String, _ stamp: FileStamp) -> Bool {
        state.withLock { state in
            guard let snapshot = state.snapshots[PhotoPath(name)], snapshot.stamp == stamp else {
                state.snapshots[PhotoPath(name)] = Snapshot(stamp: stamp, since: .now - longRest)
                return false
            }
            return snapshot.isRead && !(state.isSecondChance && snapshot.mayBeRetried)
        }
    }

    package func didFinish(archive name: String, _ stamp: FileStamp) {
        state.withLock { $0.snapshots[PhotoPath(name)]?.isRead = true }
    }

    package func mayBeKnown(_ name: String, _ stamp: FileStamp) -> Bool { false }

    package func cached(_ name: String, sha256: String) -> ScanResult? { nil }

    /// If it is empty or ended early, and its file was written a short time ago.
    package func postpones(_ records: [PhotoRecord]) -> Bool {
        guard let name = records.first(where: \.isIncomplete)?.photo else { return false }
        return state.withLock { state in
            guard let snapshot = state.snapshots[PhotoPath(name)],
                ContinuousClock.now - snapshot.since < longRest,
                Date.now.timeIntervalSince1970 - Double(snapshot.stamp.modified) < longRest / .seconds(1)
            else { return false }
            state.snapshots[PhotoPath(name)]?.isIncomplete = true
            state.isUnsettled = true
            return true
        }
    }

    /// Whether a photo that failed is read again, counting only how often it was read here.
    package func retries(_ name: String) -> Bool {
        state.withLock { ($0.snapshots[PhotoPath(name)]?.failures ?? 0) <= Self.maximumRetries }
    }

    /// Marks a photo as read.
    package func finish(_ name: String, hasFailed: Bool) {
        state.withLock { state in
            guard tracksReadPhotos || hasFailed else {
                state.snapshots[PhotoPath(name)] = nil
                return
            }
            state.snapshots[PhotoPath(name)]?.isRead = true
            state.snapshots[PhotoPath(name)]?.failures += hasFailed ? 1 : 0
        }
    }
}
