// A reader that returns cached results for photos whose bytes are known.
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
actor CachingReader {
    private let caches: [any ScanCache]
    private let reader: any PhotoReader
    private let executor = BlockingExecutor(label: "bookzone.memory")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter caches: the first that knows answers; none has every photo read.
    init(_ reader: any PhotoReader, caches: [any ScanCache]) {
        self.reader = reader
        self.caches = caches
    }

    func read(_ photo: Photo) async throws(CancellationError) -> PhotoOutcome {
        if !caches.isEmpty, let stamp = photo.stamp {
            let possible = caches.filter { $0.mayBeKnown(photo.name, stamp) }
            if !possible.isEmpty, let sha256 = try? photo.sha256() {
                for cache in possible {
                    if let result = cache.cached(photo.name, sha256: sha256) { return .other(result) }
                }
            }
        }
        let pages = try await reader.read(photo)
        for cache in caches { cache.didRead(pages.map(\.record)) }
        return .photo(pages)
    }
}
