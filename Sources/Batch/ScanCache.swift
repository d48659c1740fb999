// A cache of earlier scans, by file stamp and by content hash.
import Books

/// Results of earlier scans.
package protocol ScanCache: Sendable {
    /// Whether the photo of this name is cached and its file unchanged.
    func isKnown(_ name: String, _ stamp: FileStamp) -> Bool

    /// Whether a file may still grow, so that what it holds is not looked for yet.
    func isSettling(_ name: String, _ stamp: FileStamp) -> Bool

    /// Whether the photo at an address is cached; whether it changed can't be known.
    func isKnown(address: String) -> Bool

    /// Called for a photo that `isKnown` did not know.
    ///
    /// - Returns: whether its bytes may be known, so that it is worth asking `cached`.
    func mayBeKnown(_ name: String, _ stamp: FileStamp) -> Bool

    /// The cached result for a photo's bytes; `nil` if there is none.
    func cached(_ name: String, sha256: String) -> ScanResult?

    /// Called with the records of a photo as soon as it was read, in any order.
    func didRead(_ records: [PhotoRecord])

    /// The same of a book, whose photos are all read.
    func didRead(book record: PhotoRecord)

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
    package func isSettling(_ name: String, _ stamp: FileStamp) -> Bool { false }
    package func didRead(_ records: [PhotoRecord]) {}
    package func didRead(book record: PhotoRecord) {}
    package func cached(book files: [NamedStamp], isLate: Bool) -> ScanResult? { nil }
}
