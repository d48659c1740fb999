// A backup with everything that can't be made again: the store, its covers and the photos that a site has kept.
import Catalogue
import Documents
import Foundation

/// A TAR file of `catalogue.sqlite`, `catalogue.sqlite.covers` if there are covers, and `photos/…`.
package enum StoreArchive {
    static let (store, covers, photos) = ("catalogue.sqlite", "catalogue.sqlite.covers", "photos/")

    /// The folder in which a site keeps photos.
    static func photos(besideStore path: String) -> String { path + ".photos/kept" }

    /// Whether a store has more than its own file.
    package static func isNeeded(for store: Store) throws(CatalogueError) -> Bool {
        try store.info().covers > 0 || !files(in: photos(besideStore: store.path)).isEmpty
    }

    /// Backs a store up, even while others use it. The archive gets its name, and replaces an earlier one, only after
    /// the store, its copy and the archive have been read and found intact.
    ///
    /// - Parameter replacing: whether an existing backup of that name may be replaced.
    /// - Throws: as `Store.backUp`.
    package static func write(
        _ store: Store, to target: String, replacing: Bool = false
    ) throws(CatalogueError) {
        if store.owns(target) { throw .ontoItself(path: target) }
        let target = Store.resolved(target)
        let isThere = FileManager.default.fileExists(atPath: target)
        if isThere {
            guard replacing else { throw .backupExists(path: target) }
            guard isArchive(target) || isStore(target) else { throw .replacesNoStore(path: target) }
        }
        let (part, draft) = ("\(target).partial", "\(target).partial-store")
        removeParts(of: target)
        defer { removeParts(of: target) }
        do throws(CatalogueError) {
            try store.backUp(to: draft)
            let hasCovers = try store.copyCovers(to: "\(draft).covers")
            let writer = try TarWriter(part, like: isThere ? target : draft)
            try writer.add(draft, as: Self.store)
            if hasCovers { try writer.add("\(draft).covers", as: covers) }
            let folder = photos(besideStore: store.path)
            // One that its reader deletes meanwhile is left out.
            for name in files(in: folder) where access("\(folder)/\(name)", R_OK) == 0 {
                try writer.add("\(folder)/\(name)", as: photos + name)
            }
            let written = try writer.finish()
            guard try contents(of: part) == written else {
                throw CatalogueError.failed(path: target, .system(errno: EIO))
            }
        } catch {
            throw error.naming(target, insteadOf: part).naming(target, insteadOf: draft)
        }
        guard rename(part, target) == 0 else { throw .cannotOpen(path: target, .system(errno: errno)) }
    }

    private static func removeParts(of target: String) {
        let store = "\(target).partial-store"
        let all = ["", "-wal", "-shm", "-journal", ".covers", ".covers-journal"].flatMap {
            [store + $0, "\(store).partial" + $0]
        }
        for file in all + ["\(target).partial"] { unlink(file) }
    }

    /// The hash of each member, which this process alone knows.
    private static func contents(of archive: String) throws(CatalogueError) -> [String: Int] {
        var hashes: [String: Int] = [:]
        try forEachMember(of: archive) { name, reader throws(ArchiveError) in
            var hasher = Hasher()
            try reader.unpack { bytes in
                hasher.combine(bytes: bytes)
                return true
            }
            hashes[name] = hasher.finalize()
        }
        return hashes
    }

    /// Calls `body` with each file in an archive.
    static func forEachMember(
        of archive: String, _ body: (String, ArchiveReader) throws(ArchiveError) -> Void
    ) throws(CatalogueError) {
        let descriptor = open(archive, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: archive, errno: errno) }
        defer { close(descriptor) }
        do throws(ArchiveError) {
            let reader = try ArchiveReader(at: descriptor)
            (reader.mostMembers, reader.mostUnpacked) = (.max, .max)
            while let member = try reader.next() {
                guard member.isFile, let name = member.name else { continue }
                try body(String(decoding: name, as: UTF8.self), reader)
            }
        } catch {
            throw .damaged(path: archive, .record)
        }
    }

    /// Whether a file is a TAR.
    static func isArchive(_ path: String) -> Bool {
        head(of: path).dropFirst(257).starts(with: Data("ustar".utf8))
    }

    private static func isStore(_ path: String) -> Bool {
        head(of: path).starts(with: Data("SQLite format 3\0".utf8))
    }

    private static func head(of path: String) -> Data {
        (try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 512)) ?? Data()
    }

    /// The paths of all files in a folder, relative to it, in order; none if there is no such folder.
    static func files(in folder: String) -> [String] {
        guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
        var files: [String] = []
        while let name = names.nextObject() as? String {
            if names.fileAttributes?[.type] as? FileAttributeType == .typeRegular { files.append(name) }
        }
        return files.sorted()
    }
}
