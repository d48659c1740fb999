// Identifies the file behind a path, so that an input is never overwritten under another name.
import Foundation

/// Two paths with the same identity are the same file, even through links.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let file: UInt64

    /// `nil` if there is no regular file.
    package init?(path: String) {
        var status = stat()
        guard stat(path.systemPath, &status) == 0 else { return nil }
        self.init(status)
    }

    /// `nil` if it is not a regular file.
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

/// A file's size, modification time and inode: while these stay the same, so does its content.
package struct FileStamp: Hashable, Sendable {
    /// In bytes.
    package let size: Int
    /// Seconds since 1970, and nanoseconds.
    package let modified: Int
    package let nanoseconds: Int
    package let inode: UInt64

    package init(_ status: stat) {
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        inode = UInt64(status.st_ino)
    }

    package init(size: Int, modified: Int, nanoseconds: Int, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.nanoseconds = nanoseconds
        self.inode = inode
    }
}

/// A file as found under a name.
package struct NamedStamp: Hashable, Sendable {
    package var name: String
    package var stamp: FileStamp

    package init(name: String, stamp: FileStamp) {
        self.name = name
        self.stamp = stamp
    }
}
