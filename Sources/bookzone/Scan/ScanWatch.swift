// `scan --watch`: scans folders whenever something in them changes, and at intervals.
import Batch
import Books
import Formatting
import Foundation
import Reading
import Sandbox
import Synchronization

extension ScanPlan {
    /// How long a file must have been unchanged.
    private static let rest = Duration.seconds(2)
    /// The interval if the system does not report changes.
    private static let pollInterval = Duration.seconds(10)

    /// Reads new photos until the program is stopped.
    ///
    /// - Parameter interval: between scans of the whole tree.
    func watch(folders: [String], _ workers: ForkServer, interval: Duration) async throws {
        await printer.hideProgress()
        let watch = try FolderWatch(folders.map { PhotoPath($0) })
        let work = Task { try await read(watch, workers, interval: interval) }
        Interrupt.first { _ in
            work.cancel()
            watch.stop()
        }
        if !isQuiet {
            Console.note("watching \(folders.joined(separator: ", ")); Ctrl-C ends it".printable)
        }
        try await work.value
    }

    /// Returns when the task is cancelled and `watch` was stopped.
    private func read(_ watch: FolderWatch, _ workers: ForkServer, interval: Duration) async throws {
        let settling = StablePhotos(rest: Self.rest, tracksReadPhotos: journal == nil)
        let caches = ([journal, settling, store] as [(any ScanCache)?]).compactMap(\.self)
        let reported = Mutex<Set<String>>([])
        var run = RunContext()
        var lastChance = ContinuousClock.now
        while !Task.isCancelled {
            await watch.update()
            let isChance = ContinuousClock.now - lastChance >= interval
            if isChance {
                lastChance = .now
                journal?.allowRetries(StablePhotos.maximumRetries)
            }
            settling.begin(retriesFailed: isChance)
            await printer.findLinks()
            let batch = try ScanBatch(
                inputs, workers: PhotoWorker.workers(workers, jobs: jobs), caches: caches,
                leavingOut: sorted, archives: ArchiveWorkers(workers))
            await batch.run(&run) { result in
                switch result {
                case .repeated, .skipped: return
                case .photo(let records):
                    guard let first = records.first else { return }
                    settling.finish(first.photo, hasFailed: records.contains { $0.status == .failed })
                    // A folder that can't be opened is reported once.
                    let words = "\(first.photo)\n\(first.error?.message ?? "")"
                    if first.sha256 == nil, !reported.withLock({ $0.insert(words).inserted }) { return }
                default: break
                }
                await take(result)
            }
            if Task.isCancelled { return }
            let look = await watch.needsPolling ? min(Self.pollInterval, interval) : interval
            await watch.wait(settling.isUnsettled ? .seconds(1) : look)
        }
    }
}
