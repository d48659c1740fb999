// Photos in archives have paths, too: `box.zip/a/b.jpg`.
import Books
import Documents
import Foundation

extension PhotoPath {
    /// The kind of archive that an ordinary file is, by its first bytes; `nil` for everything else.
    package var archiveFormat: ArchiveFormat? {
        guard status?.isFile == true, let file = try? InputFile(opening: self) else { return nil }
        var head: [UInt8] = []
        guard (try? file.read(upTo: FileHead.length, into: &head)) != nil else { return nil }
        return archiveFormat(of: head)
    }

    /// Of what is here, which begins so. Most gzip files hold something else than a TAR.
    package func archiveFormat(of head: [UInt8]) -> ArchiveFormat? {
        if FileHead.isReadable(head) { return nil }
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
