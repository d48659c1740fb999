// Which file a path leads to, whatever it is called: needed wherever one is about to be replaced.
import Foundation

/// Two paths with one identity are one file, through links too.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let file: UInt64

    /// `nil` where no ordinary file is.
    package init?(path: String) {
        var status = stat()
        guard stat(path.systemPath, &status) == 0 else { return nil }
        self.init(status)
    }

    /// `nil` for what is no ordinary file.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(status.st_dev)
        file = UInt64(status.st_ino)
    }
}
