// The catalogue in one SQLite file: opening it, and transactions.
import Books
import CSQLiteSetup
import Foundation
package import GRDB

/// Books, lists, comments, and the results of look-ups and scans.
///
/// Every call is one transaction: committed when it returns, or rolled back. Several processes may have the same
/// store open.
public final class Store: Sendable {
    public let path: String
    /// The file or its folder is not writable: reads see the state at the time of opening.
    public let isReadOnly: Bool
    let database: any DatabaseWriter
    let coverFile: CoverFile
    let writer: WriterState
    /// Which file was opened; `nil` if it has no name.
    private let file: FileIdentity?
    private let recorder: ChangeRecorder?
    /// Of what is recorded through this store.
    let batch: ChangeBatch?

    /// What to do if there is no store yet. An empty file is none if a store may be made, as for SQLite.
    public enum IfMissing: Sendable {
        case refuse, make
        /// Also create the folder, with permissions for its owner only.
        case makeWithFolder
    }

    /// Opens the store at `path`, and upgrades an older one. If it is not writable, its current state is read and
    /// nothing is changed.
    ///
    /// - Parameter readers: how many threads may read at the same time, besides one that writes; with 1 all wait for
    ///   each other.
    /// - Throws: `missing`, with `refuse`; `emptied` for an empty file with `refuse`, or where a store has been; and errors
    ///   of opening the file.
    public convenience init(
        path: String, ifMissing: IfMissing = .make, readers: Int = 1
    ) throws(CatalogueError) {
        try self.init(path: path, ifMissing: ifMissing, version: Schema.version, readers: readers)
    }

    /// Opens a backup. It stays as it is: a copy of it is read, and upgraded if it is older.
    ///
    /// - Throws: as `init(path:)` for a store that must exist; `notAStore` also for an empty file.
    package convenience init(backup path: String) throws(CatalogueError) {
        try self.init(path: path, ifMissing: .refuse, version: Schema.version, isBackup: true)
    }

    init(
        path: String, ifMissing: IfMissing = .make, version: Int, readers: Int = 1, isBackup: Bool = false
    ) throws(CatalogueError) {
        try Self.checkName(path)
        self.path = path
        writer = WriterState()
        recorder = nil
        batch = nil
        let isThere = access(path, F_OK) == 0
        if !isThere, errno == EACCES { throw .cannotOpen(path: path, .system(errno: EACCES)) }
        if !isThere, ifMissing == .refuse { throw .missing(path: path) }
        var status = stat()
        if isThere, stat(path, &status) == 0 {
            // SQLite would treat a device as an empty store.
            if status.st_mode & S_IFMT != S_IFREG { throw .notAStore(path: path) }
            // So is the file of a store that another process is making, but nothing belongs to it yet.
            if status.st_size == 0, !isBackup, ifMissing == .refuse || Self.hasCompanions(path) {
                throw .emptied(path: path)
            }
        }
        if isThere, access(path, R_OK) != 0 { throw .cannotOpen(path: path, .system(errno: errno)) }
        isReadOnly = isThere && (isBackup || !Self.isWritable(path))
        coverFile = CoverFile(besideStore: path, isReadOnly: isReadOnly)
        do {
            if isReadOnly {
                file = nil
                database = try Self.openCopy(of: path, version: version, mayBeEmpty: !isBackup)
                return
            }
            if ifMissing == .makeWithFolder { try Self.makeFolder(for: path) }
            (database, file) = try Self.openPresent(path, version: version, readers: readers)
        } catch {
            throw CatalogueError(error, path: path)
        }
    }

    /// Whether changes or covers of a store that was here remain. SQLite would remove changes beside an empty file.
    private static func hasCompanions(_ path: String) -> Bool {
        [resolved(path) + "-wal", CoverFile.path(besideStore: path)].contains { file in
            var status = stat()
            return stat(file, &status) == 0 && status.st_size > 0
        }
    }

    init(_ store: Store, recorder: ChangeRecorder?, batch: ChangeBatch?) {
        path = store.path
        isReadOnly = store.isReadOnly
        database = store.database
        coverFile = store.coverFile
        writer = store.writer
        file = store.file
        self.recorder = recorder
        self.batch = batch
    }

    private init(path: String, in database: DatabaseQueue) {
        self.path = path
        isReadOnly = false
        self.database = database
        coverFile = CoverFile(besideStore: path, isReadOnly: true)
        writer = WriterState()
        file = nil
        recorder = nil
        batch = nil
    }

    /// Whether the file was moved or replaced since it was opened. Other programs then use another store, or none.
    public var isReplaced: Bool { file.map { $0 != FileIdentity(path: path) } ?? false }

