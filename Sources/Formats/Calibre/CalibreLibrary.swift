// The database of a Calibre library, metadata.db, which is opened read-only.
import Books
import Catalogue
import Foundation
internal import GRDB

/// Reads the books of a library in the order in which they were added.
struct CalibreLibraryReader: EntryReader {
    let header = ["id", "title", "authors", "isbn"]
    let source: TableSource
    let isPersonal = true
    private(set) var leftOut: [String]

    private let name: String
    private let queue: DatabaseQueue
    private var last = Int64.min
    private var count = 0
    private var waiting: ArraySlice<(id: Int64, book: CalibreBook)> = []

    /// How many books are in memory at a time.
    private static let batch = 200

    static func recognises(_ file: ImportFile) -> Bool {
        guard file.head.starts(with: "SQLite format 3\0".utf8), let queue = try? open(file) else {
            return false
        }
        let tables = try? queue.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM sqlite_master
                    WHERE type = 'table' AND name IN ('books', 'data', 'books_authors_link')
                    """)
        }
        return tables == 3
    }

    init(_ file: ImportFile, from source: TableSource) throws(CatalogueError) {
        self.source = source
        name = file.name
        do {
            queue = try Self.open(file)
            leftOut = try queue.read(Self.untaken)
        } catch {
            throw Self.failure(error, name, count: 0)
        }
    }

    mutating func next() throws(CatalogueError) -> ReadEntry? {
        if waiting.isEmpty {
            do {
                let last = last
                waiting = try queue.read { db in try Self.books(db, after: last) }[...]
            } catch {
                throw Self.failure(error, name, count: count)
            }
        }
        guard let (id, book) = waiting.popFirst() else { return nil }
        last = id
        count += 1
        for name in book.leftOut where !leftOut.contains(name) { leftOut.append(name) }
        return book.read(at: count, of: "\(id)", from: source)
    }

    /// A file without a path is copied, because SQLite opens files by name.
    private static func open(_ file: ImportFile) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        if let path = file.path, !path.hasStandIns {
            return try DatabaseQueue(path: path.sqlitePath, configuration: configuration)
        }
        let folder = try LockedFolder.scratch()
        defer { folder.remove() }
        let copy = URL(filePath: folder.path).appending(path: "metadata.db")
        try file.copy(to: copy)
        return try DatabaseQueue(path: copy.path, configuration: configuration)
    }

    private static func failure(_ error: any Error, _ name: String, count: Int) -> CatalogueError {
        if let error = error as? CatalogueError { return error }
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: return .unreadable(path: name, errno: EACCES)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .unreadable(path: name, errno: EBUSY)
        case .SQLITE_IOERR, nil: return .unreadable(path: name, errno: EIO)
        default: return .malformed(path: name, place: "book \(count + 1)")
        }
    }
}

extension CalibreLibraryReader {
    private static func books(
        _ db: Database, after last: Int64
    ) throws -> [(id: Int64, book: CalibreBook)] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, CAST(title AS TEXT), CAST(series_index AS TEXT), CAST(pubdate AS TEXT)
                    FROM books WHERE id > ? ORDER BY id LIMIT ?
                    """), arguments: [last, batch])
        return try rows.map { row in
            guard let id = Int64.fromDatabaseValue(row[0]) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            var book = CalibreBook()
            book.title = String.fromDatabaseValue(row[1])
            book.seriesIndex = String.fromDatabaseValue(row[2])
            book.date = String.fromDatabaseValue(row[3])
            book.contributors = try authors(of: id, in: db)
            book.series = try linked("series", "name", "series", of: id, in: db).first
            book.tags = try linked("tags", "name", "tag", of: id, in: db)
            book.publisher = try linked("publishers", "name", "publisher", of: id, in: db).first
            book.rating = try linked("ratings", "rating", "rating", of: id, in: db).first
            book.languages = try linked("languages", "lang_code", "lang_code", of: id, in: db)
            book.identifiers = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT CAST(type AS TEXT), CAST(val AS TEXT) FROM identifiers WHERE book = ? ORDER BY id
                        """), arguments: [id]
            ).compactMap { row in
                guard let scheme = String.fromDatabaseValue(row[0]),
                    let value = String.fromDatabaseValue(row[1])
                else { return nil }
                return (scheme.lowercased(), value)
            }
            return (id, book)
        }
    }

    /// Calibre stores commas in names as bars.
    private static func authors(of book: Int64, in db: Database) throws -> [Contributor] {
        let hasSorts = try db.columns(in: "authors").contains { $0.name == "sort" }
        return try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT CAST(name AS TEXT), CAST(\(hasSorts ? "sort" : "NULL") AS TEXT)
                    FROM books_authors_link AS link JOIN authors ON authors.id = link.author
                    WHERE link.book = ? ORDER BY link.id
                    """), arguments: [book]
        ).compactMap { row in
            String.fromDatabaseValue(row[0]).map {
                CalibreBook.contributor(
                    $0.replacing("|", with: ","), sort: String.fromDatabaseValue(row[1]))
            }
        }
    }

    /// - Parameter column: in the table of links, which is named after the other table.
    private static func linked(
        _ table: String, _ value: String, _ column: String, of book: Int64, in db: Database
    ) throws -> [String] {
        try DatabaseValue.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT CAST(\(table).\(value) AS TEXT) FROM books_\(table)_link AS link
                    JOIN \(table) ON \(table).id = link.\(column) WHERE link.book = ? ORDER BY link.id
                    """), arguments: [book]
        ).compactMap(String.fromDatabaseValue)
    }

    /// Data in a library that is not imported, by the names that Calibre displays.
    private static func untaken(_ db: Database) throws -> [String] {
        func holds(_ query: String) throws -> Bool {
            try DatabaseValue.fetchOne(db, sql: "SELECT 1 FROM \(query) LIMIT 1") != nil
        }
        var names: [String] = []
        if try holds("books") { names.append("timestamp") }
        if try holds("books WHERE has_cover") { names.append("cover") }
        if try holds("data") { names.append("formats") }
        if try db.tableExists("comments"), try holds("comments WHERE text <> ''") { names.append("comments") }
        if try db.tableExists("annotations"), try holds("annotations") { names.append("annotations") }
        guard try db.tableExists("custom_columns") else { return names }
        let columns = try Row.fetchAll(
            db, sql: "SELECT id, CAST(label AS TEXT) FROM custom_columns ORDER BY id")
        for column in columns {
            guard let id = Int64.fromDatabaseValue(column[0]),
                let label = String.fromDatabaseValue(column[1]),
                try db.tableExists("custom_column_\(id)"), try holds("custom_column_\(id)")
            else { continue }
            names.append("#\(label)")
        }
        return names
    }
}
