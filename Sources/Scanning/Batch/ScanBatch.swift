// Many photos, several at a time: each worker reads one, answers come out in the order of the inputs, and however
// many photos there are, only a few are in memory.
import Books

/// What became of one input.
public enum ScanResult: Sendable {
    /// A photo's records, one a page.
    case photo([PhotoRecord])
    /// The name of a photo that an earlier run has read, whose records stay.
    case known(String)
    /// The record of an earlier run, for which no photo was read.
    case recorded(PhotoRecord, RecordPlace)
    /// The name of a file in a folder that is no photo.
    case skipped(String)
}

/// Reads all photos of some inputs.
public struct ScanBatch: Sendable {
    /// How many inputs may be ahead of the one that is due, for each worker: what one slow photo holds up.
    private static let windowPerWorker = 16

    private enum Step: Sendable {
        case found(PhotoInput?)
        /// No result when the run was cancelled.
        case read(place: Int, ScanResult?, by: any PhotoReader)
    }

    private let finder: PhotoFinder
    private let workers: [any PhotoReader]

    /// Opens the inputs and makes ready one scanner a worker; throws when either can't be done.
    ///
    /// - Parameter jobs: how many photos are read at a time, 1 or more.
    public init(_ inputs: PhotoInputs, options: ScanOptions, jobs: Int) throws(ScanError) {
        var scanners: [AsyncPhotoScanner] = []
        for _ in 0..<max(1, jobs) { scanners.append(try AsyncPhotoScanner(options: options)) }
        try self.init(inputs, workers: scanners)
    }

    /// - Parameters:
    ///   - workers: one at least.
    ///   - memories: what need not be read; the first that knows a photo answers.
    ///   - left: a folder that is not entered.
    package init(
        _ inputs: PhotoInputs, workers: [any PhotoReader], memories: [any PhotoMemory] = [],
        leavingOut left: PhotoPath? = nil
    ) throws(ScanError) {
        finder = try PhotoFinder(inputs, memories, leavingOut: left)
        self.workers =
            memories.isEmpty ? workers : workers.map { RememberingReader($0, memories: memories) }
    }

    /// Hands out one result an input, in the inputs' order, as soon as it and all before it are there. Call it once.
    /// When the task is cancelled, what was not handed out yet is dropped.
    public func run(_ receive: @Sendable (ScanResult) async -> Void) async {
        var run = RunMemory()
        await self.run(&run, receive)
    }

    /// The same as part of a run that has others.
    package func run(_ run: inout RunMemory, _ receive: @Sendable (ScanResult) async -> Void) async {
        await withTaskGroup(of: Step.self) { group in
            var idle = workers
            var waiting: Photo?
            var isFinding = false
            var hasMore = true
            var begun = 0
            var due = 0
            var done: [Int: ScanResult] = [:]

            while true {
                if let photo = waiting, let worker = idle.popLast() {
                    let place = begun
                    group.addTask { .read(place: place, try? await worker.scan(photo), by: worker) }
                    begun += 1
                    waiting = nil
                }
                if hasMore, !isFinding, waiting == nil,
                    begun - due < ScanBatch.windowPerWorker * workers.count
                {
                    isFinding = true
                    group.addTask { .found(await finder.next()) }
                }
                guard let step = await group.next() else { return }
                switch step {
                case .found(let input):
                    isFinding = false
                    switch input {
                    case .photo(let photo): waiting = photo
                    case .known(let name):
                        done[begun] = .known(name)
                        begun += 1
                    case .recorded(let record, let place):
                        done[begun] = .recorded(record, place)
                        begun += 1
                    case .failed(let name, let failure):
                        done[begun] = .photo([
                            PhotoRecord(photo: name, status: .failed, error: PhotoFailure(failure))
                        ])
                        begun += 1
                    case .skipped(let name):
                        done[begun] = .skipped(name)
                        begun += 1
                    case nil: hasMore = false
                    }
                case .read(let place, let result, let worker):
                    guard let result else { return }
                    idle.append(worker)
                    done[place] = result
                }
                while let result = done.removeValue(forKey: due) {
                    due += 1
                    await receive(run.completed(result))
                }
            }
        }
    }
}
