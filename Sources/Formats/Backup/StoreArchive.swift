// A backup with everything that can't be made again: the store, its covers and a site's photos.
import Catalogue
import Documents
import Foundation

/// A TAR file of `catalogue.sqlite`, `catalogue.sqlite.covers` if there are covers, `photos/…` with the photos that are
/// kept, and `waiting/…` with those that are not decided on, or not removed yet.
package enum StoreArchive {
    static let store = DraftFolder.store
    static let covers = store + ".covers"
    static let (photos, waiting) = ("photos/", "waiting/")

    /// The folder of the photos that are kept; the others are in the one above.
    static func photos(besideStore path: String) -> String { Store.photos(besideStore: path) + "/kept" }

    /// Whether a store has more than its own file.
    package static func isNeeded(for store: Store) throws(CatalogueError) -> Bool {
        // If the covers can't be read, no backup is made.
        try store.info().covers != 0 || !files(in: photos(besideStore: store.path)).isEmpty
            || !waitingFiles(besideStore: store.path).isEmpty
    }

    /// Backs a store up, even while others use it. The archive gets its name, and replaces an earlier one, only after
    /// the store, its copy and the archive have been read and found intact.
    ///
    /// - Parameter replacing: whether an existing backup of that name may be replaced.
    /// - Throws: as `Store.backUp`.
    package static func write(
        _ store: Store, to target: String, replacing: Bool = false
    ) throws(CatalogueError) {
        try Store.checkName(target)
        try store.checkBackup(target)
        let target = Store.resolved(target)
        let isThere = FileManager.default.fileExists(atPath: target)
        if isThere {
            guard replacing else { throw .backupExists(path: target) }
            guard isArchive(target) || isStore(target) else { throw .replacesNoStore(path: target) }
        }
        let folder = try DraftFolder.partial(of: target)
        defer { folder.remove() }
        let (part, draft) = (folder.file(DraftFolder.archive), folder.file(Self.store))
        do throws(CatalogueError) {
            try store.backUp(to: draft)
            let hasCovers = try store.copyCovers(to: "\(draft).covers")
            let writer = try TarWriter(
                part, like: isThere ? target : draft, isForOthers: !store.hasAccounts())
            try writer.add(draft, as: Self.store)
            if hasCovers { try writer.add("\(draft).covers", as: covers) }
            // First, since what waits may be kept meanwhile.
            try add(
                waitingFiles(besideStore: store.path), in: Store.photos(besideStore: store.path), as: waiting,
                to: writer)
            let kept = photos(besideStore: store.path)
            try add(files(in: kept), in: kept, as: photos, to: writer)
            let written = try writer.finish()
            guard try contents(of: part) == written else {
                throw CatalogueError.failed(path: target, .system(errno: EIO))
            }
        } catch {
            throw error.naming(target, insteadOf: part).naming(target, insteadOf: draft)
        }
        if !isThere { return try Store.nameBackup(part, target) }
        if isStore(target) { return try Store.replace(target, by: part) }
        guard rename(part, target) == 0 else { throw .writing(target, errno) }
    }

    /// Leaves out what is removed meanwhile.
    private static func add(
        _ names: [String], in folder: String, as prefix: String, to writer: TarWriter
    ) throws(CatalogueError) {
        for name in names {
            do throws(CatalogueError) {
                try writer.add("\(folder)/\(name)", as: prefix + name)
            } catch .unreadable(_, ENOENT) {}
        }
    }

    /// The pictures that a site has made of photos. What was sent has the camera's metadata, and is taken only while
    /// there is no picture of it.
    private static func waitingFiles(besideStore path: String) -> [String] {
        let folder = Store.photos(besideStore: path)
        let names = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).subtracting([
            "kept"
        ])
        return names.filter { $0.hasSuffix(".jpg") || !names.contains("\($0).jpg") }.sorted()
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
