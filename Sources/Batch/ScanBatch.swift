// Many photos, several at a time: each worker reads one, answers come out in the order of the inputs, and however
// many photos there are, only a few are in memory.
import Books
import Reading

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
    /// How many inputs may be ahead of the one that is due, for each worker: what one slow photo holds up.
    private static let windowPerWorker = 16

    private enum Step: Sendable {
        /// Nothing at the end.
        case found([PhotoInput])
        case fetched(place: Int, Photo)
        /// No outcome when the run was cancelled.
        case read(place: Int, PhotoOutcome?, by: CachingReader)
    }

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

    /// Hands out one result an input, in the inputs' order, as soon as it and all before it are there. Call it once.
    /// When the task is cancelled, what was not handed out yet is dropped.
    public func run(_ receive: @Sendable (ScanResult) async -> Void) async {
        var run = RunContext()
        await self.run(&run, receive)
    }

    /// The same as part of a run that has others.
    package func run(_ run: inout RunContext, _ receive: @Sendable (ScanResult) async -> Void) async {
        await withTaskGroup(of: Step.self) { group in
            var idle = workers
            var waiting: Photo?
            /// Photos on their way here, and those that have come, with their places.
            var coming = 0
            var fetched: [(place: Int, photo: Photo)] = []
            var isFinding = false
            var hasMore = true
            var begun = 0
            var due = 0
            var done: [Int: PhotoOutcome] = [:]
            var books = BookTable(grouping, isStrict: isStrict)
            var early = caches.isEmpty ? nil : EarlyBooks(grouping, isStrict: isStrict)

            while true {
                while let next = fetched.first, let worker = idle.popLast() {
                    fetched.removeFirst()
                    group.addTask {
                        .read(place: next.place, try? await worker.read(next.photo), by: worker)
                    }
                }
                if let photo = waiting, let worker = idle.popLast() {
                    let place = begun
                    group.addTask { .read(place: place, try? await worker.read(photo), by: worker) }
                    begun += 1
                    waiting = nil
                }
                if hasMore, !isFinding, waiting == nil, coming + fetched.count < source?.ahead ?? 1,
                    begun - due < ScanBatch.windowPerWorker * workers.count
                {
                    isFinding = true
                    group.addTask { .found(await finder.next()) }
                }
                guard let step = await group.next() else { break }
                switch step {
                case .found(let inputs):
                    isFinding = false
                    hasMore = !inputs.isEmpty
                    if !hasMore { tell(early?.end()) }
                    for input in inputs {
                        tell(early?.take(input, at: begun))
                        if case .photo(let photo) = input {
                            guard let source, photo.address != nil else {
                                waiting = photo
                                continue
                            }
                            let place = begun
                            group.addTask { .fetched(place: place, await photo.fetched(from: source)) }
                            coming += 1
                        }
                        done[begun] = input.outcome
                        begun += 1
                    }
                case .fetched(let place, let photo):
                    coming -= 1
                    fetched.append((place, photo))
                case .read(let place, let outcome, let worker):
                    guard let outcome else { return }
                    idle.append(worker)
                    tell(early?.take(outcome, at: place))
                    done[place] = outcome
                }
                while let outcome = done.removeValue(forKey: due) {
                    due += 1
                    let results: [ScanResult]
                    switch outcome {
                    case .photo(let pages): results = books.take(run.counted(pages)).map(told)
                    case .other(let result):
                        results = books.pass(result).map(told) + [result]
                    }
                    for result in results { await receive(run.completed(result)) }
                }
            }
            for result in books.end() { await receive(run.completed(told(result))) }
        }
    }

    /// Tells who remembers of a book before its turn comes.
    private func tell(_ book: PhotoRecord?) {
        guard let book else { return }
        for memory in caches { memory.didRead(book: told(book)) }
    }

    private func told(_ result: ScanResult) -> ScanResult {
        if case .book(let record, let photos) = result { .book(told(record), photos: photos) } else { result }
    }

    /// A book's record says, too, how its photos were found to be one book's.
    private func told(_ book: PhotoRecord) -> PhotoRecord {
        var book = book
        book.settings = book.settings.map { grouping?.settings(ofPhotos: $0) ?? $0 }
        return book
    }
}

extension PhotoInput {
    /// What becomes of it at once; `nil` of a photo, which is to be read.
    fileprivate var outcome: PhotoOutcome? {
        switch self {
        case .photo: nil
        case .known(let name, let photos): .other(.known(name, photos: photos))
        case .book(let record, let photos): .other(.book(record, photos: photos))
        case .recorded(let record, let place): .other(.recorded(record, place))
        case .failed(let name, let failure): .photo([PageReading(failed: name, failure)])
        case .barred(let name, let failure):
            .other(.photo([PhotoRecord(photo: name, status: .failed, error: PhotoFailure(failure))]))
        case .skipped(let name): .other(.skipped(name))
        case .repeated(let name): .other(.repeated(name))
        }
    }
}

extension EarlyBooks {
    /// Takes note of an input; returns a book that is whole by it.
    fileprivate mutating func take(_ input: PhotoInput, at place: Int) -> PhotoRecord? {
        switch input {
        case .photo(let photo): return find(photo.name, at: place)
        case .failed(let name, let failure):
            let ended = find(name, at: place)
            // Its own book is not whole yet.
            _ = take([PageReading(failed: name, failure)], at: place)
            return ended
        case .barred, .book, .known, .recorded, .repeated, .skipped: return nil
        }
    }

    fileprivate mutating func take(_ outcome: PhotoOutcome, at place: Int) -> PhotoRecord? {
        guard case .photo(let pages) = outcome, !pages[0].isDocument else {
            leave(place)
            return nil
        }
        return take(pages, at: place)
    }
}
