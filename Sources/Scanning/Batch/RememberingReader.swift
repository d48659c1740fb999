// Stands before a reader: a photo whose bytes are known is not read again.
import Books

/// Asks what earlier runs know before it has a photo read.
actor RememberingReader: PhotoReader {
    private let memories: [any PhotoMemory]
    private let reader: any PhotoReader
    private let executor = BlockingExecutor(label: "bookzone.memory")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter memories: the first that knows answers.
    init(_ reader: any PhotoReader, memories: [any PhotoMemory]) {
        self.reader = reader
        self.memories = memories
    }

    func read(_ photo: Photo) async throws(CancellationError) -> PhotoOutcome {
        if let stamp = photo.stamp {
            let hopeful = memories.filter { $0.meets(photo.name, stamp) }
            if !hopeful.isEmpty, let sha256 = try? photo.sha256() {
                for memory in hopeful {
                    if let result = memory.recalled(photo.name, sha256: sha256) { return .other(result) }
                }
            }
        }
        let outcome = try await reader.read(photo)
        if case .photo(let pages) = outcome {
            for memory in memories { memory.wasRead(pages.map(\.record)) }
        }
        return outcome
    }
}
