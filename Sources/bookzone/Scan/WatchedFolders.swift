// `--watch`: photos in folders are read as they arrive, whenever something changes and at intervals.
import Batch
import Books
import Formatting
import Foundation
import Output
import Reading
import Sandbox
import Synchronization

/// Folders that are watched until the program is stopped.
struct WatchedFolders: Sendable {
    /// How long a file must have been unchanged.
    private static let rest = Duration.seconds(2)
    /// The interval if the system does not report changes.
    private static let pollInterval = Duration.seconds(10)

    let paths: [String]
    /// Between scans of the whole tree.
    let interval: Duration
    /// To be one of each batch's caches.
    let settling: StablePhotos

    /// - Parameter tracksReadPhotos: see `StablePhotos.init(rest:tracksReadPhotos:)`.
    init(_ paths: [String], interval: Duration = .seconds(300), tracksReadPhotos: Bool = true) {
        (self.paths, self.interval) = (paths, interval)
        settling = StablePhotos(rest: Self.rest, tracksReadPhotos: tracksReadPhotos)
    }

    /// Reads new photos until the program is stopped.
    ///
    /// - Parameters:
    ///   - batch: makes the batch for one look at the folders; the argument is whether photos that failed may be read again.
    ///   - end: called after each look.
    ///   - take: gets the results of new photos.
    func read(
        isQuiet: Bool = false, _ batch: @escaping @Sendable (Bool) async throws -> ScanBatch,
        end: @escaping @Sendable () async throws -> Void = {},
        take: @escaping @Sendable (ScanResult) async -> Void
    ) async throws {
        let watch = try FolderWatch(paths.map { PhotoPath($0) })
        let work = Task { try await read(watch, batch, end, take) }
        Interrupt.first { _ in
            work.cancel()
            watch.stop()
        }
        if !isQuiet {
            Console.note("watching \(paths.map(\.shownPath).joined(separator: ", ")); Ctrl-C ends it")
        }
        try await work.value
    }

    /// Returns when the task is cancelled and `watch` was stopped.
    private func read(
        _ watch: FolderWatch, _ batch: @Sendable (Bool) async throws -> ScanBatch,
        _ end: @Sendable () async throws -> Void, _ take: @Sendable (ScanResult) async -> Void
    ) async throws {
        let reported = Mutex<Set<[UInt8]>>([])
        var run = RunContext()
        var lastChance = ContinuousClock.now
        while !Task.isCancelled {
            await watch.update()
            let isChance = ContinuousClock.now - lastChance >= interval
            if isChance { lastChance = .now }
            settling.begin(retriesFailed: isChance)
            await (try batch(isChance)).run(&run) { result in
                switch result {
                case .repeated, .skipped: return
                case .photo(let records):
                    guard let first = records.first else { return }
                    settling.finish(first.photo, hasFailed: records.contains { $0.status == .failed })
                    // What can't be opened, such as a folder, is reported once, and a photo after its last try again,
                    // when it is moved.
                    let words = "\(first.photo)\n\(first.error?.message ?? "")"
                    if first.sha256 == nil, settling.retries(first.photo),
                        !reported.withLock({ $0.insert(Array(words.utf8)).inserted })
                    {
                        return
                    }
                default: break
                }
                await take(result)
            }
            try await end()
            if Task.isCancelled { return }
            let look = await watch.needsPolling ? min(Self.pollInterval, interval) : interval
            await watch.wait(settling.isUnsettled ? .seconds(1) : look)
        }
    }
}

extension ScanPlan {
    /// Reads new photos until the program is stopped.
    func watch(folders: [String], _ workers: ForkServer, interval: Duration) async throws {
        await printer.hideProgress()
        let folders = WatchedFolders(folders, interval: interval, tracksReadPhotos: journal == nil)
        await printer.leaveFailed { [journal, settling = folders.settling] photo in
            settling.retries(photo) && journal?.retries(photo, StablePhotos.maximumRetries) != false
        }
        let caches = ([journal, folders.settling, store] as [(any ScanCache)?]).compactMap(\.self)
        try await folders.read(isQuiet: isQuiet) { retriesFailed in
            if retriesFailed { journal?.allowRetries(StablePhotos.maximumRetries) }
            await printer.findLinks()
            return try ScanBatch(
                inputs, workers: PhotoWorker.workers(workers, jobs: jobs), caches: caches,
                leavingOut: sorted, archives: ArchiveWorkers(workers))
        } take: {
            await take($0)
        }
    }
}
