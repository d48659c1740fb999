// SQLite's own shell, which does no more than what it is told.
import Foundation

struct Shell {
    let database: URL

    func removeDatabase() {
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: database.path + suffix)
        }
    }

    func time(_ statements: String) throws -> Duration {
        let script = database.appendingPathExtension("sql")
        try Data(statements.utf8).write(to: script)
        return try time(script: script)
    }

    /// Of one session that reads these statements, and writes what they give to nowhere.
    func time(script: URL) throws -> Duration {
        let session = Process()
        session.executableURL = URL(filePath: "/usr/bin/env")
        session.arguments = ["sqlite3", database.path]
        session.standardInput = try FileHandle(forReadingFrom: script)
        session.standardOutput = FileHandle.nullDevice
        let time = try ContinuousClock().measure {
            try session.run()
            session.waitUntilExit()
        }
        guard session.terminationStatus == 0 else { throw Unexpected() }
        return time
    }
}
