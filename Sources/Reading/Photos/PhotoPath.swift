// A path as the system has it. Linux file names are bytes, and old disks hold names that are not UTF-8: those
// photos must open too.
import Books
import Documents
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

    /// The file's status, following links; `nil` on failure, with `errno`.
    package var status: stat? {
        var status = stat()
        return retried { stat(cString, &status) } == 0 ? status : nil
    }

    /// A link may lead to the old place of a photo that is being moved when it is read, and to the new one right after.
    ///
    /// - Parameter call: a system call, whose result is below 0 where it fails.
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
}

// Whether there is a photo at a path, or an archive of them, by its content.
extension PhotoPath {
    /// `false` also where nothing can be read.
    package var holdsAPhoto: Bool {
        guard status?.isFile == true, let file = try? InputFile(opening: self) else { return false }
        var head: [UInt8] = []
        guard (try? file.read(upTo: FileSignature.length, into: &head)) != nil else { return false }
        return FileSignature.isReadable(head) || archiveFormat(of: head) != nil
    }
}

// Photos in archives have paths, too: `box.zip/a/b.jpg`.
extension PhotoPath {
    /// The kind of archive that an ordinary file is, by its first bytes; `nil` for everything else.
    package var archiveFormat: ArchiveFormat? {
        guard status?.isFile == true, let file = try? InputFile(opening: self) else { return nil }
        var head: [UInt8] = []
        guard (try? file.read(upTo: FileSignature.length, into: &head)) != nil else { return nil }
        return archiveFormat(of: head)
    }

    /// Of what is here, which begins so. Most gzip files hold something else than a TAR.
    package func archiveFormat(of head: [UInt8]) -> ArchiveFormat? {
        if FileSignature.isReadable(head) { return nil }
        return ArchiveFormat(of: head).flatMap { $0 != .gzip || ArchiveFormat.isNamed(name) ? $0 : nil }
    }

    /// For the path of a photo in an archive, such as `box.zip/a/b.jpg`, the archive and the photo's path in it; `nil` where
    /// something is at the path itself, or nothing.
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

    /// Of the file itself, or of the archive that it is in.
    package var fileStamp: FileStamp? {
        if let status { return status.isFile ? FileStamp(status) : nil }
        return archived?.archive.status.map(FileStamp.init)
    }

    /// An empty file has no content to tell its kind by; one that was to be a photo is worth a word.
    package var isNamedLikeAPhoto: Bool {
        let name = name.lowercased()
        return [
            ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".heic", ".heif", ".avif", ".webp", ".gif", ".bmp",
            ".jp2", ".pdf", ".epub",
        ].contains { name.hasSuffix($0) }
    }
}
