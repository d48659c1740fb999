// Schema steps of lists: merging those with equal names, personal reading lists, and the order of entries.
import Books
internal import GRDB

extension Schema {
    /// The order of entries that were added to a list in the same second; 0 if it is unknown.
    static let entryPositions = """
        ALTER TABLE list_entry ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX list_entry_added ON list_entry (list, added, position);
        ALTER TABLE personal_entry ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX personal_entry_added ON personal_entry (person, key, added, position);
        """

    static func foldLists(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE reading (
                    book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, person TEXT NOT NULL,
                    state TEXT NOT NULL, started TEXT, ended TEXT, added INTEGER NOT NULL,
                    PRIMARY KEY (book, person)) WITHOUT ROWID;
                CREATE INDEX reading_person ON reading (person, state);
                ALTER TABLE list ADD COLUMN key TEXT NOT NULL DEFAULT '';
                """)
        // The built-in ones first, so that lists of equal name are merged into them.
        let lists = try db.all("SELECT id, name FROM list ORDER BY name NOT IN ('owned', 'wanted'), id") {
            (id: $0["id"] as Int64, name: $0["name"] as String)
        }
        var kept: [String: Int64] = [:]
        for list in lists {
            let key = ListName(list.name)?.key ?? list.name
            if let first = kept[key] {
                try join(list.id, into: first, db)
            } else {
                kept[key] = list.id
                try db.run("UPDATE list SET key = ? WHERE id = ?", key, list.id)
            }
        }
        for state in ReadingStatus.State.allCases {
            if let id = kept[state.rawValue] { try makePersonal(id, state, db) }
        }
        try db.execute(sql: "CREATE UNIQUE INDEX list_key ON list (key)")
    }

    /// Keys were in lower case only, which distinguishes `Straße` from `STRASSE`, and a final sigma from another one.
    static func foldListKeys(_ db: Database) throws {
        for (table, column) in [("list", "key"), ("personal_entry", "key"), ("copy", "list")] {
            for key in try keys("\(column) AS key FROM \(table)", db) {
                if table == "list" { try joinList(key, db) }
                // A book may be on two lists that are one from now on.
                try db.run(
                    "UPDATE OR REPLACE \(table) SET \(column) = ? WHERE \(column) = ?", key.nameKey, key)
            }
            for moment in ["before", "after"] {
                let value = "json_extract(\(moment), '$.\(column)')"
                for key in try keys("\(value) AS key FROM change_row WHERE kind = '\(table)'", db) {
                    try db.run(
                        """
                        UPDATE change_row SET \(moment) = json_set(\(moment), '$.\(column)', ?)
                        WHERE kind = ? AND \(value) = ?
                        """, key.nameKey, table, key)
                }
            }
        }
    }

    /// Those that change.
    private static func keys(_ source: String, _ db: Database) throws -> [String] {
        try db.all("SELECT DISTINCT \(source)") { $0["key"] as String? }.compactMap(\.self)
            .filter { !$0.nameKey.isSpelled($0) }
    }

    /// Joins a list to the one that has its new key, also in the history.
    private static func joinList(_ key: String, _ db: Database) throws {
        func id(_ key: String) throws -> Int64? { try db.number("SELECT id FROM list WHERE key = ?", key) }
        guard let list = try id(key), let kept = try id(key.nameKey) else { return }
        try db.run("UPDATE OR IGNORE list_entry SET list = ? WHERE list = ?", kept, list)
        try db.run("DELETE FROM list_entry WHERE list = ?", list)
        try db.run("DELETE FROM list WHERE id = ?", list)
        try db.run(
            "DELETE FROM change_row WHERE kind = 'list' AND json_extract(coalesce(after, before), '$.id') = ?",
            list)
        for moment in ["before", "after"] {
            try db.run(
                """
                UPDATE change_row SET \(moment) = json_set(\(moment), '$.list', ?)
                WHERE kind = 'list_entry' AND json_extract(\(moment), '$.list') = ?
                """, kept, list)
        }
    }

    private static func join(_ list: Int64, into other: Int64, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO list_entry (list, book, added) SELECT ?, book, added FROM list_entry WHERE list = ?
            ON CONFLICT DO UPDATE SET added = min(added, excluded.added)
            """, other, list)
        try db.run("DELETE FROM list WHERE id = ?", list)
    }

    /// A list of read books does not name the reader. If only one person has commented, it becomes theirs; otherwise
    /// it stays a shared list with another name.
    private static func makePersonal(_ list: Int64, _ state: ReadingStatus.State, _ db: Database) throws {
        let people = try db.all("SELECT DISTINCT author FROM comment LIMIT 2") { $0["author"] as String }
        guard people.count == 1 else {
            let name = "\(state.rawValue) (everyone)"
            return try db.run("UPDATE list SET name = ?, key = ? WHERE id = ?", name, name, list)
        }
        try db.run(
            """
            INSERT OR IGNORE INTO reading (book, person, state, added)
            SELECT book, ?, ?, added FROM list_entry WHERE list = ?
            """, people[0], state.rawValue, list)
        try db.run("DELETE FROM list WHERE id = ?", list)
    }
}
