// Puts a store back from a backup.
import Books
import Catalogue
import Documents
import Foundation

extension StoreArchive {
    /// Replaces the store at `place` with that of a backup, and adds its covers and photos to those that are there. The
    /// replaced store is kept under another name. A backup that is a store itself brings no more than that.
    ///
    /// - Returns: where the replaced store is now, `nil` if there was none; and the number of books.
    /// - Throws: as `Store.restore`; `noBackup`, if the file can't be used. The store is then as it was.
    package static func restore(
        _ file: String, to place: String
    ) throws(CatalogueError) -> (aside: String?, books: Int) {
        guard access(file.systemPath, R_OK) == 0 else { throw .unreadable(path: file, errno: errno) }
        let isArchive = isArchive(file)
        let folder = "\(place).restoring"
        let source = isArchive ? "\(folder)/\(store)" : file
        defer { if isArchive { try? FileManager.default.removeItem(atPath: folder) } }
        do throws(CatalogueError) {
            if isArchive {
                try? FileManager.default.removeItem(atPath: folder)
                try unpack(file, to: folder)
            }
            let backup = try Store(backup: source)
            let books = try backup.info().books
            let aside = try backup.restore(to: place) { () throws(CatalogueError) in
                if isArchive { try addFiles(of: backup, in: folder, to: place) }
            }
            if isArchive { giveToOwner(of: place) }
            return (aside, books)
        } catch {
            switch error {
            case .missing(source), .notAStore(source), .damaged(source, _), .damaged(file, _):
                throw .noBackup(path: file)
            // What is unpacked, not the backup.
            case .cannotWrite: throw error
            default: throw error.naming(file, insteadOf: source)
            }
        }
    }

    /// The covers and photos come before the store, which refers to them.
    private static func addFiles(
        of backup: Store, in folder: String, to place: String
    ) throws(CatalogueError) {
        try backup.addCovers(to: place)
        for (member, target) in [
            (photos, photos(besideStore: place)), (waiting, waiting(besideStore: place)),
        ] {
            for name in files(in: "\(folder)/\(member)") where access("\(target)/\(name)", F_OK) != 0 {
                try move("\(folder)/\(member)\(name)", to: "\(target)/\(name)")
            }
        }
    }

    private static func unpack(_ file: String, to folder: String) throws(CatalogueError) {
        var failure: CatalogueError?
        try forEachMember(of: file) { name, reader throws(ArchiveError) in
            guard failure == nil, isOurs(name) else { return }
            let path = "\(folder)/\(name)"
            do throws(CatalogueError) {
                try makeFolder(of: path)
                let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                guard descriptor >= 0 else { throw .cannotWrite(path: path, .system(errno: errno)) }
                defer { close(descriptor) }
                var error: Int32 = 0
                do throws(ArchiveError) {
                    try reader.unpack { bytes in
                        error = write(bytes, to: descriptor)
                        return error == 0
                    }
                } catch {
                    throw .damaged(path: file, .record)
                }
                guard error == 0 else {
                    throw [ENOSPC, EDQUOT].contains(error)
                        ? .full(path: path, .system(errno: error))
                        : .failed(path: path, .system(errno: error))
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// What anything else is called goes nowhere: an archive may come from anybody.
    private static func isOurs(_ name: String) -> Bool {
        if [store, covers].contains(name) { return true }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return (name.hasPrefix(photos) || name.hasPrefix(waiting) && parts.count == 2 && parts[1] != "kept")
            && !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("\0") }
    }

    /// - Returns: 0, or an `errno`.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            guard count > 0 else { return errno }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return 0
    }

    private static func makeFolder(of path: String) throws(CatalogueError) {
        do {
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotWrite(path: path, .system(errno: EACCES))
        }
    }

    private static func move(_ file: String, to path: String) throws(CatalogueError) {
        try makeFolder(of: path)
        guard rename(file, path) == 0 else { throw .cannotWrite(path: path, .system(errno: errno)) }
    }

    /// If root restores a service's store, the service owns all of it.
    private static func giveToOwner(of place: String) {
        var status = stat()
        guard geteuid() == 0, stat(place, &status) == 0 else { return }
        let root = "\(place).photos"
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        for path in [place + ".covers", root] + names.map({ "\(root)/\($0)" }) {
            _ = lchown(path, status.st_uid, status.st_gid)
        }
    }
}
