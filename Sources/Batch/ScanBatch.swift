// Reads many photos, several at a time: each worker reads one, and results come out in the order of the inputs.
// However many photos there are, only a few are in memory.
import Books
import Reading
import Sandbox

/// The outcome of one input.
public enum ScanResult: Sendable {
    /// A photo's records, one per page.
    case photo([PhotoRecord])
    /// A photo that an earlier run has read, or a book of several: the name. Its records stay.
    case known(String, photos: Int = 1)
    /// The combined record of a book's photos, and how many they are.
    case book(PhotoRecord, photos: Int)
    /// This many frames of a video show no book.
    case passed(Int)
    /// A record of an earlier run; no photo was read.
    case recorded(PhotoRecord, RecordPosition)
    /// A file in a folder that is not a photo; the name.
    case skipped(String)
    /// A photo whose path occurred before; the name. It counts once.
    case repeated(String)
}

/// Reads all photos of some inputs.
public struct ScanBatch: Sendable {
    private let finder: PhotoFinder
    private let workers: [CachingReader]
    private let caches: [any ScanCache]
    private let source: (any PhotoSource)?
    private let grouping: PhotoGrouping?
    private let isStrict: Bool

    /// Opens the inputs and creates one scanner per worker; throws if either fails.
    ///
    /// - Parameters:
    ///   - jobs: how many photos are read at a time, 1 or more.
    ///   - grouping: how photos are grouped by book; `nil` gives a result for each photo.
    public init(
        _ inputs: PhotoInputs, options: ScanOptions, jobs: Int, grouping: PhotoGrouping? = nil
    ) throws(ScanError) {
        var scanners: [AsyncPhotoScanner] = []
        for _ in 0..<max(1, jobs) { scanners.append(try AsyncPhotoScanner(options: options)) }
        try self.init(
            inputs, workers: scanners, grouping: grouping, isStrict: options.isStrict,
            archives: LocalArchives())
    }

    /// Opens the inputs; throws if that fails. Workers are started on demand.
    ///
    /// - Parameters:
    ///   - jobs: how many photos are read at a time, 1 or more.
    ///   - grouping: how photos are grouped by book; `nil` gives a result for each photo.
    ///   - isStrict: whether a book of several photos needs two witnesses; must be the same as the workers' option.
    public init(
        _ inputs: PhotoInputs, workers: ForkServer, jobs: Int, grouping: PhotoGrouping? = nil,
        isStrict: Bool = false
    ) throws(ScanError) {
        try self.init(
            inputs, workers: PhotoWorker.workers(workers, jobs: jobs), grouping: grouping,
            isStrict: isStrict, archives: ArchiveWorkers(workers))
    }

    /// - Parameters:
    ///   - workers: at least one.
    ///   - caches: earlier results; the first cache that has a photo, or with a grouping a book, is used.
    ///   - left: a folder that is not entered.
    ///   - isStrict: whether a book of several photos needs two witnesses.
    ///   - source: downloads photos from URLs; with `nil`, they fail.
    ///   - archives: opens archives; with `nil`, they fail.
    package init(
        _ inputs: PhotoInputs, workers: [any PhotoReader], caches: [any ScanCache] = [],
        leavingOut left: PhotoPath? = nil, grouping: PhotoGrouping? = nil, isStrict: Bool = false,
        source: (any PhotoSource)? = nil, archives: (any ArchiveOpener)? = nil
    ) throws(ScanError) {
        finder = try PhotoFinder(inputs, caches, leavingOut: left, grouping, archives: archives)
        self.source = source
        self.caches = caches
        // With a grouping, books are cached, not photos.
        self.workers = workers.map { CachingReader($0, caches: grouping == nil ? caches : []) }
        self.grouping = grouping
        self.isStrict = isStrict
    }

    /// For received photos, which no cache has.
    ///
    /// - Parameters:
    ///   - workers: at least one.
    ///   - grouping: the one with which the photos were found.
    package init(
        _ photos: ReceivedPhotos, workers: [any PhotoReader], grouping: PhotoGrouping?, isStrict: Bool
    ) {
        finder = PhotoFinder(photos.inputs)
        (source, caches, self.grouping, self.isStrict) = (nil, [], grouping, isStrict)
        self.workers = workers.map { CachingReader($0, caches: []) }
    }

