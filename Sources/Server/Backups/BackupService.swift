#if Server
// Backs the catalogue up while the site is serving.
import Catalogue
import Foundation
import HTTP
import Logging
import ServiceLifecycle
import Synchronization
import Translation

/// When backups are made, and how many are kept.
public struct BackupPlan: Sendable {
    let place: any BackupPlace
    /// Seconds from one backup to the next.
    let interval: TimeInterval
    /// The number of backups that are kept; older ones are removed.
    let keep: Int

    init(place: any BackupPlace, interval: TimeInterval, keep: Int) {
        (self.place, self.interval, self.keep) = (place, interval, max(1, keep))
    }

    /// - Parameters:
    ///   - place: an existing folder, or `https://HOST/BUCKET` with an optional path after it.
    ///   - store: the path of the store.
    /// - Throws: `Problem`.
    public init(place: String, every interval: TimeInterval, keep: Int, store: String) throws {
        guard place.contains("://") else {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), isFolder.boolValue
            else { throw Problem.noFolder(place) }
            guard access(place, W_OK | X_OK) == 0 else { throw Problem.notWritable(place) }
            self.init(place: BackupFolder(path: place), interval: interval, keep: keep)
            return
        }
        guard let address = try? WebAddress(place) else { throw Problem.noBucket(place) }
        guard address.isLoopback || place.lowercased().hasPrefix("https:") else {
            throw Problem.notEncrypted(place)
        }
        guard let key = SigningKeyPair() else { throw Problem.noKey(place) }
        guard let bucket = try? BackupBucket(place, key: key, draft: "\(store).backup") else {
            throw Problem.noBucket(place)
        }
        self.init(place: bucket, interval: interval, keep: keep)
    }

    /// Why backups are impossible with these options.
    public enum Problem: Error, CustomStringConvertible, Sendable {
        case noFolder(String)
        case notWritable(String)
        case noKey(String)
        case noBucket(String)
        case notEncrypted(String)

        public var description: String {
            switch self {
            case .noFolder(let place):
                "--backup \(place): there is no such folder; make it, or mount its disk"
            case .notWritable(let place): "--backup \(place): nothing can be written there; change its rights"
            case .noKey(let place):
                "--backup \(place): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to the bucket's access key"
            case .noBucket(let place): "--backup takes a folder or https://HOST/BUCKET, not \(place)"
            case .notEncrypted(let place):
                "--backup \(place): without https, anybody on the network can read the password hashes; use https"
            }
        }
    }

    /// Seconds until a failed backup is tried again.
    var retry: TimeInterval { min(interval / 4, 900) }
}

final class BackupService: Service {
    /// The result of the latest backup.
    struct State: Sendable {
        var last: BackupFile?
        /// Why the last attempt failed; `nil` if it succeeded.
        var failure: (date: Date, reason: Phrase)?
    }

    let plan: BackupPlan
    private let store: String
    private static let logger = Logger(label: "bookzone.backup")
    private let known = Mutex(State())
    /// A thread of its own: a backup takes long, and must not delay requests.
    private let blocking = BlockingTasks(threads: 1)

    /// - Parameter store: the path of the store.
    init(_ plan: BackupPlan, store: String) { (self.plan, self.store) = (plan, store) }

    var state: State { known.withLock { $0 } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var due = await self.firstTime()
            while !Task.isCancelled {
                // In short waits, since the clock may be set and the machine may be suspended.
                let wait = min(max(due.timeIntervalSinceNow, 0), 60)
                if wait > 0 {
                    try? await Task.sleep(for: .seconds(wait))
                } else {
                    due = await self.backUp()
                }
            }
        }
    }

    /// When the next backup is due, given the latest existing one.
    private func firstTime() async -> Date {
        do {
            let now = Date.now
            let last = try await withTaskExecutorPreference(blocking) { try await plan.place.backups() }
                .filter { $0.name.date <= now }.max { $0.name.date < $1.name.date }
            known.withLock { $0.last = last }
            return last.map { $0.name.date + plan.interval } ?? now
        } catch {
            fail(error)
            return .now + plan.retry
        }
    }

    /// Makes a backup, and removes the oldest ones if there are too many.
    ///
    /// - Returns: when the next one is due.
    func backUp() async -> Date {
        let now = Date.now
        do {
            try await withTaskExecutorPreference(blocking) {
                // A connection of its own, so that the site can write meanwhile.
                let made = try await plan.place.write(Store(path: store), as: BackupName(now))
                known.withLock { $0 = State(last: made) }
                Self.logger.info("backed up to \(plan.place.name): \(made.name.text), \(made.bytes) bytes")
                try await removeOld(besides: made.name)
            }
            return now + plan.interval
        } catch {
            fail(error)
            return .now + plan.retry
        }
    }

    /// Never removes the new backup, even if older ones have later dates because a clock was wrong.
    private func removeOld(besides made: BackupName) async throws {
        let others = try await plan.place.backups().map(\.name).filter { $0 != made }
        for name in others.sorted(by: { $0.date > $1.date }).dropFirst(plan.keep - 1) {
            try await plan.place.remove(name)
        }
    }

    private func fail(_ error: any Error) {
        guard !Task.isCancelled else { return }
        let reason = BackupFailure.reason(of: error, place: plan.place.name)
        known.withLock { $0.failure = (.now, reason) }
        Self.logger.error("the backup failed: \(Language.english(reason))")
    }
}
#endif
