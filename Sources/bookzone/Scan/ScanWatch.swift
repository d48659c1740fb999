// `scan --watch`: the folders are looked through whenever something changes in them, and every few minutes anyway.
import Batch
import Books
import Formatting
import Foundation
import Reading
import Sandbox
import Synchronization

/// Reads photos as they come.
struct ScanWatch {
    let inputs: PhotoInputs
    /// Of the whole tree.
    let interval: Duration
    let journal: RecordJournal?
    /// What need not be read, besides the journal.
    let caches: [any ScanCache]
    /// Where photos are that were sorted.
    let sorted: PhotoPath?
    /// Called before each look.
    let prepare: @Sendable () async -> Void

    /// How long a file must have been the same.
    private static let rest = Duration.seconds(2)
    /// How often is looked where the system tells of no changes.
    private static let pollInterval = Duration.seconds(10)

    /// Returns when the task is cancelled and `watch` was stopped.
    func run(
        _ watch: FolderWatch, workers: ForkServer, jobs: Int, _ receive: @Sendable (ScanResult) async -> Void
    ) async throws(ScanError) {
        let settling = StablePhotos(rest: Self.rest, tracksReadPhotos: journal == nil)
        let known: [(any ScanCache)?] = [journal, settling]
        let caches = known.compactMap(\.self) + caches
        let told = Mutex<Set<String>>([])
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
            await prepare()
            let batch = try ScanBatch(
                inputs, workers: workers, jobs: jobs, caches: caches, leavingOut: sorted)
            await batch.run(&run) { result in
                switch result {
                case .repeated, .skipped: return
                case .photo(let records):
                    guard let first = records.first else { return }
                    settling.finish(first.photo, hasFailed: records.contains { $0.status == .failed })
                    // A folder that can't be opened is said once.
                    let words = "\(first.photo)\n\(first.error?.message ?? "")"
                    if first.sha256 == nil, !told.withLock({ $0.insert(words).inserted }) { return }
                default: break
                }
                await receive(result)
            }
            if Task.isCancelled { return }
            let look = await watch.isBlind ? min(Self.pollInterval, interval) : interval
            await watch.wait(settling.isUnsettled ? .seconds(1) : look)
        }
    }
}
