// Looking after the file: what is in it, whether it is whole, and a copy of it.
import Books
import Foundation
internal import GRDB

/// What a store holds.
public struct StoreInfo: Hashable, Sendable {
    public var path: String
    /// The number of the last schema step, counted from 1.
    public var version: Int
    /// Of the database file and its write-ahead log.
    public var bytes: Int
    public var books: Int
    public var booksWithISBN: Int
    public var works: Int
    public var lists: [BookList]
    public var comments: Int
    public var people: Int
    public var photos: Int
    /// Books that somebody is still to be asked about.
    public var waiting: Int
}

/// Something that is wrong in a store's file.
public enum StoreProblem: Hashable, Sendable {
    /// In SQLite's words.
    case page(words: String)
    /// A row refers to one that is not there; `nil` where the table has no row numbers.
    case dangling(table: String, row: Int64?)
    /// So many books are not in the full-text index.
    case notIndexed(books: Int)
    /// A part that can't be read to its end.
    case damaged(Part)

    public enum Part: Hashable, Sendable {
        case pages, references, index
    }
}

extension Store {
    public func info() throws(CatalogueError) -> StoreInfo {
        try read { db in
            func count(_ what: String) throws -> Int {
                try Int.fetchOne(db, sql: "SELECT count(\(what)") ?? 0
            }
            return StoreInfo(
                path: path, version: try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0, bytes: bytes,
                books: try count("*) FROM book"), booksWithISBN: try count("isbn) FROM book"),
                works: try count("*) FROM work"), lists: try db.lists(),
                comments: try count("*) FROM comment"),
                people: try count("*) FROM (SELECT author FROM comment UNION SELECT person FROM reading)"),
                photos: try count("*) FROM photo"),
                waiting: try db.unnamed().waiting)
        }
    }

    private var bytes: Int {
        [path, path + "-wal"].reduce(0) { sum, file in
            let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
            return sum + (size ?? 0)
        }
    }

    /// Reads the whole file: its pages, references and full-text index.
    ///
    /// - Returns: what is wrong; empty when all is well.
    public func check() throws(CatalogueError) -> [StoreProblem] {
        // Not one transaction: each check goes on where another finds damage.
        try query { db in
            try Self.problems(.pages) {
                try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }.map {
                    .page(words: $0)
                }
            }
                + Self.problems(.references) {
                    try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map {
                        .dangling(table: $0["table"], row: $0["rowid"])
                    }
                }
                + Self.problems(.index) {
                    try db.execute(sql: "INSERT INTO search (search) VALUES ('integrity-check')")
                    let missing = "SELECT count(*) FROM book WHERE id NOT IN (SELECT rowid FROM search)"
                    let count = try Int.fetchOne(db, sql: missing) ?? 0
                    return count > 0 ? [.notIndexed(books: count)] : []
                }
        }
    }

    private static func problems(
        _ part: StoreProblem.Part, _ check: () throws -> [StoreProblem]
    ) throws -> [StoreProblem] {
        do {
            return try check()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return [.damaged(part)]
        }
    }

    /// Copies the store as it is at this moment, while others may go on using it. The copy appears under its name
    /// only when it is whole.
    ///
    /// - Parameter replacing: whether a file of that name may go.
    /// - Throws: `backupExists`, and what the target's folder gives cause to (`full`, `cannotOpen`).
    public func backUp(to target: String, replacing: Bool = false) throws(CatalogueError) {
        if !replacing, FileManager.default.fileExists(atPath: target) { throw .backupExists(path: target) }
        let part = "\(target).\(getpid()).part"
        do {
            try queue.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [part]) }
            guard rename(part, target) == 0 else {
                throw CatalogueError.cannotOpen(path: target, .system(errno: errno))
            }
        } catch {
            try? FileManager.default.removeItem(atPath: part)
            let isOurs = (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT
            throw CatalogueError(error, path: isOurs ? path : target)
        }
    }
}
