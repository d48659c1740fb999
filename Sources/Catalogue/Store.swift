// The catalogue in one SQLite file: opening it, and the one way in and out that every topic's extension uses.
import Books
import Foundation
import GRDB

/// Books, lists, comments and what look-ups and scans are to remember.
///
/// Every call is one transaction: done and kept when it returns, or not done at all. Several processes may have
/// the same store open.
public final class Store: Sendable {
    public let path: String
    let queue: DatabaseQueue

    /// Opens the store at `path`, brings an older one up to date, and makes a new one where there is none.
    ///
    /// - Parameter mustExist: throws `missing` instead of making a new store.
    public convenience init(path: String, mustExist: Bool = false) throws(CatalogueError) {
        try self.init(path: path, mustExist: mustExist, version: Schema.version)
    }

    /// `$XDG_DATA_HOME/bookzone/catalogue.sqlite`, with `~/.local/share` where that is not set.
    public static func defaultPath(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return data + "/bookzone/catalogue.sqlite"
    }

    init(path: String, mustExist: Bool = false, version: Int) throws(CatalogueError) {
        if mustExist, !FileManager.default.fileExists(atPath: path) { throw .missing(path: path) }
        self.path = path
        do {
            if path == Self.defaultPath() { try Self.makeFolder(for: path) }
            do {
                queue = try Self.open(path, version: version)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
                // A full disk has no room for the memory that processes share; one by itself needs none.
                queue = try Self.open(path, version: version, isShared: false)
            }
        } catch {
            throw CatalogueError(error, path: path)
        }
    }

    private static func open(_ path: String, version: Int, isShared: Bool = true) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "catalogue"
        configuration.busyMode = .timeout(patience)
        if !isShared {
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { db in
            let schema = Schema(path: path)
            try schema.recognise(db)
            // A comment is dear to who wrote it: FULL keeps it through a power cut too.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try useWriteAheadLog(db)
            try schema.upgrade(db, to: version)
        }
        return queue
    }

    /// Seconds to wait for another process.
    private static let patience = 10.0

    /// SQLite does not wait by itself when several processes want this of a new file at once.
    private static func useWriteAheadLog(_ db: Database) throws {
        let end = Date(timeIntervalSinceNow: patience)
        while true {
            do {
                return try db.execute(sql: "PRAGMA journal_mode = WAL")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && Date() < end {
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    private static func makeFolder(for path: String) throws {
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    /// For a single statement.
    func query<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
        do { return try queue.inDatabase(body) } catch { throw CatalogueError(error, path: path) }
    }

    /// For several statements: all that `body` reads is of one moment.
    func read<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
        try transaction(.deferred, body)
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
        try transaction(.immediate, body)
    }

    private func transaction<Value>(
        _ kind: Database.TransactionKind, _ body: (Database) throws -> Value
    ) throws(CatalogueError) -> Value {
        do {
            return try queue.inDatabase { db in
                try db.beginTransaction(kind)
                do {
                    let value = try body(db)
                    try db.commit()
                    return value
                } catch {
                    try? db.rollback()
                    throw error
                }
            }
        } catch {
            throw CatalogueError(error, path: path)
        }
    }
}

extension Database {
    /// Runs a statement that stays prepared for the next time.
    func run(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
    }

    /// The one number that a statement asks for; `nil` when there is no row.
    func number(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> Int64? {
        try Int64.fetchOne(cachedStatement(sql: sql), arguments: StatementArguments(values))
    }

    /// The rows of a statement that stays prepared, each decoded.
    func all<Value>(
        _ sql: String, _ values: (any DatabaseValueConvertible)?..., decode: (Row) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(values))
        var decoded: [Value] = []
        while let row = try rows.next() { decoded.append(try decode(row)) }
        return decoded
    }

    /// The first row, decoded; `nil` when there is none.
    func first<Value>(
        _ sql: String, _ values: (any DatabaseValueConvertible)?..., decode: (Row) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(values))
        return try rows.next().map(decode)
    }
}

extension Date {
    /// As the store keeps moments: whole seconds since 1970.
    var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }

    init(seconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(seconds)) }
}
