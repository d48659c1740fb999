// A path as the system has it. Linux file names are bytes, and old disks hold names that are not UTF-8: those
// photos must open too.
import Books
import Foundation

/// The path of a photo, a folder or a list, byte for byte.
public struct PhotoPath: Hashable, Sendable {
    /// How standard input is named.
    public static let standardInput = PhotoPath("-")

    /// With the NUL that C wants at its end.
    package let cString: [CChar]

    /// Of a `name` it is the path that has it.
    public init(_ text: String) {
        self.init(bytes: text.pathBytes)
    }

    /// What follows a NUL is dropped: no path holds one.
    public init(bytes: some Sequence<UInt8>) {
        cString = bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    }

    package var bytes: [UInt8] { cString.dropLast().map { UInt8(bitPattern: $0) } }

    /// For records; a byte that is no UTF-8 becomes a character that stands for it, of Unicode's last private plane. Of an
    /// address what signs it is left out.
    public var name: String { String(path: bytes).unsigned }

    /// `nil` for a path of the file system; `./http:` begins one, too.
    package var address: PhotoAddress? { PhotoAddress(String(path: bytes)) }

    /// Whether something is there, links followed, or in an archive.
    package var exists: Bool { status != nil || archived != nil }

    /// Whether a folder is there, links followed.
    package var isFolder: Bool { status?.isFolder == true }

    package func appending(_ entry: [UInt8]) -> PhotoPath {
        let folder = bytes
        return PhotoPath(
            bytes: folder + (folder.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + entry)
    }

    /// Whether there is something of this name, be it a link that leads nowhere.
    package var isThere: Bool {
        var status = stat()
        return lstat(cString, &status) == 0
    }

    /// What is there, links followed; `nil` when nothing is, and `errno` says why.
    package var status: stat? {
        var status = stat()
        return stat(cString, &status) == 0 ? status : nil
    }
}

extension stat {
    package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    package var isFile: Bool { st_mode & S_IFMT == S_IFREG }
}