    /// An empty store in memory, as the one that opening `path` would create.
    public static func empty(insteadOf path: String) throws(CatalogueError) -> Store {
        do {
            let queue = try DatabaseQueue()
            try queue.inDatabase { db in try Schema(path: path).upgrade(db, to: Schema.version) }
            return Store(path: path, in: queue)
        } catch {
            throw CatalogueError(error, path: path)
        }
    }

    /// The present state in a file of its own, which has no name any more and goes with the last use of the copy.
    /// Changes of it leave this store and its history alone, and need no lock of it.
    func temporaryCopy() throws(CatalogueError) -> Store {
        do {
            return Store(path: path, in: try StoreCopy.make(of: database, path))
        } catch {
            throw CatalogueError(error, path: path)
        }
    }

    /// A store that is replaced while it is opened is opened again: what is written to the other file is lost.
    private static func openPresent(
        _ path: String, version: Int, readers: Int
    ) throws -> (any DatabaseWriter, FileIdentity?) {
        let end = Date(timeIntervalSinceNow: timeout)
        repeat {
            let before = FileIdentity(path: path)
            do {
                let database = try openWithAnySpace(path, version: version, readers: readers)
                let after = FileIdentity(path: path)
                // A new store has no file before. From here on, it is not replaced while it is open.
                if before == nil || before == after { return (database, after) }
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_DBMOVED {}
        } while Date() < end
        throw CatalogueError.replaced(path: path)
    }

    private static func openWithAnySpace(
        _ path: String, version: Int, readers: Int
    ) throws -> any DatabaseWriter {
        do {
            return try open(path, version: version, readers: readers)
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
            // A full disk has no space for shared memory; a single process needs none.
            return try open(path, version: version, isShared: false)
        }
    }

    /// Once, before the first store is opened.
    private static let setup: Void = sqlite_stop_counting_memory()

    private static func open(
        _ path: String, version: Int, readers: Int = 1, isShared: Bool = true
    ) throws -> any DatabaseWriter {
        _ = setup
        var configuration = Configuration()
        configuration.label = "catalogue"
        configuration.busyMode = .timeout(timeout)
        configuration.prepareDatabase { db in
            // Before anything reads the file, because that creates the shared memory.
            if !isShared { try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            // A comment must survive even a power failure: hence FULL.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // Deleted data is also removed from the file's free pages.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            // In KiB. Queries of many books take twice as long with SQLite's default of 2 MiB.
            try db.execute(sql: "PRAGMA cache_size = -16384")
        }
        let queue = try DatabaseQueue(path: path.sqlitePath, configuration: configuration)
        try queue.inDatabase { db in
            let schema = Schema(path: path)
            try schema.recognise(db)
            try useWriteAheadLog(db)
            try schema.upgrade(db, to: version)
        }
        guard readers > 1 else { return queue }
        try queue.close()
        configuration.maximumReaderCount = readers
        return try DatabasePool(path: path.sqlitePath, configuration: configuration)
    }

    /// The schema version of the store at `path`, which is not upgraded.
    ///
    /// - Throws: `notAStore`, `newer`; and errors of opening the file.
    package static func version(at path: String) throws(CatalogueError) -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(timeout)
        do {
            return try DatabaseQueue(path: path.sqlitePath, configuration: configuration).inDatabase { db in
                try Schema(path: path).recognise(db)
                return try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            }
        } catch {
            throw CatalogueError(error, path: path)
        }
    }

    /// The schema version of stores that this program writes.
    package static var currentVersion: Int { Schema.version }

    /// SQLite takes file names in UTF-8 only, also those of folders.
    package static func checkName(_ path: String) throws(CatalogueError) {
        if path.hasStandIns { throw .nameNotUTF8(path: path) }
        let folder = path.utf8.first == UInt8(ascii: "/") ? "" : String.workingFolder
        if folder.hasStandIns { throw .nameNotUTF8(path: "\(folder)/\(path)") }
    }

    static func openCopy(of path: String, version: Int, mayBeEmpty: Bool = true) throws -> DatabaseQueue {
        _ = setup
        let queue = try StoreCopy.make(of: path)
        try queue.inDatabase { db in
            let schema = Schema(path: path)
            try schema.recognise(db, mayBeEmpty: mayBeEmpty)
            try schema.upgrade(db, to: version)
        }
        return queue
    }

    /// SQLite also writes files beside the database.
    private static func isWritable(_ path: String) -> Bool {
        let folder = URL(filePath: resolved(path)).deletingLastPathComponent().path
        return access(path, W_OK) == 0 && access(folder, W_OK) == 0
    }

    /// Seconds to wait for another process.
    private static let timeout = 10.0

    /// If several processes do this to a new file at once, SQLite does not wait by itself.
    private static func useWriteAheadLog(_ db: Database) throws {
        let end = Date(timeIntervalSinceNow: timeout)
        while true {
            do {
                return try db.execute(sql: "PRAGMA journal_mode = WAL")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && Date() < end {
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    /// Creates the folder for a store, with permissions for its owner only.
    package static func makeFolder(for path: String) throws(CatalogueError) {
        try checkName(path)
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch let error as CocoaError {
            let code = (error.underlying as? POSIXError)?.code.rawValue ?? EIO
            // A file has the folder's name.
            throw .cannotOpen(path: path, .system(errno: code == EEXIST ? ENOTDIR : code))
        } catch {
            throw CatalogueError(error, path: path)
        }
    }

    /// For a single statement.
    package func query<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
        do {
            return try database.unsafeReentrantRead { db in try db.limited(body) }
        } catch {
            throw CatalogueError(error, path: path)
        }
    }

    /// For statements that can't run in a transaction and may write, such as SQLite's maintenance.
    func alone<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
        do { return try database.writeWithoutTransaction(body) } catch {
            throw CatalogueError(error, path: path)
        }
    }

    /// For several statements: all that `body` reads is from one snapshot.
    package func read<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
        try transaction(.deferred, body)
    }

    package func write<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
        if isReadOnly { throw .readOnly(path: path, .system(errno: EROFS)) }
        if isReplaced { throw .replaced(path: path) }
        // What has a time limit does not wait for seconds.
        if isBeingRewritten, QueryLimit.current != nil { throw .busy(path: path, .system(errno: EBUSY)) }
        return try transaction(.immediate) { db in
            let value = try recorder?.record(in: db, body) ?? body(db)
            // While this waited for the others.
            if isReplaced { throw CatalogueError.replaced(path: path) }
            return value
        }
    }

    private func transaction<Value>(
        _ kind: Database.TransactionKind, _ body: (Database) throws -> Value
    ) throws(CatalogueError) -> Value {
        func inTransaction(_ db: Database) throws -> Value {
            // A savepoint within a transaction.
            if db.isInsideTransaction { return try body(db) }
            try db.beginTransaction(kind)
            do {
                let value = try kind == .deferred ? db.limited(body) : body(db)
                try db.commit()
                return value
            } catch {
                try? db.rollback()
                throw error
            }
        }
        do {
            return try kind == .immediate
                ? database.unsafeReentrantWrite(inTransaction) : database.unsafeReentrantRead(inTransaction)
        } catch {
            throw CatalogueError(error, path: path)
        }
    }
}

// Records SQL statements, so that a benchmark can run the same ones in SQLite's shell.
extension Store {
    /// Passes each statement that `body` runs, with its values, to `receive`.
    package func tracing(_ receive: @escaping @Sendable (String) -> Void, _ body: () throws -> Void) throws {
        database.writeWithoutTransaction { db in
            db.trace { event in
                if case .statement(let statement) = event { receive(statement.expandedSQL) }
            }
        }
        defer { database.writeWithoutTransaction { $0.trace(options: []) } }
        try body()
    }
}

// Prepared statements, and the encoding of dates.
extension Database {
    /// Runs a statement that stays prepared for the next time.
    package func run(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
    }

    /// The single number that a statement selects; `nil` if there is no row.
    package func number(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> Int64? {
        try Int64.fetchOne(cachedStatement(sql: sql), arguments: StatementArguments(values))
    }

    /// The count that a statement selects.
    package func count(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> Int {
        try Int.fetchOne(cachedStatement(sql: sql), arguments: StatementArguments(values)) ?? 0
    }

    /// The rows of a statement that stays prepared, decoded.
    package func all<Value>(
        _ sql: String, _ values: (any DatabaseValueConvertible)?..., decode: (Row) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(values))
        var decoded: [Value] = []
        while let row = try rows.next() { decoded.append(try decode(row)) }
        return decoded
    }

    /// The first row, decoded; `nil` if there is none.
    package func first<Value>(
        _ sql: String, _ values: (any DatabaseValueConvertible)?..., decode: (Row) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(values))
        return try rows.next().map(decode)
    }
}

extension Date {
    /// The stored form of a time: whole seconds since 1970.
    package var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }

    package init(seconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(seconds)) }

    /// The stored form of times that must be told apart within a second.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }

    init(milliseconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1000) }
}
