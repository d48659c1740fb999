// Whether a file that a walk comes to is known.
import Books
import Foundation
import Reading

extension [any ScanCache] {
    /// Whether one of them knows the file as it is, so that it needn't be opened.
    func know(_ path: PhotoPath, _ status: stat) -> Bool {
        guard !isEmpty, status.isFile else { return false }
        return know(path, FileStamp(status))
    }

    func know(_ path: PhotoPath, _ stamp: FileStamp) -> Bool {
        let name = path.name
        return contains { $0.isKnown(name, stamp) }
    }
}
