// The two kinds of blocking work in a batch, each an actor on its own queue: finding photos and reading them.
import Books

/// Reads one photo at a time.
actor ScanWorker {
    private let scanner: PhotoScanner
    private let executor = BlockingExecutor(label: "bookzone.worker")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ options: ScanOptions) throws(PhotoFailure) {
        scanner = try PhotoScanner(options: options)
    }

    func read(_ photo: Photo) -> [PhotoRecord] {
        do throws(PhotoFailure) {
            return scanner.scan(try photo.bytes(), name: photo.name)
        } catch {
            return [PhotoRecord(photo: photo.name, status: .failed, error: error)]
        }
    }
}

/// Finds the next photo.
actor PhotoFinder {
    private var cursor: InputCursor
    private let executor = BlockingExecutor(label: "bookzone.finder")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ inputs: PhotoInputs) throws(PhotoFailure) {
        cursor = try InputCursor(inputs)
    }

    func next() -> PhotoInput? { cursor.next() }
}
