// Looking for photos waits for disks and pipes, so it is done beside reading them.
import Reading
import Sandbox

/// Finds the next photo.
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

// A batch whose photos are read by workers.
extension ScanBatch {
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
            inputs, workers: workers, jobs: jobs, caches: [], grouping: grouping, isStrict: isStrict)
    }

    /// - Parameters:
    ///   - caches: what need not be read; the first that knows a photo answers.
    ///   - left: a folder that is not entered.
    ///   - source: gets the photos of addresses; `nil` has them fail.
    package init(
        _ inputs: PhotoInputs, workers: ForkServer, jobs: Int, caches: [any ScanCache],
        leavingOut left: PhotoPath? = nil, grouping: PhotoGrouping? = nil, isStrict: Bool = false,
        source: (any PhotoSource)? = nil
    ) throws(ScanError) {
        try self.init(
            inputs, workers: (0..<max(1, jobs)).map { _ in PhotoWorker(workers) }, caches: caches,
            leavingOut: left, grouping: grouping, isStrict: isStrict, source: source,
            archives: ArchiveWorkers(workers))
    }
}
