// The schema step for copies of what people own and want, which devices keep up to date by events.
internal import GRDB

extension Schema {
    /// `epoch` changes when the store is restored, since its events are numbered anew from there, and when a person's data
    /// is deleted with its events. Contributors and other editions are part of what a device shows of a book, so their
    /// changes are events of the book.
    static let holdings = """
        CREATE TABLE feed (epoch INTEGER NOT NULL);
        INSERT INTO feed (epoch) VALUES (abs(random() % 1000000000000));
        \(eventTriggers([("contributor", ["INSERT", "UPDATE", "DELETE"], "''")]))
        \(tellEditions("INSERT", of: ["NEW"]))
        \(tellEditions("DELETE", of: ["OLD"]))
        \(tellEditions("UPDATE", of: ["OLD", "NEW"]))
        """

    /// A change of a book's number or work is an event of the work's other books.
    private static func tellEditions(_ kind: String, of rows: [String]) -> String {
        let isUpdate = kind == "UPDATE"
        let isChanged = isUpdate ? "(OLD.work IS NOT NEW.work OR OLD.isbn IS NOT NEW.isbn) AND" : ""
        return rows.map { row in
            let others = "SELECT id FROM book WHERE work = \(row).work AND id <> \(row).id"
            return """
                CREATE TRIGGER tell_editions_\(kind)_\(row) AFTER \(kind) \(isUpdate ? "OF work, isbn" : "") ON book
                WHEN \(isChanged) EXISTS (SELECT 1 FROM account) BEGIN
                    DELETE FROM event WHERE person = '' AND book IN (\(others));
                    INSERT INTO event (book, person) SELECT id, '' FROM (\(others));
                END;
                """
        }.joined(separator: "\n")
    }
}

extension Database {
    /// Devices then replace their copies instead of updating them.
    func restartFeed() throws { try run("UPDATE feed SET epoch = abs(random() % 1000000000000)") }
}
