// Backup and restore. Nothing is replaced before the new file has been checked.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Copies the store as it is at this moment, even while others use it. The copy gets its name, and replaces an
    /// earlier one, only after both the store and the copy have been read and found intact.
    ///
    /// - Parameter replacing: whether an existing store of that name may be replaced.
    /// - Throws: `backupExists`, `replacesNoStore`, `ontoItself`, `amongPhotos`, `unsound`, and errors of the target's folder
    ///   (`noFolder`, `cannotWrite`, `full`, `beingWritten`).
    public func backUp(to target: String, replacing: Bool = false) throws(CatalogueError) {
        try Self.checkName(target)
        try checkBackup(target)
        if FileManager.default.fileExists(atPath: target) {
            guard replacing else { throw .backupExists(path: target) }
            guard Self.isStore(target) else { throw .replacesNoStore(path: target) }
        }
        try ensureSound()
        try writeCopy(to: Self.resolved(target))
    }

    /// Replaces the store at `target` with a copy of this one. The replaced store is kept under another name, with
    /// its log.
    ///
    /// - Parameter prepare: is called once nobody else can use the store at `target`, before it is replaced.
    /// - Returns: where the replaced store is now; `nil` if there was none.
    /// - Throws: `ontoItself`, `unsound`, `busy` if the store at `target` is open elsewhere, `beingWritten` if it is being
    ///   restored already.
    package func restore(
        to target: String, date: Date = .now, prepare: () throws(CatalogueError) -> Void = {}
    ) throws(CatalogueError) -> String? {
        try Self.checkName(target)
        if owns(target) { throw .ontoItself(path: target) }
        try ensureSound()
        let place = Self.resolved(target)
        let isThere = FileManager.default.fileExists(atPath: place)
        let aside = isThere ? Self.asideName(for: place, date) : nil
        try writeCopy(to: place, isRestored: true) { () throws(CatalogueError) in
            guard let aside else { return try prepare() }
            try Self.setAside(place, as: aside, prepare)
        }
        return aside
    }

    private func ensureSound() throws(CatalogueError) {
        let problems = try check().filter(\.isDamage)
        guard problems.isEmpty else { throw .unsound(path: path, problems) }
    }

    /// - Parameters:
    ///   - isRestored: whether it replaces a store that may have sent devices later events.
    ///   - makeRoom: is called when the copy is complete, before it gets its name.
    private func writeCopy(
        to target: String, isRestored: Bool = false, makeRoom: () throws(CatalogueError) -> Void = {}
    ) throws(CatalogueError) {
        let replaced = access(target, F_OK) == 0 ? target : nil
        try Self.writeWhole(to: target, source: path, makeRoom: makeRoom) { part in
            Self.makeEmpty(part, like: replaced ?? path, replaces: replaced != nil)
            try database.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [part.sqlitePath])
            }
            if isRestored {
                try DatabaseQueue(path: part.sqlitePath).write { db in
                    try db.execute(sql: "UPDATE feed SET epoch = abs(random() % 1000000000000)")
                }
            }
        }
    }

    /// A copy has the permissions of the file that it replaces, or otherwise of the original, if the file system
    /// supports that. If root replaces a service's store, the service still owns it.
    static func makeEmpty(_ path: String, like model: String, replaces: Bool) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // SQLite opens it next and will report the error.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard stat(model, &status) == 0 else { return }
        if replaces { _ = fchown(descriptor, status.st_uid, status.st_gid) }
        fchmod(descriptor, status.st_mode & 0o777 | 0o600)
    }

    /// - Parameters:
    ///   - source: the file to name if SQLite reports damage; `nil` for the new store itself.
    ///   - makeRoom: is called when the new store is complete, before it gets its name.
    ///   - make: creates a store under another name.
    static func writeWhole(
        to target: String, source: String? = nil,
        makeRoom: () throws(CatalogueError) -> Void = {}, _ make: (String) throws -> Void
    ) throws(CatalogueError) {
        try checkName(target)
        if let error = CatalogueError.unwritableFolder(of: target) { throw error }
        let folder = try DraftFolder.partial(of: target)
        defer { folder.remove() }
        let part = folder.file(DraftFolder.store)
        do {
            try make(part)
            let problems = try Store(path: part).check().filter(\.isDamage)
            guard problems.isEmpty else { throw CatalogueError.unsound(path: target, problems) }
            try Self.synchronise(part)
            try makeRoom()
            let covers = [part, target].map(CoverFile.path)
            if access(covers[0], F_OK) == 0 {
                try Self.synchronise(covers[0])
                try move(covers[0], to: covers[1])
            }
            guard rename(part, target) == 0 else {
                throw CatalogueError.cannotOpen(path: target, .system(errno: errno))
            }
            try? Self.synchronise(URL(filePath: target).deletingLastPathComponent().path)
        } catch {
            let isSource = (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT
            throw CatalogueError(error, path: isSource ? source ?? target : target).naming(
                target, insteadOf: part)
        }
    }

    /// The old store keeps its name until the new one replaces it, so that there is a store at every moment, even
    /// after a kill. Does not wait: a store that is open elsewhere is not replaced.
    private static func setAside(
        _ store: String, as aside: String, _ prepare: () throws(CatalogueError) -> Void
    ) throws(CatalogueError) {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        do {
            let queue = try DatabaseQueue(path: store.sqlitePath, configuration: configuration)
            try queue.inDatabase { db in
                // Exclusively, and with its log checkpointed.
                try db.execute(sql: "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
                defer { try? db.execute(sql: "ROLLBACK") }
                try prepare()
                try name(store, aside)
            }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            throw CatalogueError(error, path: store)
        } catch is DatabaseError {
            // Too damaged to be opened: it is kept as it is, with its log.
            try prepare()
            try name(store, aside)
            for suffix in ["-wal", "-shm"] where access(store + suffix, F_OK) == 0 {
                try move(store + suffix, to: aside + suffix)
            }
        } catch {
            throw CatalogueError(error, path: store)
        }
    }

    /// If the file system has no hard links, the file is moved.
    private static func name(_ file: String, _ name: String) throws(CatalogueError) {
        if link(file, name) != 0 { try move(file, to: name) }
    }

    private static func move(_ file: String, to name: String) throws(CatalogueError) {
        guard rename(file, name) == 0 else { throw .cannotOpen(path: name, .system(errno: errno)) }
    }

    private static func asideName(for store: String, _ date: Date) -> String {
        let moment = date.formatted(
            .verbatim(
                "\(year: .defaultDigits)\(month: .twoDigits)\(day: .twoDigits)-\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)\(second: .twoDigits)",
                timeZone: .current, calendar: Calendar(identifier: .gregorian)))
        let names = ["\(store).replaced-\(moment)"] + (2...99).map { "\(store).replaced-\(moment)-\($0)" }
        return names.first { access($0, F_OK) != 0 } ?? names[0]
    }

    /// Whether a file is the database, its log, its shared memory, or that of its covers.
    package func owns(_ file: String) -> Bool {
        [path, path + "-wal", path + "-shm", coverFile.path].compactMap(FileIdentity.init).contains {
            $0 == FileIdentity(path: file)
        }
    }

    /// The folder in which a site keeps photos. It removes other files from it.
    package static func photos(besideStore path: String) -> String { path + ".photos" }

    /// - Throws: `ontoItself`, `amongPhotos`.
    package func checkBackup(_ target: String) throws(CatalogueError) {
        if owns(target) { throw .ontoItself(path: target) }
        if target.isInside(Self.photos(besideStore: path)) { throw .amongPhotos(path: target) }
    }

    /// By the header of the file.
    private static func isStore(_ path: String) -> Bool {
        guard let head = try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 72),
            head.count == 72
        else { return false }
        let id = head[68...].reduce(0) { $0 << 8 | Int($1) }
        return head.starts(with: "SQLite format 3\0".utf8) && id == Schema.applicationID
    }

    /// Flushes the file to the disk.
    private static func synchronise(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CatalogueError.cannotOpen(path: path, .system(errno: errno)) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CatalogueError.writing(path, errno) }
    }

    /// Resolved, so that a link remains one.
    package static func resolved(_ path: String) -> String {
        guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil,
            let real = realpath(path, nil)
        else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
