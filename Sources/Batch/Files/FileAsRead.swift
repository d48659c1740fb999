// Whether a file is still the one that a photo was read from. Whatever acts on a photo after it was read asks this
// first, because a path may lead to another photo by then.
import Books
import Foundation
import Reading

/// A photo's file as it was when it was read.
package struct FileAsRead: Sendable {
    /// A hash of its stamp, as in `RecordIndex`; 0 if unknown.
    let stamp: UInt64
    /// `nil` if its bytes could not be read.
    package let sha256: String?

    init(stamp: UInt64, sha256: String?) { (self.stamp, self.sha256) = (stamp, sha256) }

    /// - Parameter stamp: `nil` if unknown; then the content decides.
    package init(stamp: FileStamp? = nil, sha256: String?) {
        self.init(stamp: stamp.map { RecordIndex.hash($0) } ?? 0, sha256: sha256)
    }

    /// Whether anything is known of it; if not, every file passes for it.
    package var isKnown: Bool { stamp != 0 || sha256 != nil }

    /// The stamp of the file at a path if it is this one: by its stamp, else by its content. `nil` if it is another
    /// one, or there is none. Throws if it can't be read.
    package func found(at path: PhotoPath) throws(ScanError) -> FileStamp? {
        guard let found = path.fileStamp else { return nil }
        if !isKnown || RecordIndex.hash(found) == stamp { return found }
        guard let sha256, try Photo(name: path.name, content: .file(path)).sha256() == sha256 else {
            return nil
        }
        return path.fileStamp == found ? found : nil
    }
}
