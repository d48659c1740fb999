// What was read before need not be read again: who knows of earlier runs says so here, first by a file's stamp and then
// by its bytes.
import Books

/// What earlier runs read.
package protocol PhotoMemory: Sendable {
    /// Whether the photo of this name is known and its file unchanged, so that it needn't be opened.
    func knows(_ name: String, _ stamp: FileStamp) -> Bool

    /// Whether a file may still grow, so that what it holds is not looked for yet.
    func isSettling(_ name: String, _ stamp: FileStamp) -> Bool

    /// Whether the photo of an address is known: nobody can tell from outside whether it was changed.
    func knows(address: String) -> Bool

    /// Told when the run comes to a photo that `knows` did not know.
    ///
    /// - Returns: whether its bytes may be known, so that it is worth asking `recalled`.
    func meets(_ name: String, _ stamp: FileStamp) -> Bool

    /// What is known of a photo by its bytes, `nil` when nothing.
    func recalled(_ name: String, sha256: String) -> ScanResult?

    /// Told what was read in a photo as soon as that is known, in any order.
    func wasRead(_ records: [PhotoRecord])

    /// The same of a book, whose photos are all read.
    func wasRead(book record: PhotoRecord)

    /// What is known of a book of just these photos, none of them changed, be it what was read in it and not handed out;
    /// `nil` when nothing.
    ///
    /// - Parameters:
    ///   - files: of its photos, in their order.
    ///   - isLate: whether other photos of its group came earlier, of which its record warns.
    func recalled(book files: [NamedStamp], isLate: Bool) -> ScanResult?
}

extension PhotoMemory {
    package func knows(address: String) -> Bool { false }
    package func isSettling(_ name: String, _ stamp: FileStamp) -> Bool { false }
    package func wasRead(_ records: [PhotoRecord]) {}
    package func wasRead(book record: PhotoRecord) {}
    package func recalled(book files: [NamedStamp], isLate: Bool) -> ScanResult? { nil }
}
