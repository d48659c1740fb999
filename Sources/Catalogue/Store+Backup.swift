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
        let isThere = FileManager.default.fileExists(atPath: target)
        if isThere {
            guard replacing else { throw .backupExists(path: target) }
            guard Self.isStore(target) else { throw .replacesNoStore(path: target) }
        }
        try ensureSound()
        let place = Self.resolved(target)
        try writeCopy(to: place) { part throws(CatalogueError) in
            if isThere { return try Self.replace(place, by: part) }
            Self.removeLog(of: place)
            try Self.nameBackup(part, place)
        }
    }

    /// Gives a new backup its name.
    ///
    /// - Throws: `backupExists`, if there is one meanwhile.
    package static func nameBackup(_ part: String, _ target: String) throws(CatalogueError) {
        do throws(CatalogueError) { try name(part, target) } catch .occupied {
            throw .backupExists(path: target)
        }
    }

    /// Replaces the store at `target` with a copy of this one. The replaced store is kept under another name, with
    /// its log.
    ///
    /// - Parameter prepare: is called once nobody else can use the store at `target`, before it is replaced.
    /// - Returns: where the replaced store is now; `nil` if there was none.
    /// - Throws: `ontoItself`, `unsound`, `busy` if the store at `target` is open elsewhere, `beingWritten` if it is being
    ///   restored already, `occupied` if somebody makes one there meanwhile.
    package func restore(
        to target: String, date: Date = .now, prepare: () throws(CatalogueError) -> Void = {}
    ) throws(CatalogueError) -> String? {
        try Self.checkName(target)
        if owns(target) { throw .ontoItself(path: target) }
        try ensureSound()
        let place = Self.resolved(target)
        let isThere = FileManager.default.fileExists(atPath: place)
        let aside = isThere ? Self.asideName(for: place, date) : nil
        try writeCopy(to: place, isRestored: true) { part throws(CatalogueError) in
            if let aside { return try Self.replace(place, by: part, keptAs: aside, prepare) }
            try prepare()
            Self.removeLog(of: place)
            try Self.name(part, place)
        }
        return aside
    }

    private func ensureSound() throws(CatalogueError) {
        let problems = try check().filter(\.isDamage)
        guard problems.isEmpty else { throw .unsound(path: path, problems) }
    }

    /// - Parameters:
    ///   - isRestored: whether it replaces a store that may have sent devices later events.
    ///   - putInPlace: gives the complete copy its name.
    private func writeCopy(
        to target: String, isRestored: Bool = false, putInPlace: (String) throws(CatalogueError) -> Void
    ) throws(CatalogueError) {
        let replaced = access(target, F_OK) == 0 ? target : nil
        try Self.writeWhole(to: target, source: path, putInPlace: putInPlace) { part in
            Self.makeEmpty(part, like: replaced ?? path, replaces: replaced != nil)
            try database.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [part.sqlitePath])
            }
            if isRestored {
                try DatabaseQueue(path: part.sqlitePath).write { db in try db.restartFeed() }
            }
        }
    }

    /// A copy has the permissions of the file that it replaces, or otherwise of the original, if the file system
    /// supports that; with accounts in it, others have none (`writeWhole`). If root replaces a service's store, the service still owns it.
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
    ///   - putInPlace: gives the new store its name, when it is complete.
    ///   - make: creates a store under another name.
    static func writeWhole(
        to target: String, source: String? = nil, putInPlace: (String) throws(CatalogueError) -> Void,
        _ make: (String) throws -> Void
    ) throws(CatalogueError) {
        try checkName(target)
        if let error = CatalogueError.unwritableFolder(of: target) { throw error }
        let folder = try DraftFolder.partial(of: target)
        defer { folder.remove() }
        let part = folder.file(DraftFolder.store)
        do {
            try make(part)
            try finish(Store(path: part), for: target)
            try Self.synchronise(part)
            try putInPlace(part)
            try? Self.synchronise(URL(filePath: target).deletingLastPathComponent().path)
        } catch {
            let isSource = (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT
            throw CatalogueError(error, path: isSource ? source ?? target : target).naming(
                target, insteadOf: part)
        }
    }

    /// Checks a new store. Others have no rights on one with accounts.
    private static func finish(_ made: Store, for target: String) throws(CatalogueError) {
        let problems = try made.check().filter(\.isDamage)
        guard problems.isEmpty else { throw CatalogueError.unsound(path: target, problems) }
        if try made.hasAccounts() { _ = closeToOthers(OpenFiles(paths: [made.path])) }
    }

    /// Replaces a store, unless it is open elsewhere. It keeps its name until then, so that there is a store at every
    /// moment, even after a kill. It is replaced while it is locked: whoever waited for it learns from SQLite that the file
    /// has moved, and makes no log for it, which by its name would be the new store's.
    ///
    /// - Parameters:
    ///   - part: a complete file.
    ///   - aside: another name that the store keeps; `nil` if it goes.
    ///   - prepare: is called once nobody else can use it.
    package static func replace(
        _ store: String, by part: String, keptAs aside: String? = nil,
        _ prepare: () throws(CatalogueError) -> Void = {}
    ) throws(CatalogueError) {
        let hasLog = access(store + "-wal", F_OK) == 0
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        do {
            let queue = try DatabaseQueue(path: store.sqlitePath, configuration: configuration)
            try queue.inDatabase { db in
                // Exclusively, and with its log checkpointed.
                try db.execute(sql: "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
                defer { try? db.execute(sql: "ROLLBACK") }
                try prepare()
                try exchange(store, for: part, keptAs: aside)
            }
        } catch let error as DatabaseError where nobodyOpens(store, error, hasLog) {
            // Kept as it is, with its log.
            try prepare()
            for suffix in ["-wal", "-shm"] where access(store + suffix, F_OK) == 0 {
                if let aside { try move(store + suffix, to: aside + suffix) } else { unlink(store + suffix) }
            }
            try exchange(store, for: part, keptAs: aside)
        } catch {
            throw CatalogueError(error, path: store)
        }
    }

    /// Whether a store is too damaged to be opened, or is a file that nobody writes.
    private static func nobodyOpens(_ store: String, _ error: DatabaseError, _ hasLog: Bool) -> Bool {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
        case .SQLITE_IOERR: !CatalogueError.isOfFullDisk(error)
        case .SQLITE_READONLY: !hasLog && access(store, W_OK) != 0
        default: false
        }
    }

    private static func exchange(
        _ store: String, for part: String, keptAs aside: String?
    ) throws(CatalogueError) {
        // If the file system has no hard links, the file is moved.
        if let aside, link(store, aside) != 0 { try move(store, to: aside) }
        do throws(CatalogueError) { try move(part, to: store) } catch {
            // Back, or only the second name goes.
            if let aside {
                rename(aside, store)
                unlink(aside)
            }
            throw error
        }
    }

    /// What a store that was removed has left would be taken for the log of the next one of its name.
    static func removeLog(of store: String) {
        if access(store, F_OK) == 0 { return }
        for suffix in ["-wal", "-shm", "-journal"] { unlink(store + suffix) }
    }

    /// Gives a file its name, if there is none of that name.
    ///
    /// - Throws: `occupied`, if there is.
    static func name(_ part: String, _ file: String) throws(CatalogueError) {
        if link(part, file) == 0 {
            unlink(part)
            return
        }
        // The file system may have no hard links.
        if access(file, F_OK) == 0 { throw .occupied(path: file) }
        try move(part, to: file)
    }

    private static func move(_ file: String, to name: String) throws(CatalogueError) {
        guard rename(file, name) == 0 else { throw .cannotOpen(path: name, .system(errno: errno)) }
    }

    static func asideName(for store: String, _ date: Date) -> String {
        let moment = date.formatted(
            .verbatim(
                "\(year: .defaultDigits)\(month: .twoDigits)\(day: .twoDigits)-\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)\(second: .twoDigits)",
                timeZone: .current, calendar: Calendar(identifier: .gregorian)))
        let names = ["\(store).replaced-\(moment)"] + (2...99).map { "\(store).replaced-\(moment)-\($0)" }
        return names.first { access($0, F_OK) != 0 } ?? names[0]
    }

    /// Whether a file is the database, its log, its shared memory, or that of its covers.
    package func owns(_ file: String) -> Bool {
        let place = Self.resolved(path)
        return [place, place + "-wal", place + "-shm", coverFile.path].compactMap(FileIdentity.init).contains
        {
            $0 == FileIdentity(path: file)
        }
    }

    /// The paths of the stores to which a file or a folder of this name belongs, if they exist.
    package static func places(owning file: String) -> [String] {
        var file = file[...]
        while file.count > 1, file.hasSuffix("/") { file.removeLast() }
        func without(_ endings: [String], _ name: Substring) -> Substring? {
            endings.first(where: name.hasSuffix).map { name.dropLast($0.count) }
        }
        // Of the store, or of its covers.
        let database = without(["-wal", "-shm", "-journal"], file)
        let store = without([".covers"], database ?? file) ?? without([".photos", ".references"], file)
        return [database, store].compactMap { $0.map(String.init) }
    }

    /// The folder in which a site keeps photos. It removes other files from it.
    package static func photos(besideStore path: String) -> String { resolved(path) + ".photos" }

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
    static func synchronise(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CatalogueError.cannotOpen(path: path, .system(errno: errno)) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CatalogueError.writing(path, errno) }
    }

    /// The file that a link leads to, even if there is none, so that a link remains one and a store has the same files beside
    /// it under every name; any other path as it is.
    package static func resolved(_ path: String) -> String {
        var place = path
        // As many as Linux follows.
        for _ in 0..<40 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
                return place
            }
            if let real = realpath(place, nil) {
                defer { free(real) }
                return String(validatingCString: real) ?? path
            }
            let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
            place = target.hasPrefix("/") ? target : folder + target
        }
        return path
    }
}
