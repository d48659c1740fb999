// The pictures of covers, in an SQLite file of their own: a store without them stays small, and is copied and dumped fast.
import Books
import Foundation
internal import GRDB
import Synchronization

/// `STORE.covers`, which is made with the first picture. Several processes may use it at the same time. Which book a
/// picture belongs to is in the store itself.
final class CoverFile: Sendable {
    let path: String
    private let store: String
    private let isReadOnly: Bool
    private let opened = Mutex<(queue: DatabaseQueue, file: FileIdentity?)?>(nil)

    init(besideStore store: String, isReadOnly: Bool) {
        self.store = store
        path = Self.path(besideStore: store)
        self.isReadOnly = isReadOnly
    }

    static func path(besideStore store: String) -> String { Store.resolved(store) + ".covers" }

    /// `CvBZ` in SQLite's header.
    private static let applicationID = 0x4376_425A

    /// What a file may hold unless another limit is set, in bytes.
    static let usualLimit = 2_000_000_000

    /// Pictures are small and seldom written, so a rollback journal is enough, and needs no file beside a read-only one.
    private static let tables = """
        CREATE TABLE picture (
            sha256 TEXT PRIMARY KEY, used INTEGER NOT NULL, bytes INTEGER NOT NULL, small BLOB NOT NULL,
            large BLOB NOT NULL);
        CREATE INDEX picture_used ON picture (used, bytes);
        CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
        PRAGMA application_id = \(applicationID); PRAGMA user_version = 1;
        """

    /// An empty file, such as SQLite makes on a full disk, is none.
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    /// - Parameter makes: whether to make the file if it is missing.
    /// - Returns: `nil` if there is none.
    private func queue(makes: Bool) throws -> DatabaseQueue? {
        try opened.withLock { opened in
            // If the file was removed or replaced, what is written to the former one is lost.
            if let opened, opened.file == FileIdentity(path: path) { return opened.queue }
            opened = nil
            let isThere = Self.isThere(path)
            guard isThere || makes else { return nil }
            var configuration = Configuration()
            configuration.label = "covers"
            configuration.busyMode = .timeout(10)
            configuration.readonly = isReadOnly || (isThere && access(path, W_OK) != 0)
            // What is removed can't be read from the file any more.
            configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA secure_delete = ON") }
            if !isThere { Store.makeEmpty(path, like: store, replaces: true) }
            do {
                let queue = try DatabaseQueue(path: path.sqlitePath, configuration: configuration)
                if !configuration.readonly { try queue.inDatabase { db in try prepare(db) } }
                opened = (queue, FileIdentity(path: path))
                return queue
            } catch {
                // Another process that has opened it meanwhile gets an error of SQLite.
                if !Self.isThere(path) { unlink(path) }
                throw error
            }
        }
    }

    private func prepare(_ db: Database) throws {
        try db.inTransaction(.immediate) {
            let known = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
            guard known == Self.applicationID || (known == 0 && isEmpty) else {
                throw CatalogueError.notAStore(path: path)
            }
            if isEmpty { try db.execute(sql: Self.tables) }
            return .commit
        }
    }

    private func failing<Value>(_ body: () throws -> Value) throws(CatalogueError) -> Value {
        do { return try body() } catch {
            switch CatalogueError(error, path: path) {
            case .damaged(path, _), .notAStore(path): throw .damagedCovers(path: path)
            case let error: throw error
            }
        }
    }

    private func read<Value>(
        _ none: @autoclosure () -> Value, _ body: (Database) throws -> Value
    ) throws(CatalogueError) -> Value {
        try failing {
            guard let queue = try queue(makes: false) else { return none() }
            return try queue.inDatabase(body)
        }
    }

