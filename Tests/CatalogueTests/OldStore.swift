// A store's file as an earlier version left it, for tests of its upgrade.
import GRDB

@testable import Catalogue

enum OldStore {
    /// Creates a store of a version of the schema, and fills it.
    static func make(at path: String, version: Int, _ sql: String) throws {
        _ = try Store(path: path, version: version)
        try DatabaseQueue(path: path).write { db in try db.execute(sql: sql) }
    }

    /// Adds `Book 1` and so on, also to the index.
    static func books(_ ids: ClosedRange<Int>) -> String {
        ids.map { id in
            """
            INSERT INTO work (id) VALUES (\(id));
            INSERT INTO book (id, work, title, added) VALUES (\(id), \(id), 'Book \(id)', 0);
            INSERT INTO search (rowid, title) VALUES (\(id), 'Book \(id)');
            """
        }.joined(separator: "\n")
    }

    /// Adds a change by `maria` that removed book 2, titled “Gone”.
    ///
    /// - Parameter columns: those of books in that version, besides the first ones.
    static func removal(_ columns: String...) -> String {
        let first = [
            "isbn", "subtitle", "publisher", "year", "pages", "language", "cover", "subjects", "other_isbns",
        ]
        let missing = (first + columns).map { #""\#($0)":null"# }.joined(separator: ",")
        return """
            INSERT INTO work (id) VALUES (2);
            INSERT INTO change (id, person, action, date) VALUES (1, 'maria', 'remove', 0);
            INSERT INTO change_row (change, kind, book, before)
                VALUES (1, 'book', 2, '{"id":2,"work":2,"title":"Gone","added":0,\(missing)}');
            """
    }
}