    /// Hands out one result per input, in the inputs' order, as soon as it and all before it are complete. Call it
    /// once. If the task is cancelled, results that were not handed out are dropped.
    public func run(_ receive: @Sendable (ScanResult) async -> Void) async {
        var run = RunContext()
        await self.run(&run, receive)
    }

    /// The same, as part of a run that has other batches.
    package func run(_ run: inout RunContext, _ receive: @Sendable (ScanResult) async -> Void) async {
        var progress = BatchProgress(workers, ahead: source?.ahead ?? 1)
        var books = BookTable(grouping, isStrict: isStrict)
        var early = caches.isEmpty ? nil : CompletedGroups(grouping, isStrict: isStrict)
        await withTaskGroup(of: Step.self) { tasks in
            while true {
                while let (place, photo, worker) = progress.nextToRead() {
                    tasks.addTask { .read(place, try? await worker.read(photo), by: worker) }
                }
                if progress.beginFinding() { tasks.addTask { .found(await finder.next()) } }
                guard let step = await tasks.next() else { break }
                switch step {
                case .found(let inputs):
                    if inputs.isEmpty { notify(early?.end()) }
                    progress.endFinding(hasMore: !inputs.isEmpty)
                    for input in inputs {
                        let place = progress.begin()
                        notify(early?.take(input, at: place))
                        if case .photo(let photo) = input {
                            fetch(photo, at: place, &progress, &tasks)
                        } else {
                            progress.finish(place, input.outcome)
                        }
                    }
                case .fetched(let place, let photo): progress.endFetching(photo, at: place)
                case .read(let place, let outcome, let worker):
                    guard let outcome else { return }
                    notify(early?.take(outcome, at: place))
                    progress.endReading(place, outcome, by: worker)
                }
                while let outcome = progress.nextDue() {
                    for result in books.take(outcome, &run) { await receive(run.completed(result)) }
                }
            }
            for result in books.end() { await receive(run.completed(result)) }
        }
    }

    /// The result of a task in a batch.
    private enum Step: Sendable {
        /// Empty at the end.
        case found([PhotoInput])
        case fetched(Int, Photo)
        /// Without outcome if the run was cancelled.
        case read(Int, PhotoOutcome?, by: CachingReader)
    }

    /// A photo at a URL is downloaded before it is read.
    private func fetch(
        _ photo: Photo, at place: Int, _ progress: inout BatchProgress, _ tasks: inout TaskGroup<Step>
    ) {
        guard let source, photo.address != nil else {
            progress.found = (place, photo)
            return
        }
        progress.fetching += 1
        tasks.addTask { .fetched(place, await photo.fetched(from: source)) }
    }

    /// Notifies the caches of a book before its turn.
    private func notify(_ book: PhotoRecord?) {
        guard let book else { return }
        for cache in caches { cache.didRead([book]) }
    }
}

/// Finds the next photos. This waits for disks and pipes, so it runs in parallel with reading.
actor PhotoFinder {
    private static let batch = 256

    private var cursor: InputCursor
    /// Set if books are cached, not photos.
    private var books: CachedBooks?
    private let executor = BlockingExecutor(label: "bookzone.finder")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(
        _ inputs: PhotoInputs, _ caches: [any ScanCache], leavingOut left: PhotoPath?,
        _ grouping: PhotoGrouping?, archives: (any ArchiveOpener)?
    ) throws(ScanError) {
        books = grouping.flatMap { caches.isEmpty ? nil : CachedBooks(caches, $0) }
        cursor = try InputCursor(
            inputs, caches: books == nil ? caches : [], leavingOut: left, grouping,
            archives: archives)
    }

    init(_ found: [PhotoInput]) { cursor = InputCursor(found) }

    /// The next photo, after those before it that are known: many at once, because each call of the actor takes
    /// longer than finding one. Empty at the end.
    func next() -> [PhotoInput] {
        var inputs: [PhotoInput] = []
        while inputs.count < PhotoFinder.batch,
            let input = books == nil ? cursor.next() : books?.next(from: &cursor)
        {
            inputs.append(input)
            guard case .known = input else { break }
        }
        return inputs
    }
}
