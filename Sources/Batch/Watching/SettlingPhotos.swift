// A photo is read when it has stopped growing, and once, however often its folder is looked at.
import Books
import Foundation
import Synchronization

/// Between the looks at a folder: what each file was like the last time, and which have been read as they are.
package final class SettlingPhotos: PhotoMemory {
    private struct Look {
        var stamp: FileStamp
        var since: ContinuousClock.Instant
        var isRead = false
        /// How often it failed.
        var failures = 0
    }

    private struct State {
        var looks: [String: Look] = [:]
        var isUnsettled = false
        /// Those that failed may be read again.
        var isSecondChance = false
    }

    /// How often a photo that failed is read again.
    package static let chances = 3

    private let rest: Duration
    private let remembers: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - rest: how long a file must have been the same.
    ///   - remembers: whether nobody else knows what was read.
    package init(rest: Duration, remembers: Bool) {
        self.rest = rest
        self.remembers = remembers
    }

    /// Begins a look at everything.
    ///
    /// - Parameter givesChances: whether photos that failed are to be read again.
    package func begin(givesChances: Bool) {
        state.withLock { state in
            state.isUnsettled = false
            state.isSecondChance = givesChances
        }
    }

    /// Whether the last look came to files that may still grow.
    package var isUnsettled: Bool { state.withLock(\.isUnsettled) }

    /// Whether the photo is to be passed over: it may still grow, or has been read.
    package func knows(_ name: String, _ stamp: FileStamp) -> Bool {
        state.withLock { state in
            guard let look = state.looks[name], look.stamp == stamp else {
                state.looks[name] = Look(stamp: stamp, since: .now)
                state.isUnsettled = true
                return true
            }
            if look.isRead {
                return !state.isSecondChance || look.failures == 0 || look.failures > Self.chances
            }
            if ContinuousClock.now - look.since < rest {
                state.isUnsettled = true
                return true
            }
            return false
        }
    }

    /// A file of photos is looked into when it has stopped growing, and each time again.
    package func isSettling(_ name: String, _ stamp: FileStamp) -> Bool { knows(name, stamp) }

    package func meets(_ name: String, _ stamp: FileStamp) -> Bool { false }

    package func recalled(_ name: String, sha256: String) -> ScanResult? { nil }

    /// A photo is done with.
    package func finish(_ name: String, hasFailed: Bool) {
        state.withLock { state in
            guard remembers || hasFailed else {
                state.looks[name] = nil
                return
            }
            state.looks[name]?.isRead = true
            state.looks[name]?.failures += hasFailed ? 1 : 0
        }
    }
}
