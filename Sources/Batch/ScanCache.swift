// A cache of earlier scans, by file stamp and by content hash.
import Books
import Reading

/// Results of earlier scans.
package protocol ScanCache: Sendable {
    /// Whether the photo of this name is cached and its file unchanged.
    func isKnown(_ name: String, _ stamp: FileStamp) -> Bool

    /// Whether an archive needn't be opened: it may still grow, or was gone through as it is.
    func passesOver(archive name: String, _ stamp: FileStamp) -> Bool

    /// The same as `isKnown` of a photo in an archive with this stamp.
    func isKnown(member name: String, _ stamp: FileStamp) -> Bool

    /// Called when all that is in an archive was handed out.
    func didWalk(archive name: String, _ stamp: FileStamp)

    /// Whether the photo at an address is cached; whether it changed can't be known.
    func isKnown(address: String) -> Bool

    /// Called for a photo that `isKnown` did not know.
    ///
    /// - Returns: whether its bytes may be known, so that it is worth asking `cached`.
    func mayBeKnown(_ name: String, _ stamp: FileStamp) -> Bool

    /// The cached result for a photo's bytes; `nil` if there is none.
    func cached(_ name: String, sha256: String) -> ScanResult?

    /// Called with the records of a photo as soon as it was read, or the one of a book whose photos are all read; in any
    /// order.
    func didRead(_ records: [PhotoRecord])

    /// What is known of a book of just these photos, none of them changed, be it what was read in it and not handed out;
    /// `nil` when nothing.
    ///
    /// - Parameters:
    ///   - files: of its photos, in their order.
    ///   - isLate: whether other photos of its group came earlier, of which its record warns.
    func cached(book files: [NamedStamp], isLate: Bool) -> ScanResult?
}

extension ScanCache {
    package func isKnown(address: String) -> Bool { false }
    package func passesOver(archive name: String, _ stamp: FileStamp) -> Bool { false }
    package func isKnown(member name: String, _ stamp: FileStamp) -> Bool { isKnown(name, stamp) }
    package func didWalk(archive name: String, _ stamp: FileStamp) {}
    package func didRead(_ records: [PhotoRecord]) {}
    package func cached(book files: [NamedStamp], isLate: Bool) -> ScanResult? { nil }
}

/// What became of an input.
enum PhotoOutcome: Sendable {
    /// Its pages, which may be put together with those of other photos.
    case photo([PageReading])
    /// What is handed on as it is.
    case other(ScanResult)
}

extension PhotoInput {
    /// What becomes of it at once; `nil` of a photo, which is to be read.
    var outcome: PhotoOutcome? {
        switch self {
        case .photo: nil
        case .known(let name, let photos): .other(.known(name, photos: photos))
        case .book(let record, let photos): .other(.book(record, photos: photos))
        case .recorded(let record, let place): .other(.recorded(record, place))
        case .failed(let name, let failure): .photo([PageReading(failed: name, failure)])
        case .barred(let name, let failure): .other(.photo([PageReading(failed: name, failure).record]))
        case .skipped(let name): .other(.skipped(name))
        case .repeated(let name): .other(.repeated(name))
        }
    }
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
