// Stands before a reader: a photo whose bytes are known is not read again.
import Books
import Reading

/// What became of a photo.
enum PhotoOutcome: Sendable {
    /// Its pages, which may be put together with those of other photos.
    case photo([PageReading])
    /// What is handed on as it is.
    case other(ScanResult)
}

/// Asks what earlier runs know before it has a photo read.
actor RememberingReader {
    private let memories: [any PhotoMemory]
    private let reader: any PhotoReader
    private let executor = BlockingExecutor(label: "bookzone.memory")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter memories: the first that knows answers; none has every photo read.
    init(_ reader: any PhotoReader, memories: [any PhotoMemory]) {
        self.reader = reader
        self.memories = memories
    }

    func read(_ photo: Photo) async throws(CancellationError) -> PhotoOutcome {
        if !memories.isEmpty, let stamp = photo.stamp {
            let hopeful = memories.filter { $0.meets(photo.name, stamp) }
            if !hopeful.isEmpty, let sha256 = try? photo.sha256() {
                for memory in hopeful {
                    if let result = memory.recalled(photo.name, sha256: sha256) { return .other(result) }
                }
            }
        }
        let pages = try await reader.read(photo)
        for memory in memories { memory.wasRead(pages.map(\.record)) }
        return .photo(pages)
    }
}
