// Copies of stores: a read-only store is read from one, since SQLite needs to write beside a store even to read it, and
// dry runs write to one.
import Books
import Foundation
internal import GRDB

/// In a file of SQLite's that has no name, so that a process that is killed leaves nothing of a store.
enum StoreCopy {
    private static let tries = 20

    /// Of a store that is open here.
    ///
    /// - Parameter store: is what errors name.
    static func make(of database: any DatabaseReader, _ store: String) throws -> DatabaseQueue {
        let copy = try DatabaseQueue(path: "")
        // It need not survive a power failure.
        try copy.inDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        }
        do { try database.backup(to: copy) } catch let error as DatabaseError
            where CatalogueError.isOfFullDisk(error)
        {
            // Of temporary files: nothing else is written.
            throw CatalogueError.unreadable(path: store, errno: ENOSPC)
        }
        // From now on, as much memory for pages as the store's own connections have.
        try copy.inDatabase { db in try db.execute(sql: "PRAGMA cache_size = -16384") }
        return copy
    }

    /// Consistent at one moment, including its write-ahead log.
    static func make(of path: String) throws -> DatabaseQueue {
        // SQLite's files are beside the store itself, not beside a link to it.
        let store = URL(filePath: path).resolvingSymlinksInPath().path
        for _ in 1...tries {
            if let copy = try copyInUse(store, path) ?? copyAtRest(store, path) { return copy }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw CatalogueError.busy(path: path, .system(errno: EBUSY))
    }

    /// If the store is open elsewhere, SQLite's shared memory coordinates the copy.
    ///
    /// - Parameter name: is what errors name.
    /// - Returns: `nil` if it is not open elsewhere.
    private static func copyInUse(_ store: String, _ name: String) throws -> DatabaseQueue? {
        guard access(store + "-shm", R_OK) == 0, access(store + "-wal", R_OK) == 0 else { return nil }
        do {
            return try copy(of: name, at: store.sqlitePath, waiting: 10)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            // Just closed by the other process.
            return nil
        }
    }

    /// - Returns: `nil` if somebody opened or changed it meanwhile.
    private static func copyAtRest(_ store: String, _ name: String) throws -> DatabaseQueue? {
        let before = stamps(store)
        do {
            let hasLog = (before[1]?.size ?? 0) > 0
            let copy = try hasLog ? copyWithLog(store, name) : copy(of: name, at: store.immutableSQLitePath)
            return before == stamps(store) ? copy : nil
        } catch  where before != stamps(store) {
            return nil
        }
    }

    /// - Parameter seconds: for which to wait for another process.
    private static func copy(
        of store: String, at path: String, waiting seconds: Double = 0
    ) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(seconds)
        return try make(of: DatabaseQueue(path: path, configuration: configuration), store)
    }

    /// SQLite finds the log by its name.
    private static func copyWithLog(_ store: String, _ name: String) throws -> DatabaseQueue {
        let folder: LockedFolder
        do throws(LockedFolder.Failure) { folder = try .scratch() } catch {
            let code = if case .system(let code) = error { code } else { EBUSY }
            throw CatalogueError.cannotOpen(path: name, .system(errno: code))
        }
        defer { folder.remove() }
        let path = "\(folder.path)/catalogue.sqlite"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: store + suffix, toPath: path + suffix)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + suffix)
        }
        return try make(of: DatabaseQueue(path: path), name)
    }

    /// Of the database, its log and its shared memory; `nil` for a missing file.
    private static func stamps(_ store: String) -> [FileStamp?] {
        ["", "-wal", "-shm"].map { suffix in
            var status = stat()
            guard stat(store + suffix, &status) == 0 else { return nil }
            return FileStamp(status)
        }
    }
}