    private func write<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
        if isReadOnly { throw .readOnly(path: path, .system(errno: EROFS)) }
        return try failing {
            guard let queue = try queue(makes: true) else { throw CatalogueError.missing(path: path) }
            var value: Value?
            try queue.inDatabase { db in
                try db.inTransaction(.immediate) {
                    value = try body(db)
                    return .commit
                }
            }
            guard let value else { throw CatalogueError.missing(path: path) }
            return value
        }
    }

    /// Seconds after which a picture counts as used again.
    private static let day: Int64 = 86_400

    /// `nil` if it is not there.
    func picture(_ sha256: String, _ size: CoverPicture.Size, date: Date = .now) throws(CatalogueError)
        -> Data?
    {
        let found = try read(nil) { db in
            try db.first("SELECT \(size.rawValue) AS jpeg, used FROM picture WHERE sha256 = ?", sha256) {
                (jpeg: $0["jpeg"] as Data, used: $0["used"] as Int64)
            }
        }
        if let found, found.used + Self.day < date.seconds {
            // For the order of eviction alone: a reader does not fail for it.
            try? write { db in
                try db.run("UPDATE picture SET used = ? WHERE sha256 = ?", date.seconds, sha256)
            }
        }
        return found?.jpeg
    }

    func contains(_ sha256: String) throws(CatalogueError) -> Bool {
        try read(false) { db in
            try db.number("SELECT 1 FROM picture WHERE sha256 = ?", sha256) != nil
        }
    }

    /// Adds a picture. If there are more bytes than the limit allows, others are removed, those that were not used for
    /// the longest time first; some more than need be, so that not each new picture asks which are kept.
    ///
    /// - Parameter kept: of the pictures with the given hashes, those that must not be removed.
    func put(
        _ picture: CoverPicture, date: Date = .now, keeping kept: ([String]) throws -> Set<String>
    ) throws(CatalogueError) {
        try write { db in
            try db.run(
                """
                INSERT INTO picture (sha256, used, bytes, small, large) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET used = excluded.used
                """, picture.sha256, date.seconds, picture.small.count + picture.large.count, picture.small,
                picture.large)
            let limit = try Self.limit(db)
            try Self.trim(db, above: limit, to: limit - limit / 100, sparing: picture.sha256, keeping: kept)
        }
    }

    /// The largest number of bytes that pictures may take; with 0, only those that can't be fetched again are kept.
    var limit: Int {
        get throws(CatalogueError) {
            try read(Self.usualLimit) { db in try Self.limit(db) }
        }
    }

    private static func limit(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT value FROM setting WHERE name = 'limit'") ?? usualLimit
    }

    func setLimit(_ limit: Int, keeping kept: ([String]) throws -> Set<String>) throws(CatalogueError) {
        try write { db in
            try db.run("INSERT OR REPLACE INTO setting (name, value) VALUES ('limit', ?)", limit)
            try Self.trim(db, above: limit, to: limit, sparing: nil, keeping: kept)
        }
        // The file shrinks, too.
        try failing { try queue(makes: false)?.inDatabase { db in try db.execute(sql: "VACUUM") } }
    }

    /// How many are looked at together.
    private static let batch = 200

    private static func trim(
        _ db: Database, above limit: Int, to rest: Int, sparing new: String?,
        keeping kept: ([String]) throws -> Set<String>
    ) throws {
        var total = try Int.fetchOne(db, sql: "SELECT sum(bytes) FROM picture") ?? 0
        guard total > limit else { return }
        var passed = 0
        while total > rest {
            let oldest = try db.all(
                "SELECT sha256, bytes FROM picture ORDER BY used, sha256 LIMIT ? OFFSET ?", batch, passed
            ) { (sha256: $0["sha256"] as String, bytes: $0["bytes"] as Int) }
            guard !oldest.isEmpty else { return }
            let spared = try kept(oldest.map(\.sha256))
            for picture in oldest {
                if picture.sha256 == new || spared.contains(picture.sha256) || total <= rest {
                    passed += 1
                    continue
                }
                try db.run("DELETE FROM picture WHERE sha256 = ?", picture.sha256)
                total -= picture.bytes
            }
        }
    }

    /// How many there are, and their bytes.
    func totals() throws(CatalogueError) -> (count: Int, bytes: Int) {
        try read((0, 0)) { db in
            try db.first("SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM picture") {
                ($0["count"] as Int, $0["bytes"] as Int)
            } ?? (0, 0)
        }
    }

    /// Passes on all pictures, by their hashes.
    func forEachPicture(_ body: (CoverPicture) throws -> Void) throws {
        var last = ""
        while let picture = try read(nil, { db in try Self.next(after: last, db) }) {
            try body(picture)
            last = picture.sha256
        }
    }

    private static func next(after last: String, _ db: Database) throws -> CoverPicture? {
        try db.first(
            "SELECT sha256, small, large FROM picture WHERE sha256 > ? ORDER BY sha256 LIMIT 1", last
        ) { CoverPicture(sha256: $0["sha256"], small: $0["small"], large: $0["large"]) }
    }

    /// Whether the whole file can be read; also if there is none.
    func isSound() throws(CatalogueError) -> Bool {
        do {
            return try read(true) { db in
                try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"]
            }
        } catch .damagedCovers {
            return false
        } catch {
            throw error
        }
    }

    /// Gives a damaged file another name.
    ///
    /// - Returns: `nil` if it is not damaged.
    func setAside(_ date: Date) throws(CatalogueError) -> String? {
        if try isSound() { return nil }
        opened.withLock { $0 = nil }
        let aside = Store.asideName(for: path, date)
        guard rename(path, aside) == 0 else { throw .writing(path, errno) }
        // Else SQLite would take it for that of the next file of its name.
        rename(path + "-journal", aside + "-journal")
        return aside
    }

    /// Adds the pictures of another such file.
    func add(from other: String) throws(CatalogueError) {
        try failing {
            try queue(makes: true)?.writeWithoutTransaction { db in
                try db.execute(sql: "ATTACH ? AS other", arguments: [other.sqlitePath])
                defer { try? db.execute(sql: "DETACH other") }
                try db.execute(sql: "INSERT OR IGNORE INTO main.picture SELECT * FROM other.picture")
            }
        }
    }

    /// Copies the file as it is at this moment.
    ///
    /// - Returns: `false` if there is none.
    func copy(to target: String) throws(CatalogueError) -> Bool {
        try failing {
            guard let queue = try queue(makes: false) else { return false }
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [target.sqlitePath])
            }
            return true
        }
    }
}
