// Opens a read-only store through a writable copy: SQLite needs to write beside a store even to read it, and opening it
// as immutable would be wrong if its owner changes it meanwhile. Dry runs write to a copy, too.
import Books
import Foundation
internal import GRDB

/// In a folder of its own with permissions for its owner only, until `remove()`.
struct StoreCopy {
    private let path: String
    private let folder: URL

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bookzone-\(UUID().uuidString)")
        path = folder.appending(path: "catalogue.sqlite").path
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    /// Of a store that is open here.
    init(of database: any DatabaseReader) throws {
        try self.init()
        var configuration = Configuration()
        // The copy need not survive a power failure.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = OFF") }
        do { try database.backup(to: DatabaseQueue(path: path, configuration: configuration)) } catch {
            remove()
            throw error
        }
    }

    /// Consistent at one moment, including its write-ahead log.
    init(of store: String) throws {
        try self.init()
        // SQLite's files are beside the store itself, not beside a link to it.
        let store = URL(filePath: store).resolvingSymlinksInPath().path
        do {
            for _ in 1...Self.tries {
                if try copyInUse(store) { return }
                if try copyAtRest(store) { return }
                Thread.sleep(forTimeInterval: 0.05)
            }
            throw CatalogueError.busy(path: store, .system(errno: EBUSY))
        } catch {
            remove()
            throw error
        }
    }

    private static let tries = 20

    /// Checkpoints the log. The copy needs no file beside it from then on.
    func open() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path)
        try queue.inDatabase { db in
            // As much memory for pages as the store's own connections have.
            try db.execute(
                sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384")
        }
        return queue
    }

    /// Unlinks the file; open descriptors stay valid.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// If the store is open elsewhere, SQLite's shared memory coordinates the copy.
    ///
    /// - Returns: `false` if it is not open elsewhere.
    private func copyInUse(_ store: String) throws -> Bool {
        guard access(store + "-shm", R_OK) == 0, access(store + "-wal", R_OK) == 0 else { return false }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        do {
            let queue = try DatabaseQueue(path: store.sqlitePath, configuration: configuration)
            try queue.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [path]) }
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            // Just closed by the other process.
            try? FileManager.default.removeItem(atPath: path)
            return false
        }
    }

    /// - Returns: `false` if somebody opened or changed it meanwhile.
    private func copyAtRest(_ store: String) throws -> Bool {
        let before = Self.states(store)
        for suffix in ["", "-wal"] where access(store + suffix, F_OK) == 0 {
            try? FileManager.default.removeItem(atPath: path + suffix)
            try FileManager.default.copyItem(atPath: store + suffix, toPath: path + suffix)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + suffix)
        }
        return before == Self.states(store)
    }

    private struct State: Equatable {
        var file: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    /// Identities of the database, its log and its shared memory; `nil` for a missing file.
    private static func states(_ store: String) -> [State?] {
        ["", "-wal", "-shm"].map { suffix in
            var status = stat()
            guard stat(store + suffix, &status) == 0 else { return nil }
            return State(
                file: UInt64(status.st_ino), size: Int64(status.st_size), seconds: Int(status.st_mtim.tv_sec),
                nanoseconds: Int(status.st_mtim.tv_nsec))
        }
    }
}
