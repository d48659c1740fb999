// Puts a store back from a backup.
import Books
import Catalogue
import Documents
import Foundation

extension StoreArchive {
    /// Replaces the store at `path` with that of a backup, and adds its covers and photos to those that are there. The
    /// replaced store is kept under another name, and so is a file of covers that is damaged, if the backup has covers. A
    /// backup that is a store itself brings no more than that.
    ///
    /// - Returns: where the replaced store and the damaged covers are now, `nil` if there were none; and the number of books.
    /// - Throws: as `Store.restore`, `beingWritten` also while another archive is put there; `noBackup`, if the file can't be used. The store is then as it was.
    package static func restore(
        _ file: String, to path: String
    ) throws(CatalogueError) -> (aside: String?, covers: String?, books: Int) {
        guard access(file.systemPath, R_OK) == 0 else { throw .unreadable(path: file, errno: errno) }
        let place = Store.resolved(path)
        var folder: DraftFolder?
        defer { folder?.remove() }
        if isArchive(file) {
            // The folder that a link leads to may be on a disk that is not mounted.
            if place == path { try makeFolder(of: place) }
            folder = try .restoring(place)
        }
        let source = folder?.file(store) ?? file
        do throws(CatalogueError) {
            var members: [String] = []
            if let folder { members = try unpack(file, to: folder, of: place) }
            let backup = try Store(backup: source)
            let books = try backup.info().books
            var covers: String?
            let aside = try backup.restore(to: place) { () throws(CatalogueError) in
                guard let folder else { return }
                covers = try backup.addCovers(to: place)
                for member in members { try move(member, in: folder, to: place) }
            }
            if folder != nil { giveToOwner(of: place) }
            return (aside, covers, books)
        } catch {
            switch error {
            case .missing(source), .notAStore(source), .damaged(source, _), .damaged(file, _):
                throw .noBackup(path: file)
            // What is unpacked, not the backup.
            case .cannotWrite, .full: throw error.naming(place, insteadOf: source)
            default: throw error.naming(file, insteadOf: source)
            }
        }
    }

    /// The covers and photos come before the store, which refers to them. A photo that is there stays.
    private static func move(
        _ member: String, in folder: DraftFolder, to place: String
    ) throws(CatalogueError) {
        for (prefix, target) in [
            (photos, photos(besideStore: place)), (waiting, Store.photos(besideStore: place)),
        ] where member.hasPrefix(prefix) {
            let path = "\(target)/\(member.dropFirst(prefix.count))"
            if access(path, F_OK) == 0 { return }
            try makeFolder(of: path)
            guard rename(folder.file(member), path) == 0 else { throw .writing(path, errno) }
        }
    }

    /// - Parameter place: is what errors of writing name.
    /// - Returns: the names of all that was unpacked.
    private static func unpack(
        _ file: String, to folder: DraftFolder, of place: String
    ) throws(CatalogueError) -> [String] {
        var names: [String] = []
        var failure: CatalogueError?
        try forEachMember(of: file) { name, reader throws(ArchiveError) in
            guard failure == nil, isOurs(name) else { return }
            let path = folder.file(name)
            do throws(CatalogueError) {
                try makeFolder(of: path, for: place)
                let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                guard descriptor >= 0 else { throw .writing(place, errno) }
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
                guard error == 0 else { throw .writing(place, error) }
                names.append(name)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return names
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

    /// - Parameter file: is what errors name; `nil` names the path.
    private static func makeFolder(of path: String, for file: String? = nil) throws(CatalogueError) {
        do {
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw .writing(file ?? path, cause?.code.rawValue ?? EACCES)
        }
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
