// What was read before need not be read again: who knows of earlier runs says so here, first by a file's stamp and then
// by its bytes.
import Books

/// What earlier runs read.
package protocol PhotoMemory: Sendable {
    /// Whether the photo of this name is known and its file unchanged, so that it needn't be opened.
    func knows(_ name: String, _ stamp: FileStamp) -> Bool

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

    /// What is known of a book of just these photos, none of them changed; `nil` when nothing.
    ///
    /// - Parameter files: of its photos, in their order.
    func recalled(book files: [NamedStamp]) -> ScanResult?
}

extension PhotoMemory {
    package func knows(address: String) -> Bool { false }
    package func wasRead(_ records: [PhotoRecord]) {}
    package func recalled(book files: [NamedStamp]) -> ScanResult? { nil }
}
