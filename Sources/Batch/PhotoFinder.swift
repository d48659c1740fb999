// Looking for photos waits for disks and pipes, so it is done beside reading them.
import Reading

/// Finds the next photo.
actor PhotoFinder {
    private static let portion = 256

    private var cursor: InputCursor
    /// Where photos are known by their books, not by themselves.
    private var books: KnownBooks?
    private let executor = BlockingExecutor(label: "bookzone.finder")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(
        _ inputs: PhotoInputs, _ memories: [any PhotoMemory], leavingOut left: PhotoPath?,
        _ grouping: PhotoGrouping?, archives: (any ArchiveOpener)?
    ) throws(ScanError) {
        books = grouping.flatMap { memories.isEmpty ? nil : KnownBooks(memories, $0) }
        cursor = try InputCursor(
            inputs, memories: books == nil ? memories : [], leavingOut: left, grouping,
            archives: archives)
    }

    /// The next photo, and before it those that are known, many at once: each way here and back takes longer than to find
    /// one. Empty at the end.
    func next() -> [PhotoInput] {
        var inputs: [PhotoInput] = []
        while inputs.count < PhotoFinder.portion,
            let input = books == nil ? cursor.next() : books?.next(from: &cursor)
        {
            inputs.append(input)
            guard case .known = input else { break }
        }
        return inputs
    }
}
