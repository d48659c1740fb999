// Looking for photos waits for disks and pipes, so it is done beside reading them.

/// Finds the next photo.
actor PhotoFinder {
    private var cursor: InputCursor
    private let executor = BlockingExecutor(label: "bookzone.finder")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(
        _ inputs: PhotoInputs, _ memories: [any PhotoMemory], leavingOut left: PhotoPath?,
        _ grouping: PhotoGrouping?
    ) throws(ScanError) {
        cursor = try InputCursor(inputs, memories: memories, leavingOut: left, grouping)
    }

    func next() -> PhotoInput? { cursor.next() }
}
