#if Server
// Backs the catalogue up while the site is serving.
import Books
import Catalogue
import Formats
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

    /// - Parameter place: an existing folder, or `https://HOST/BUCKET` with an optional path after it.
    /// - Throws: `Problem`.
    public init(place: String, every interval: TimeInterval, keep: Int, store: String) throws {
        guard place.contains("://") else {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), isFolder.boolValue
            else { throw Problem.noFolder(place) }
            guard access(place, W_OK | X_OK) == 0 else { throw Problem.notWritable(place) }
            if place.isInside(Store.photos(besideStore: store)) { throw Problem.amongPhotos(place) }
            self.init(place: BackupFolder(path: place), interval: interval, keep: keep)
            return
        }
        guard let address = try? WebAddress(place) else { throw Problem.noBucket(place) }
        guard address.isLoopback || place.lowercased().hasPrefix("https:") else {
            throw Problem.notEncrypted(place)
        }
        guard let key = SigningKeyPair() else { throw Problem.noKey(place) }
        guard let bucket = try? BackupBucket(place, key: key) else {
            throw Problem.noBucket(place)
        }
        self.init(place: bucket, interval: interval, keep: keep)
    }

    /// Why backups are impossible with these options.
    public enum Problem: Error, CustomStringConvertible, Sendable {
        case noFolder(String)
        case notWritable(String)
        /// Files there that are no photos are removed after an hour.
        case amongPhotos(String)
        case noKey(String)
        case noBucket(String)
        case notEncrypted(String)

        /// Whether the value of the option is wrong wherever the site runs.
        public var isOfValue: Bool {
            switch self {
            case .noBucket, .notEncrypted: true
            case .noFolder, .notWritable, .amongPhotos, .noKey: false
            }
        }

        public var description: String {
            switch self {
            case .noFolder(let place):
                "--backup \(place): there is no such folder; make it, or mount its disk"
            case .notWritable(let place): "--backup \(place): nothing can be written there; change its rights"
            case .amongPhotos(let place):
                "--backup \(place): the site keeps its photos there, and removes other files; use another folder"
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
        /// Why old backups were not removed after the last one was made; `nil` if they were.
        var removalFailure: Phrase?
    }

    let plan: BackupPlan
    private let store: String
    private static let logger = Logger(label: "bookzone.backup")
    private let known = Mutex(State())
    /// A thread of its own: a backup takes long, and must not delay requests.
    private let blocking = BlockingTasks(threads: 1)
    private let clock: @Sendable () -> Date

    /// - Parameter clock: the machine's, which may be set at any time.
    init(_ plan: BackupPlan, store: String, clock: @escaping @Sendable () -> Date = { .now }) {
        (self.plan, self.store, self.clock) = (plan, store, clock)
    }

    var state: State { known.withLock { $0 } }

    /// Seconds since the latest backup, 0 for one that is dated in the future; `nil` if there is none.
    var age: Int? { state.last.map { max(0, Int(clock().timeIntervalSince($0.name.date))) } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var due = await self.firstTime()
            while !Task.isCancelled {
                // In short waits, since the machine may be suspended.
                let wait = min(due - .now, .seconds(60))
                if wait > .zero {
                    try? await Task.sleep(for: wait)
                } else {
                    due = await self.backUp()
                }
            }
        }
    }

    /// When the next backup is due, given the latest existing one. From then on the machine's clock, which may be set, has
    /// no influence.
    func firstTime() async -> ContinuousClock.Instant {
        do {
            let now = clock()
            let last = try await withTaskExecutorPreference(blocking) { try await plan.place.backups() }
                .filter { $0.name.date <= now }.max { $0.name.date < $1.name.date }
            known.withLock { $0.last = last }
            return .now + .seconds(last.map { ($0.name.date + plan.interval).timeIntervalSince(now) } ?? 0)
        } catch {
            fail(error)
            return .now + .seconds(plan.retry)
        }
    }

    /// Makes a backup, and removes the oldest ones if there are too many.
    ///
    /// - Returns: when the next one is due.
    func backUp() async -> ContinuousClock.Instant {
        let (start, now) = (ContinuousClock.now, clock())
        do {
            try await withTaskExecutorPreference(blocking) {
                // Before anything is written: a place that can't be listed would fill up with unverified backups.
                let earlier = try await plan.place.backups().map(\.name)
                // A connection of its own, so that the site can write meanwhile.
                let made = try await plan.place.write(
                    Store(path: store, ifMissing: .refuse), as: BackupName(now))
                known.withLock { $0 = State(last: made) }
                Self.logger.info("backed up to \(plan.place.name): \(made.name.text), \(made.bytes) bytes")
                await removeOld(earlier.filter { $0 != made.name }, at: now)
            }
            return start + .seconds(plan.interval)
        } catch {
            fail(error)
            return .now + .seconds(plan.retry)
        }
    }

    /// Those that are dated in the future, because a clock was wrong, count as the oldest. Where they can't be removed, as
    /// with a key that may not delete, the new backup is made all the same.
    ///
    /// - Parameter others: all but the new backup.
    private func removeOld(_ others: [BackupName], at now: Date) async {
        let others = others.sorted { $0.date > $1.date }
        let (past, future) = (others.filter { $0.date <= now }, others.filter { $0.date > now })
        do {
            for name in (past + future).dropFirst(plan.keep - 1) { try await plan.place.remove(name) }
        } catch {
            guard !Task.isCancelled else { return }
            let reason = BackupFailure.reason(of: error, place: plan.place.name)
            known.withLock { $0.removalFailure = reason }
            Self.logger.error("old backups can't be removed: \(Language.english(reason))")
        }
    }

    private func fail(_ error: any Error) {
        guard !Task.isCancelled else { return }
        let reason = BackupFailure.reason(of: error, place: plan.place.name)
        known.withLock { $0.failure = (clock(), reason) }
        Self.logger.error("the backup failed: \(Language.english(reason))")
    }
}
#endif
