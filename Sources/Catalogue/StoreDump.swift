// The whole store as lines of JSON, exact both ways: for keeping beside other texts, for other programs, and for moving to
// another version or machine.
import Books
import Foundation
internal import GRDB

/// The first line names the form and the schema's version, each further one a row of a table with all its columns, and
/// the last says how many rows there were. The full-text index is made anew.
enum StoreDump {
    static let form = "bookzone store"

    struct Head: Codable {
        var form: String
        var version: Int
    }

    struct Line: Codable {
        var table: String
        var row: [String: Value]
    }

    struct End: Codable {
        var rows: Int
    }

    /// What SQLite keeps in a column. No table has blobs.
    enum Value: Codable, DatabaseValueConvertible {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let integer = try? value.decode(Int64.self) {
                self = .integer(integer)
            } else if let real = try? value.decode(Double.self) {
                self = .real(real)
            } else {
                self = .text(try value.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .null: try value.encodeNil()
            case .integer(let integer): try value.encode(integer)
            case .real(let real): try value.encode(real)
            case .text(let text): try value.encode(text)
            }
        }

        var databaseValue: DatabaseValue {
            switch self {
            case .null: .null
            case .integer(let integer): integer.databaseValue
            case .real(let real): real.databaseValue
            case .text(let text): text.databaseValue
            }
        }

        static func fromDatabaseValue(_ value: DatabaseValue) -> Value? {
            switch value.storage {
            case .null: .null
            case .int64(let integer): .integer(integer)
            case .double(let real): .real(real)
            case .string(let text): .text(text)
            case .blob: nil
            }
        }
    }

    /// SQLite's own, which keeps numbers from being given twice.
    static let sequences = "sqlite_sequence"

    /// Every table but the full-text index and its parts, and what holds on one machine and for a while only: who is signed
    /// in, links, photos that were sent, and what pages were told.
    static func tables(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'search' AND name NOT LIKE 'search~_%'
                    ESCAPE '~' AND name NOT IN ('session', 'ticket', 'token', 'sending', 'upload', 'event')
                    AND (name NOT LIKE 'sqlite~_%' ESCAPE '~' OR name = ?) ORDER BY rowid
                """, arguments: [sequences])
    }
}

extension Store {
    /// Gives the whole store as lines without their ends, as it is at one moment.
    public func dump(_ line: (String) throws -> Void) throws {
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
                    let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(table)")
                    while let row = try rows.next() {
                        let values = row.map { ($0, StoreDump.Value.fromDatabaseValue($1) ?? .null) }
                        try write(StoreDump.Line(table: table, row: Dictionary(values) { $1 }))
                        count += 1
                    }
                }
                try write(StoreDump.End(rows: count))
                return .commit
            }
        }
    }

    /// Makes the store that a dump is of. It appears under its name when it is whole.
    ///
    /// - Parameter next: the dump's lines; `nil` at its end.
    /// - Throws: `occupied` where there is a file of that name, `noDump`, `newer`, and what keeps it from being
    ///   written.
    public static func load(_ next: () throws -> String?, to path: String) throws {
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
        let makeRoom = { () throws(CatalogueError) in
            if access(path, F_OK) == 0 { throw CatalogueError.occupied(path: path) }
        }
        try writeWhole(to: path, makeRoom: makeRoom) { part in
            do {
                let store = try Store(path: part, version: head.version)
                try store.write { db in
                    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                    let tables = try StoreDump.tables(db)
                    for table in tables { try db.execute(sql: "DELETE FROM \(table)") }
                    let columns = try Dictionary(
                        uniqueKeysWithValues: tables.map { ($0, Set(try db.columnNames(of: $0))) })
                    var count = 0
                    while true {
                        let number = count + 2
                        let line = try next()
                        if let line, let end = try? decoder.decode(StoreDump.End.self, from: Data(line.utf8))
                        {
                            guard end.rows == count else { throw CatalogueError.noDump(line: number) }
                            break
                        }
                        let row = try decode(StoreDump.Line.self, line, number)
                        guard columns[row.table]?.isSuperset(of: row.row.keys) == true else {
                            throw CatalogueError.noDump(line: number)
                        }
                        try db.insert(row)
                        count += 1
                    }
                }
            }
            // Older ones are brought up to date, and their index is made of what they hold.
            let store = try Store(path: part)
            try store.write { db in
                try db.execute(sql: "DELETE FROM search")
                for id in try Int64.fetchAll(db, sql: "SELECT id FROM book") { try db.index(BookID(id)) }
            }
        }
    }
}

extension Database {
    fileprivate func insert(_ line: StoreDump.Line) throws {
        // Rows that came before have begun a count of their own.
        if line.table == StoreDump.sequences {
            try run("DELETE FROM sqlite_sequence WHERE name = ?", line.row["name"])
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
