// A path as bytes: Linux file names need not be UTF-8, and such photos must open, too.
import Books
import Documents
import Foundation

/// The path of a photo, a folder or a list, as bytes.
public struct PhotoPath: Hashable, Sendable {
    /// The name for standard input.
    public static let standardInput = PhotoPath("-")

    /// Terminated by NUL.
    package let cString: [CChar]

    /// From a `name`, the path that has it.
    public init(_ text: String) {
        self.init(bytes: text.pathBytes)
    }

    /// Bytes from a NUL on are dropped; no path contains one.
    public init(bytes: some Sequence<UInt8>) {
        cString = bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    }

    package var bytes: [UInt8] { cString.dropLast().map { UInt8(bitPattern: $0) } }

    /// For records. A byte that is not valid UTF-8 is replaced by a character of the last private plane of Unicode.
    /// Signatures of URLs are left out.
    public var name: String { String(path: bytes).unsigned }

    /// The URL; `nil` for a path of the file system, which may also start with `./http:`.
    package var address: PhotoAddress? { PhotoAddress(String(path: bytes)) }

    /// Whether it exists, with links resolved, as a file or in an archive.
    package var exists: Bool { status != nil || archived != nil }

    /// Whether it is a folder, with links resolved.
    package var isFolder: Bool { status?.isFolder == true }

    package func appending(_ entry: [UInt8]) -> PhotoPath {
        let folder = bytes
        return PhotoPath(
            bytes: folder + (folder.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + entry)
    }

    /// Whether a directory entry with this name exists, even a dangling link.
    package var entryExists: Bool {
        var status = stat()
        return lstat(cString, &status) == 0
    }

    /// Whether it names what came from standard input, by itself or in an archive. A folder may have that name, too.
    package var isStreamed: Bool {
        self == .standardInput
            || bytes.starts(with: Self.standardInput.bytes + [UInt8(ascii: "/")]) && !entryExists
    }

    /// The `name` of the absolute path of the same file, with links resolved, or of the same photo in an archive; `nil` if
    /// there is no such file.
    package var resolvedName: String? {
        if address != nil || isStreamed { return nil }
        if let archived {
            return archived.archive.resolvedName.map { "\($0)/\(String(path: archived.member))" }
        }
        guard let path = realpath(cString, nil) else { return nil }
        defer { free(path) }
        return String(path: UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }

    /// The file's status, with links resolved; `nil` on failure, with `errno`.
    package var status: stat? {
        var status = stat()
        return retried { stat(cString, &status) } == 0 ? status : nil
    }

    /// Repeats a call that failed because a link was read just before a photo was moved: the link leads to the new
    /// path right after.
    ///
    /// - Parameter call: a system call that returns a negative value on failure.
    func retried(_ call: () -> Int32) -> Int32 {
        for _ in 0..<3 {
            let result = call()
            var link = stat()
            guard result < 0, errno == ENOENT, lstat(cString, &link) == 0 else { return result }
        }
        return call()
    }
}

extension stat {
    package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    package var isFile: Bool { st_mode & S_IFMT == S_IFREG }

    package var isPipe: Bool { st_mode & S_IFMT == S_IFIFO }
}

// Whether a path is a photo, or an archive of photos, according to its content.
extension PhotoPath {
    /// Also `false` if the file can't be read.
    package var holdsAPhoto: Bool {
        head.map { FileSignature.isReadable($0) || archiveFormat(of: $0) != nil } ?? false
    }

    /// The first bytes of a regular file; `nil` if they can't be read.
    private var head: [UInt8]? {
        guard status?.isFile == true, let file = try? InputFile(opening: self) else { return nil }
        var head: [UInt8] = []
        return (try? file.read(upTo: FileSignature.length, into: &head)).map { head }
    }
}

// Photos in archives have paths as well: `box.zip/a/b.jpg`.
extension PhotoPath {
    /// The format of an archive according to its first bytes; `nil` for everything but a regular file that is an
    /// archive.
    package var archiveFormat: ArchiveFormat? { head.flatMap(archiveFormat(of:)) }

    /// The format of the archive that starts with these bytes. Most gzip files contain no TAR.
    package func archiveFormat(of head: [UInt8]) -> ArchiveFormat? {
        if FileSignature.isReadable(head) { return nil }
        return ArchiveFormat(of: head).flatMap { $0 != .gzip || ArchiveFormat.isNamed(name) ? $0 : nil }
    }

    /// For the path of a photo in an archive, such as `box.zip/a/b.jpg`, the archive and the photo's path in it;
    /// `nil` if the path itself exists, or if there is no archive.
    package var archived: (archive: PhotoPath, member: [UInt8])? {
        let bytes = bytes
        guard status == nil, errno == ENOTDIR else { return nil }
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && place > 0 {
            let archive = PhotoPath(bytes: bytes[..<place])
            guard archive.status?.isFile == true else { continue }
            guard archive.archiveFormat != nil, let member = ArchiveReader.path(of: Array(bytes[place...]))
            else { return nil }
            return (archive, member)
        }
        return nil
    }

    /// The stamp of the file itself, or of the archive that contains it.
    package var fileStamp: FileStamp? {
        if let status { return status.isFile ? FileStamp(status) : nil }
        return archived?.archive.status.map(FileStamp.init)
    }

    /// Whether the extension is that of a photo: an empty file with such a name is worth a message.
    package var isNamedLikeAPhoto: Bool {
        let name = name.lowercased()
        return [
            ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".heic", ".heif", ".avif", ".webp", ".gif", ".bmp",
            ".jp2", ".pdf", ".epub",
        ].contains { name.hasSuffix($0) }
    }
}
