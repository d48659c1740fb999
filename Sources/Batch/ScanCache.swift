// A cache of earlier scans, by file stamp and by content hash.
import Books
import Reading

/// Results of earlier scans.
package protocol ScanCache: Sendable {
    /// Whether the photo of this name is cached and its file unchanged.
    func isKnown(_ name: String, _ stamp: FileStamp) -> Bool

    /// Whether an archive needn't be opened: it may still grow, or it was read and has not changed.
    func canSkip(archive name: String, _ stamp: FileStamp) -> Bool

    /// Whether a photo in an archive is cached and the archive, which has this stamp, unchanged.
    func isKnown(member name: String, _ stamp: FileStamp) -> Bool

    /// Called after the last member of an archive.
    func didFinish(archive name: String, _ stamp: FileStamp)

    /// Whether the photo at a URL is cached; whether it changed is not checked.
    func isKnown(address: String) -> Bool

    /// Called for a photo for which `isKnown` is false.
    ///
    /// - Returns: whether its content may be cached, so that it is worth calling `cached`.
    func mayBeKnown(_ name: String, _ stamp: FileStamp) -> Bool

    /// The cached result for a photo's content; `nil` if there is none.
    func cached(_ name: String, sha256: String) -> ScanResult?

    /// Whether a photo is read again later, because these records may be of a part of it only. They are dropped.
    func postpones(_ records: [PhotoRecord]) -> Bool

    /// Called with the records of a photo as soon as it was read, or with the record of a book whose photos are all
    /// read; in any order.
    func didRead(_ records: [PhotoRecord])

    /// The result for a book of exactly these photos, none of them changed, even if it was read and not handed out;
    /// `nil` if there is none.
    ///
    /// - Parameters:
    ///   - files: those of its photos, in order.
    ///   - isLate: whether other photos of its group came earlier, which its record warns about.
    func cached(book files: [NamedStamp], isLate: Bool) -> ScanResult?
}

extension ScanCache {
    package func isKnown(address: String) -> Bool { false }
    package func canSkip(archive name: String, _ stamp: FileStamp) -> Bool { false }
    package func isKnown(member name: String, _ stamp: FileStamp) -> Bool { isKnown(name, stamp) }
    package func didFinish(archive name: String, _ stamp: FileStamp) {}
    package func postpones(_ records: [PhotoRecord]) -> Bool { false }
    package func didRead(_ records: [PhotoRecord]) {}
    package func cached(book files: [NamedStamp], isLate: Bool) -> ScanResult? { nil }
}

/// The outcome of an input.
enum PhotoOutcome: Sendable {
    /// The pages of a photo, which may be combined with those of other photos.
    case photo([PageReading])
    /// A result that is handed on unchanged.
    case other(ScanResult)
}

extension PhotoInput {
    /// The outcome of an input that need not be read; `nil` for a photo that must be.
    var outcome: PhotoOutcome? {
        switch self {
        case .photo: nil
        case .known(let name, let photos): .other(.known(name, photos: photos))
        case .book(let record, let photos): .other(.book(record, photos: photos))
        case .recorded(let record, let place): .other(.recorded(record, place))
        case .failed(let name, let failure):
            .photo([PageReading(failed: name, failure, stamp: PhotoPath(name).fileStamp)])
        case .failedArchive(let name, let failure):
            .photo([PageReading(failedArchive: name, failure)])
        case .unreadable(let name, let failure): .other(.photo([PageReading(failed: name, failure).record]))
        case .skipped(let name): .other(.skipped(name))
        case .repeated(let name): .other(.repeated(name))
        }
    }
}

extension PageReading {
    /// For an archive that failed: like a document, it is not combined with photos.
    fileprivate init(failedArchive name: String, _ failure: ScanError) {
        self.init(failed: name, failure)
        isDocument = true
    }
}

/// Asks the caches before it has a photo read.
actor CachingReader {
    private let caches: [any ScanCache]
    private let reader: any PhotoReader
    private let executor = BlockingExecutor(label: "bookzone.memory")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter caches: the first that has a photo is used; if there are none, every photo is read.
    init(_ reader: any PhotoReader, caches: [any ScanCache]) {
        self.reader = reader
        self.caches = caches
    }

    func read(_ photo: Photo) async throws(CancellationError) -> PhotoOutcome {
        let stamp = photo.stamp
        if !caches.isEmpty, let stamp {
            let possible = caches.filter { $0.mayBeKnown(photo.name, stamp) }
            if !possible.isEmpty, let sha256 = try? photo.sha256() {
                for cache in possible {
                    if let result = cache.cached(photo.name, sha256: sha256) { return .other(result) }
                }
            }
        }
        var pages = try await reader.read(photo)
        for page in pages.indices { pages[page].record.stamp = stamp }
        let records = pages.map(\.record)
        if caches.contains(where: { $0.postpones(records) }) { return .other(.skipped(photo.name)) }
        for cache in caches { cache.didRead(records) }
        return .photo(pages)
    }
}
