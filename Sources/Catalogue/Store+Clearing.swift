// Removing what was deleted from the store's file, its log and the gaps of its pages.
import Foundation
package import GRDB

extension Store {
    /// Whatever `body` deletes, and what was deleted before, is also removed from the file's free space and its log.
    package func overwritingDeletedData<Value>(_ body: (Database) throws -> Value) throws(CatalogueError)
        -> Value
    {
        let value = try write(body)
        _ = try emptyLog()
        return value
    }

    /// - Returns: `false` if a reader uses an older snapshot: then the log stays.
    private func emptyLog() throws(CatalogueError) -> Bool {
        try alone { db in
            // The first column tells whether it was emptied.
            for _ in 0..<3 where try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0 {
                return true
            }
            return false
        }
    }

    /// Tasks of `clearPageGaps`; besides, there is one for each person who was forgotten.
    private enum Clearing {
        /// Due only with that of a person: a version that did not clear free space wrote to the file.
        static let formerPages = "vacuum"
        /// The file is rewritten, but its former pages stay until the log is emptied.
        static let log = "vacuumed"
    }

    /// Rewrites the file (`VACUUM`), if that is due because a person was forgotten: secure deletion clears rows, but not
    /// the copies that stay in the gaps of a page when SQLite moves rows to another one. Reading goes on meanwhile;
    /// writing waits, but not that of tasks with a `QueryLimit`, which fails with `busy`.
    ///
    /// - Returns: `false` if it is to be tried again, because there is no disk space for copies, or the store is in use.
    public func clearPageGaps() throws(CatalogueError) -> Bool {
        let tasks = try query { db in
            try db.all("SELECT task FROM upkeep WHERE task GLOB 'vacuum*'") { $0["task"] as String }
        }
        guard tasks.contains(where: { $0 != Clearing.formerPages }) else { return true }
        let isRewritten = tasks.allSatisfy { [Clearing.formerPages, Clearing.log].contains($0) }
        guard isRewritten || hasRoomForCopies(temporary: Self.temporaryFolder()) else { return false }
        writer.isRewriting.store(true, ordering: .relaxed)
        defer { writer.isRewriting.store(false, ordering: .relaxed) }
        do {
            if !isRewritten {
                try alone { db in try db.execute(sql: "VACUUM") }
                // Another person may have been forgotten meanwhile.
                try write { db in
                    for task in tasks { try db.run("DELETE FROM upkeep WHERE task = ?", task) }
                    try db.run("INSERT OR IGNORE INTO upkeep (task) VALUES (?)", Clearing.log)
                }
            }
            guard try emptyLog() else { return false }
            try write { db in try db.run("DELETE FROM upkeep WHERE task = ?", Clearing.log) }
            return true
        } catch {
            switch error {
            case .full, .busy: return false
            default: throw error
            }
        }
    }

    /// SQLite writes the whole store to a temporary file, and then to the log.
    ///
    /// - Parameter temporary: the folder of that file.
    func hasRoomForCopies(temporary: String) -> Bool {
        var (own, other) = (stat(), stat())
        let isOneDisk =
            stat(path, &own) == 0 && stat(temporary, &other) == 0 && own.st_dev == other.st_dev
        return [path, temporary].allSatisfy { place in
            var disk = statvfs()
            guard statvfs(place, &disk) == 0 else { return true }
            let free = Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
            return free > (isOneDisk ? 2 : 1) * bytes + 16 << 20
        }
    }

    /// Where SQLite makes temporary files: see its "Temporary Files Used By SQLite", section 5.
    static func temporaryFolder(_ environment: [String: String] = ProcessInfo.processInfo.environment)
        -> String
    {
        let folders = [environment["SQLITE_TMPDIR"], environment["TMPDIR"], "/var/tmp", "/usr/tmp", "/tmp"]
        return folders.compactMap(\.self).first { folder in
            var status = stat()
            return stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
                && access(folder, W_OK | X_OK) == 0
        } ?? "."
    }
}
