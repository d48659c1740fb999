// Moves a file without ever overwriting another: the file is complete at every moment, and links to it follow.
import Books
import Foundation
import Reading

enum FileMove {
    private static let slash = UInt8(ascii: "/")

    /// Throws `EEXIST` if there is a file, `changed` if the old name does not lead to the file that was read. Until the
    /// old name is removed, both names lead to the photo.
    static func rename(
        _ old: String, to new: String, as file: FileAsRead, _ links: inout PhotoLinks
    ) throws(ScanError) {
        let source = PhotoPath(old)
        guard let stamp = try file.found(at: source) else { throw .changed }
        if link(old.systemPath, new.systemPath) != 0 {
            guard [EXDEV, EPERM, ENOTSUP, EMLINK].contains(errno) else { throw .system(errno) }
            try copy(old, to: new)
        }
        do throws(ScanError) {
            // It may have been replaced, or written to, while it was linked or copied.
            guard source.fileStamp == stamp else { throw .changed }
            try forget(old, for: new, &links)
        } catch {
            unlink(new.systemPath)
            throw error
        }
    }

    /// Removes the old one of a photo's two names; no link leads to it by then.
    static func forget(
        _ old: String, for new: String, _ links: inout PhotoLinks
    ) throws(ScanError) {
        let (oldName, newName) = (PhotoPath(old).realName, PhotoPath(new).realName)
        if let oldName, let newName { try links.lead(from: oldName, to: newName) }
        guard unlink(old.systemPath) == 0 else {
            let code = errno
            if let oldName, let newName { try? links.lead(from: newName, to: oldName) }
            throw .system(code)
        }
    }

    /// For another disk or a file system without hard links: the copy is on the disk when this returns, and never
    /// there in part.
    private static func copy(_ old: String, to new: String) throws(ScanError) {
        let target = new.pathBytes
        let name = target.lastIndex(of: slash).map { $0 + 1 } ?? 0
        let new = new.systemPath
        let temporary = PhotoPath(bytes: target[..<name] + PhotoLinks.draftName(of: getpid())).cString
        defer { unlink(temporary) }
        try write(old, to: temporary)
        if link(temporary, new) == 0 { return }
        guard [EPERM, ENOTSUP, EMLINK].contains(errno) else { throw .system(errno) }
        // Reserves the name first, then replaces the empty file.
        let taken = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard taken >= 0 else { throw .system(errno) }
        close(taken)
        guard Foundation.rename(temporary, new) == 0 else {
            let code = errno
            unlink(new)
            throw .system(code)
        }
    }

    private static func write(_ old: String, to temporary: [CChar]) throws(ScanError) {
        let source = try InputFile(opening: PhotoPath(old))
        var status = stat()
        guard fstat(source.descriptor, &status) == 0 else { throw .system(errno) }
        let target = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, status.st_mode & 0o777)
        guard target >= 0 else { throw .system(errno) }
        defer { close(target) }
        var bytes: [UInt8] = []
        while try source.read(Photo.chunk, into: &bytes) > 0 {
            var left = bytes[...]
            while !left.isEmpty {
                let written = left.withUnsafeBytes { Foundation.write(target, $0.baseAddress, $0.count) }
                if written > 0 { left.removeFirst(written) } else if errno != EINTR { throw .system(errno) }
            }
            bytes.removeAll(keepingCapacity: true)
        }
        futimens(target, [status.st_atim, status.st_mtim])
        guard fsync(target) == 0 else { throw .system(errno) }
    }
}
