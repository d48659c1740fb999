// The whole store as JSON Lines, without loss: for archives, and for other programs, versions and machines.
import Books
import Foundation
internal import GRDB
import GRDBSQLite

/// The first line names the format and the schema version, each further line is a row of a table with all its
/// columns, and the last line gives the number of rows. The full-text index is rebuilt when a dump is loaded.
enum StoreDump {
    static let form = "bookzone store"

    struct Head: Codable {
        var form: String
        var version: Int
    }

    struct Line: Codable {
        var table: String
        var row: [String: JSONTree]
    }

    struct End: Codable {
        var rows: Int
    }

    /// Not a table of the store, but of the file of covers; sizes are in Base64.
    static let pictures = "cover_picture"

    /// SQLite's own table, which prevents ids from being reused.
    static let sequences = "sqlite_sequence"

    /// The rows of a table. What is due in one file alone is not among them.
    static func rows(of table: String) -> String {
        "SELECT * FROM \(table)" + (table == "upkeep" ? " WHERE task NOT GLOB 'vacuum*'" : "")
    }

    /// Every table except the full-text index and its parts, hashes of works, further ISBNs, places in the orders, sums of ratings,
    /// counts of photos, and temporary data of one machine: sessions, links, also those to lists, uploaded photos, events and their epoch.
    static func tables(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'search' AND name NOT LIKE 'search~_%'
                    ESCAPE '~' AND name NOT IN ('work_hash', 'further_isbn', 'book_order', 'term', 'book_term', 'order_version', 'work_rating', 'photo_status',
                    'session', 'ticket', 'token', 'sending', 'upload', 'event', 'feed', 'list_link')
                    AND (name NOT LIKE 'sqlite~_%' ESCAPE '~' OR name = ?) ORDER BY rowid
                """, arguments: [sequences])
    }
}

extension Store {
    /// Passes on the whole store as lines without line ends, from one snapshot.
    ///
    /// - Throws: errors of reading the store, as `CatalogueError`; and errors of `line`.
    public func dump(_ line: (String) throws -> Void) throws {
        do { try writeLines(line) } catch let error as DatabaseError {
            throw CatalogueError(error, path: path)
        }
    }

    private func writeLines(_ line: (String) throws -> Void) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func write(_ value: some Encodable) throws {
            try line(String(decoding: try encoder.encode(value), as: UTF8.self))
        }
        try database.writeWithoutTransaction { db in
            try db.inTransaction(.deferred) {
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                try write(StoreDump.Head(form: StoreDump.form, version: version))
                var count = 0
                for table in try StoreDump.tables(db) {
                    let rows = try Row.fetchCursor(db, sql: StoreDump.rows(of: table))
                    while let row = try rows.next() {
                        let values = row.map { ($0, JSONTree($1)) }
                        try write(StoreDump.Line(table: table, row: Dictionary(values) { $1 }))
                        count += 1
                    }
                }
                try coverFile.forEachPicture { picture in
                    try write(StoreDump.Line(picture))
                    count += 1
                }
                try write(StoreDump.End(rows: count))
                return .commit
            }
        }
    }

    /// Creates a store from a dump. It gets its name when it is complete.
    ///
    /// - Parameter next: the dump's lines; `nil` at its end.
    /// - Throws: `occupied` if there is a file of that name, `noDump`, `wrongDumpValue`, `moreThanDump`,
    ///   `newer`, and errors of writing.
    public static func load(_ next: () throws -> String?, to path: String) throws {
        let path = resolved(path)
        guard access(path, F_OK) != 0 else { throw CatalogueError.occupied(path: path) }
        let decoder = JSONDecoder()
        func decode<Value: Decodable>(_ kind: Value.Type, _ line: String?, _ number: Int) throws -> Value {
            guard let line, let value = try? decoder.decode(kind, from: Data(line.utf8)) else {
                throw CatalogueError.noDump(line: number)
            }
            return value
        }
        let head = try decode(StoreDump.Head.self, try next(), 1)
        guard head.form == StoreDump.form, head.version > 0 else { throw CatalogueError.noDump(line: 1) }
        guard head.version <= Schema.version else {
            throw CatalogueError.newer(path: path, version: head.version, known: Schema.version)
        }
        let pictures = CoverFile.path(besideStore: path)
        guard !CoverFile.isThere(pictures) else { throw CatalogueError.occupied(path: pictures) }
        let putInPlace = { (part: String) throws(CatalogueError) in try nameLoaded(part, path) }
        try writeWhole(to: path, putInPlace: putInPlace) { part in
            do {
                let store = try Store(path: part, version: head.version)
                var number = 1
                do {
                    try store.write { db in
                        try db.prepareLoading()
                        let tables = try db.dumpedColumns()
                        while true {
                            number += 1
                            let line = try next()
                            if let line,
                                let end = try? decoder.decode(StoreDump.End.self, from: Data(line.utf8))
                            {
                                guard end.rows == number - 2 else {
                                    throw CatalogueError.noDump(line: number)
                                }
                                break
                            }
                            let row = try decode(StoreDump.Line.self, line, number)
                            if let picture = row.picture {
                                try store.coverFile.put(picture, keeping: Set.init)
                                continue
                            }
                            guard row.fits(tables) else { throw CatalogueError.noDump(line: number) }
                            if let wrong = row.wrongValue {
                                throw CatalogueError.wrongDumpValue(line: number, wrong)
                            }
                            try db.insert(row)
                        }
                        while let line = try next() {
                            number += 1
                            guard line.allSatisfy(\.isWhitespace) else {
                                throw CatalogueError.moreThanDump(line: number)
                            }
                        }
                    }
                } catch CatalogueError.failed(_, .sqlite(let code, _)) where code & 0xFF == SQLITE_CONSTRAINT
                {
                    // A row that contradicts others, or at the end one that refers to a missing row.
                    throw CatalogueError.noDump(line: number)
                }
            }
            // Dumps of older versions are upgraded, and the index is rebuilt from their content.
            let store = try Store(path: part)
            try store.write { db in
                try db.execute(sql: "DELETE FROM search")
                for id in try Int64.fetchAll(db, sql: "SELECT id FROM book") { try db.index(BookID(id)) }
            }
        }
    }
}

extension Store {
    /// The pictures come before the store, which refers to them.
    private static func nameLoaded(_ part: String, _ path: String) throws(CatalogueError) {
        if access(path, F_OK) == 0 { throw .occupied(path: path) }
        let (made, pictures) = (CoverFile.path(besideStore: part), CoverFile.path(besideStore: path))
        if access(made, F_OK) == 0 {
            do { try synchronise(made) } catch { throw CatalogueError(error, path: pictures) }
            if !CoverFile.isThere(pictures) { unlink(pictures) }
            try name(made, pictures)
        }
        removeLog(of: path)
        try name(part, path)
    }
}

extension StoreDump.Line {
    fileprivate init(_ picture: CoverPicture) {
        self.init(
            table: StoreDump.pictures,
            row: [
                "sha256": .text(picture.sha256), "small": .text(picture.small.base64EncodedString()),
                "large": .text(picture.large.base64EncodedString()),
            ])
    }

    /// `nil` if it is no picture of a cover.
    fileprivate var picture: CoverPicture? {
        guard table == StoreDump.pictures, row.count == 3, case .text(let sha256)? = row["sha256"],
            case .text(let small)? = row["small"], case .text(let large)? = row["large"],
            let small = Data(base64Encoded: small), let large = Data(base64Encoded: large)
        else { return nil }
        return CoverPicture(sha256: sha256, small: small, large: large)
    }

    /// Whether the table has these columns, with such values.
    fileprivate func fits(_ tables: [String: [String: String]]) -> Bool {
        guard let columns = tables[table] else { return false }
        return row.allSatisfy { name, value in
            switch (columns[name], value) {
            case (nil, _): false
            // Quarter stars are halves of the half stars.
            case (_, .number) where table == "comment" && name == "rating": true
            case (_, .null), ("", .whole), ("", .text), ("INTEGER", .whole), ("TEXT", .text),
                ("REAL", .number), ("REAL", .whole):
                true
            default: false
            }
        }
    }
}

extension StoreDump.Line {
    /// The first value that can't be entered; `nil` if there is none.
    fileprivate var wrongValue: WrongValue? {
        row.sorted { $0.key < $1.key }.lazy.compactMap { name, value in
            switch (table, name, value) {
            case (_, "isbn", .whole(let number)): WrongValue.among(isbns: "\(number)").first
            case (_, "other_isbns", .text(let numbers)): WrongValue.among(isbns: numbers).first
            case ("book", "year", .whole(let year)): WrongValue(year: year)
            case ("book", "pages", .whole(let pages)): WrongValue(pages: pages)
            case ("comment", "rating", .whole(let halves)): WrongValue(halves: Double(halves))
            case ("comment", "rating", .number(let halves)): WrongValue(halves: halves)
            default: nil
            }
        }.first
    }
}

extension Database {
    /// A new store has lists already; rows may precede those that they refer to.
    fileprivate func prepareLoading() throws {
        try execute(sql: "PRAGMA defer_foreign_keys = ON")
        for table in try StoreDump.tables(self) { try execute(sql: "DELETE FROM \(table)") }
    }

    /// The column types of each table in a dump.
    fileprivate func dumpedColumns() throws -> [String: [String: String]] {
        let tables = try StoreDump.tables(self).map { table in
            let columns = try all("SELECT name, type FROM pragma_table_info(?)", table) {
                ($0["name"] as String, $0["type"] as String)
            }
            return (table, Dictionary(uniqueKeysWithValues: columns))
        }
        return Dictionary(uniqueKeysWithValues: tables)
    }

    fileprivate func insert(_ line: StoreDump.Line) throws {
        // The rows inserted so far have their own count.
        if line.table == StoreDump.sequences {
            try run("DELETE FROM sqlite_sequence WHERE name = ?", line.row["name"]?.databaseValue)
        }
        let names = line.row.keys.sorted()
        let statement = try cachedStatement(
            sql: """
                INSERT INTO \(line.table) (\(names.map(\.quotedDatabaseIdentifier).joined(separator: ", ")))
                VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
                """)
        try statement.execute(
            arguments: StatementArguments(names.map { line.row[$0]?.databaseValue ?? .null }))
    }
}

extension JSONTree {
    /// No table has blobs.
    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null, .blob: self = .null
        case .int64(let integer): self = .whole(Int(integer))
        case .double(let real): self = .number(real)
        case .string(let text): self = .text(text)
        }
    }

    /// `nil` if no column can have this value.
    fileprivate var databaseValue: DatabaseValue? {
        switch self {
        case .null: .null
        case .whole(let integer): integer.databaseValue
        case .number(let real): real.databaseValue
        case .text(let text): text.databaseValue
        case .truth, .list, .object: nil
        }
    }
}
