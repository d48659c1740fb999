// A Calibre library for tests: the tables of its database that have data of books.
import Foundation
import GRDB

struct CalibreLibraryFile {
    let queue: DatabaseQueue

    init(_ url: URL) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        queue = try DatabaseQueue(path: url.path)
        try execute(
            """
            CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, timestamp TEXT, pubdate TEXT,
                series_index REAL DEFAULT 1.0, has_cover BOOL DEFAULT 0);
            CREATE TABLE data (id INTEGER PRIMARY KEY, book INTEGER, format TEXT);
            CREATE TABLE comments (id INTEGER PRIMARY KEY, book INTEGER, text TEXT);
            CREATE TABLE identifiers (id INTEGER PRIMARY KEY, book INTEGER, type TEXT, val TEXT);
            CREATE TABLE custom_columns (id INTEGER PRIMARY KEY, label TEXT, datatype TEXT);
            """)
        for (table, value, column) in Self.links {
            try execute(
                """
                CREATE TABLE \(table) (id INTEGER PRIMARY KEY, \(value) UNIQUE);
                CREATE TABLE books_\(table)_link (id INTEGER PRIMARY KEY, book INTEGER, \(column) INTEGER);
                """)
        }
    }

    private static let links = [
        ("authors", "name", "author"), ("series", "name", "series"), ("tags", "name", "tag"),
        ("publishers", "name", "publisher"), ("ratings", "rating", "rating"),
        ("languages", "lang_code", "lang_code"),
    ]

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try queue.write { db in try db.execute(sql: sql, arguments: arguments) }
    }

    /// - Parameters:
    ///   - values: names of authors, tags and so on, by table.
    ///   - identifiers: by type.
    func add(
        _ id: Int, _ title: String, pubdate: String = "0101-01-01 00:00:00+00:00", index: Double = 1,
        _ values: [String: [String]] = [:], identifiers: KeyValuePairs<String, String> = [:]
    ) throws {
        try execute(
            "INSERT INTO books (id, title, timestamp, pubdate, series_index) VALUES (?, ?, ?, ?, ?)",
            [id, title, "2020-01-01 00:00:00+00:00", pubdate, index])
        for (table, value, column) in Self.links {
            for text in values[table] ?? [] {
                try execute("INSERT OR IGNORE INTO \(table) (\(value)) VALUES (?)", [text])
                try execute(
                    """
                    INSERT INTO books_\(table)_link (book, \(column))
                    SELECT ?, id FROM \(table) WHERE \(value) = ?
                    """, [id, text])
            }
        }
        for (type, value) in identifiers {
            try execute("INSERT INTO identifiers (book, type, val) VALUES (?, ?, ?)", [id, type, value])
        }
    }
}
