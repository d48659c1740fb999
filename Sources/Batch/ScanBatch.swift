// Many photos, several at a time: each worker reads one, answers come out in the order of the inputs, and however
// many photos there are, only a few are in memory.
import Books
import Reading
import Sandbox

/// What became of one input.
public enum ScanResult: Sendable {
    /// A photo's records, one a page.
    case photo([PhotoRecord])
    /// The name of a photo that an earlier run has read, or of a book of several: its records stay.
    case known(String, photos: Int = 1)
    /// What the photos of one book say together, and how many they are.
    case book(PhotoRecord, photos: Int)
    /// So many frames of a video show no book.
    case passed(Int)
    /// The record of an earlier run, for which no photo was read.
    case recorded(PhotoRecord, RecordPosition)
    /// The name of a file in a folder that is no photo.
    case skipped(String)
    /// A photo whose path came before; it is one photo.
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

    /// Opens the inputs and makes ready one scanner a worker; throws when either can't be done.
    ///
    /// - Parameters:
    ///   - jobs: how many photos are read at a time, 1 or more.
    ///   - grouping: which photos are one book's; `nil` answers each by itself.
    public init(
        _ inputs: PhotoInputs, options: ScanOptions, jobs: Int, grouping: PhotoGrouping? = nil
    ) throws(ScanError) {
        var scanners: [AsyncPhotoScanner] = []
        for _ in 0..<max(1, jobs) { scanners.append(try AsyncPhotoScanner(options: options)) }
        try self.init(
            inputs, workers: scanners, grouping: grouping, isStrict: options.isStrict,
            archives: LocalArchives())
    }

    /// Opens the inputs; throws when that can't be done. Workers are started as photos come.
    ///
    /// - Parameters:
    ///   - jobs: how many photos are read at a time, 1 or more.
    ///   - grouping: which photos are one book's; `nil` answers each by itself.
    ///   - isStrict: whether a book of several photos needs two witnesses, as the workers were told of each photo.
    public init(
        _ inputs: PhotoInputs, workers: ForkServer, jobs: Int, grouping: PhotoGrouping? = nil,
        isStrict: Bool = false
    ) throws(ScanError) {
        try self.init(
            inputs, workers: PhotoWorker.workers(workers, jobs: jobs), grouping: grouping,
            isStrict: isStrict, archives: ArchiveWorkers(workers))
    }

    /// - Parameters:
    ///   - workers: one at least.
    ///   - caches: what need not be read; the first that knows a photo, or a book where there is a grouping, answers.
    ///   - left: a folder that is not entered.
    ///   - isStrict: whether a book of several photos needs two witnesses.
    ///   - source: gets the photos of addresses; `nil` has them fail.
    ///   - archives: opens archives; `nil` has them fail.
    package init(
        _ inputs: PhotoInputs, workers: [any PhotoReader], caches: [any ScanCache] = [],
        leavingOut left: PhotoPath? = nil, grouping: PhotoGrouping? = nil, isStrict: Bool = false,
        source: (any PhotoSource)? = nil, archives: (any ArchiveOpener)? = nil
    ) throws(ScanError) {
        finder = try PhotoFinder(inputs, caches, leavingOut: left, grouping, archives: archives)
        self.source = source
        self.caches = caches
        // Where there is a grouping, books are known, not photos.
        self.workers = workers.map { CachingReader($0, caches: grouping == nil ? caches : []) }
        self.grouping = grouping
        self.isStrict = isStrict
    }

    /// Of received photos, which no earlier run knows.
    ///
    /// - Parameters:
    ///   - workers: one at least.
    ///   - grouping: as the photos were found by.
    package init(
        _ photos: ReceivedPhotos, workers: [any PhotoReader], grouping: PhotoGrouping?, isStrict: Bool
    ) {
        finder = PhotoFinder(photos.inputs)
        (source, caches, self.grouping, self.isStrict) = (nil, [], grouping, isStrict)
        self.workers = workers.map { CachingReader($0, caches: []) }
    }

    /// Hands out one result an input, in the inputs' order, as soon as it and all before it are there. Call it once.
    /// When the task is cancelled, what was not handed out yet is dropped.
    public func run(_ receive: @Sendable (ScanResult) async -> Void) async {
        var run = RunContext()
        await self.run(&run, receive)
    }

    /// The same as part of a run that has others.
    package func run(_ run: inout RunContext, _ receive: @Sendable (ScanResult) async -> Void) async {
        var progress = BatchProgress(workers, ahead: source?.ahead ?? 1)
        var books = BookTable(grouping, isStrict: isStrict)
        var early = caches.isEmpty ? nil : EarlyBooks(grouping, isStrict: isStrict)
        await withTaskGroup(of: Step.self) { tasks in
            while true {
                while let (place, photo, worker) = progress.nextToRead() {
                    tasks.addTask { .read(place, try? await worker.read(photo), by: worker) }
                }
                if progress.beginFinding() { tasks.addTask { .found(await finder.next()) } }
                guard let step = await tasks.next() else { break }
                switch step {
                case .found(let inputs):
                    if inputs.isEmpty { tell(early?.end()) }
                    progress.endFinding(hasMore: !inputs.isEmpty)
                    for input in inputs {
                        let place = progress.begin()
                        tell(early?.take(input, at: place))
                        if case .photo(let photo) = input {
                            fetch(photo, at: place, &progress, &tasks)
                        } else {
                            progress.finish(place, input.outcome)
                        }
                    }
                case .fetched(let place, let photo): progress.endFetching(photo, at: place)
                case .read(let place, let outcome, let worker):
                    guard let outcome else { return }
                    tell(early?.take(outcome, at: place))
                    progress.endReading(place, outcome, by: worker)
                }
                while let outcome = progress.nextDue() {
                    for result in books.take(outcome, &run) { await receive(run.completed(result)) }
                }
            }
            for result in books.end() { await receive(run.completed(result)) }
        }
    }

    /// What a task of a batch has done.
    private enum Step: Sendable {
        /// Nothing at the end.
        case found([PhotoInput])
        case fetched(Int, Photo)
        /// No outcome when the run was cancelled.
        case read(Int, PhotoOutcome?, by: CachingReader)
    }

    /// A photo at an address is fetched before it is read.
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

    /// Tells the caches of a book before its turn comes.
    private func tell(_ book: PhotoRecord?) {
        guard let book else { return }
        for cache in caches { cache.didRead([book]) }
    }
}

/// Finds the next photo. That waits for disks and pipes, so it is done beside reading them.
actor PhotoFinder {
    private static let batch = 256

    private var cursor: InputCursor
    /// Where photos are known by their books, not by themselves.
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

    /// The next photo, and before it those that are known, many at once: each way here and back takes longer than to find
    /// one. Empty at the end.
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
