// Opens files whose names may be of any bytes.
import Foundation

extension FileHandle {
    /// For reading, until it is released; `nil` where that can't be, and `errno` says why.
    package convenience init?(reading path: String) {
        let descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.init(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
