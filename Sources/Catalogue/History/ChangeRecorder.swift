// Records each change of rows with people's data, for history and undo.
import Books
import Foundation
internal import GRDB
import Synchronization

/// A change that an account's program makes in several requests.
struct ChangeBatch: Sendable {
    let key: String
    let account: Int64

    /// Beside the idempotency keys, which begin with a method.
    private var name: String { "batch \(key)" }

    /// The latest change of all, if the batch made it and it is not reverted. A batch that others interrupt is several
    /// changes, because undo tells by their order which of two is the later one.
    func change(_ action: HistoryEntry.Action, by person: String, in db: Database) throws -> Int64? {
        try db.number(
            """
            SELECT id FROM change WHERE id = (SELECT max(id) FROM change) AND person = ?1
                AND action = ?2 AND undone IS NULL
                AND CAST(id AS TEXT) = (SELECT answer FROM sending WHERE account = ?3 AND key = ?4)
            """, person, action.rawValue, account, name)
    }

    func save(_ change: Int64, in db: Database) throws {
        try db.run(
            """
            INSERT INTO sending (account, key, answer, made) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET answer = excluded.answer
            """, account, name, String(change), Date.now.seconds)
    }
}

/// Records all writes as one change, even those in several transactions.
final class ChangeRecorder: Sendable {
    private let action: HistoryEntry.Action
    private let detail: String?
    private let person: String
    private let batch: ChangeBatch?
    private let change = Mutex<Int64?>(nil)

    init(_ action: HistoryEntry.Action, _ detail: String?, by person: String, in batch: ChangeBatch? = nil) {
        self.batch = batch
        self.action = action
        self.detail = detail
        self.person = person
    }

    /// Records what `body` does. If it leaves everything as it was, no change is recorded.
    func record<Value>(in db: Database, _ body: (Database) throws -> Value) throws -> Value {
        try db.prepareRecording()
        let known = try standing(db)
        let id = try known ?? begin(db)
        let isNew = try db.number("SELECT 1 FROM change_row WHERE change = ? LIMIT 1", id) == nil
        try db.run("INSERT INTO temp.recording (change) VALUES (?)", id)
        let value = try body(db)
        try db.run("DELETE FROM temp.recording")
        if try isNew && !db.differs(by: id) {
            try db.run("DELETE FROM change_row WHERE change = ?", id)
            try db.run("DELETE FROM change WHERE id = ?", id)
        } else {
            if known == nil { try batch?.save(id, in: db) }
            change.withLock { $0 = id }
        }
        return value
    }

    /// The change that was begun. One that was undone meanwhile is over: what is recorded later would not be undone by
    /// it, and could not be either.
    private func standing(_ db: Database) throws -> Int64? {
        guard let id = change.withLock(\.self) else { return nil }
        return try db.number("SELECT id FROM change WHERE id = ? AND undone IS NULL", id)
    }

    private func begin(_ db: Database) throws -> Int64 {
        if let earlier = try batch?.change(action, by: person, in: db) { return earlier }
        try db.run(
            "INSERT INTO change (person, action, detail, date) VALUES (?, ?, ?, ?)", person, action.rawValue,
            detail, Date.now.seconds)
        return db.lastInsertedRowID
    }
}

extension Database {
    /// Creates the triggers that record each row before and after, while `recording` names a change. They exist in
    /// this connection only: what other programs do to the file is not recorded.
    func prepareRecording() throws {
        if try canRecord() { return }
        try execute(sql: "CREATE TEMP TABLE recording (change INTEGER NOT NULL)")
        for table in RecordedTable.all {
            let columns = try table.columns ?? columnNames(of: table.name)
            // Of an added row, only what identifies it and its owner, and what was decided; of an edited book, what the
            // fields are now.
            let identifying =
                try keyNames(of: table) + ["book", "copy", "author", "person", "private"]
                + (table.name == "decision" ? ["isbn", "books", "date"] : [])
            // A list that is left empty goes, and may be needed again.
            let isField = table.rows == .book && table.name != "book" || table.name == "list"
            func row(_ moment: String, _ columns: [String]) -> String {
                "json_object(\(columns.map { "'\($0)', \(moment).\($0)" }.joined(separator: ", ")))"
            }
            try record("UPDATE", of: table, "OLD", before: row("OLD", columns), after: row("NEW", columns))
            if table.columns != nil { continue }
            // Each new book has a work of its own, which is removed with it.
            if table.name != "work" {
                try record(
                    "INSERT", of: table, "NEW", before: "NULL",
                    after: row("NEW", columns.filter { isField || identifying.contains($0) }))
            }
            try record("DELETE", of: table, "OLD", before: row("OLD", columns), after: "NULL")
        }
    }

    private func record(
        _ event: String, of table: RecordedTable, _ moment: String, before: String, after: String
    ) throws {
        let book =
            table.name == "loan"
            ? "(SELECT book FROM main.copy WHERE id = \(moment).copy)"
            : table.book.map { "\(moment).\($0)" } ?? "NULL"
        let isNew = """
            EXISTS (SELECT 1 FROM change_row JOIN temp.recording USING (change)
                WHERE book = \(book) AND kind = 'book' AND before IS NULL)
            """
        let columns = table.columns.map { " OF \($0.joined(separator: ", "))" } ?? ""
        try execute(
            sql: """
                CREATE TEMP TRIGGER record_\(event)_\(table.name) AFTER \(event)\(columns) ON main.\(table.name)
                WHEN EXISTS (SELECT 1 FROM temp.recording) \(table.rows == .book ? "AND NOT " + isNew : "") BEGIN
                    INSERT INTO change_row (change, kind, book, before, after)
                    SELECT change, '\(table.name)', \(book), \(before), \(after) FROM temp.recording;
                END
                """)
    }

    /// Whether this connection ever recorded a change.
    func canRecord() throws -> Bool {
        try number("SELECT 1 FROM sqlite_temp_schema WHERE name = 'recording'") != nil
    }

    func columnNames(of table: String) throws -> [String] {
        try String.fetchAll(
            self, sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid", arguments: [table])
    }

    /// The key columns of each recorded table, by its name.
    func recordedKeys() throws -> [String: [String]] {
        try Dictionary(uniqueKeysWithValues: RecordedTable.all.map { ($0.name, try keyNames(of: $0)) })
    }

    /// The foreign keys of each recorded table, by its name.
    func recordedReferences() throws -> [String: [RecordedReference]] {
        try Dictionary(
            uniqueKeysWithValues: RecordedTable.all.map { table in
                let references = try all(
                    "SELECT \"from\", \"table\", on_delete FROM pragma_foreign_key_list(?)", table.name
                ) { row in
                    RecordedReference(
                        column: row["from"], table: row["table"],
                        isCleared: row["on_delete"] as String == "SET NULL")
                }
                return (table.name, references)
            })
    }

    private func keyNames(of table: RecordedTable) throws -> [String] {
        try table.key
            ?? String.fetchAll(
                self, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
                arguments: [table.name])
    }
}
