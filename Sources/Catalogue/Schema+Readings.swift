// The step that lets a person read a book more than once.

extension Schema {
    /// Readings are told apart by a number. What the history has of them gets it, so that it can still be taken back.
    static let readings = """
        ALTER TABLE reading RENAME TO only_reading;
        CREATE TABLE reading (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, person TEXT NOT NULL,
            state TEXT NOT NULL, started TEXT, ended TEXT, added INTEGER NOT NULL);
        INSERT INTO reading (book, person, state, started, ended, added)
            SELECT book, person, state, started, ended, added FROM only_reading ORDER BY added, book, person;
        DROP TABLE only_reading;
        CREATE INDEX reading_book ON reading (book);
        CREATE INDEX reading_person ON reading (person, state);
        UPDATE change_row SET
            before = json_set(before, '$.id', (SELECT id FROM reading WHERE book = json_extract(before, '$.book')
                AND person = json_extract(before, '$.person'))),
            after = json_set(after, '$.id', (SELECT id FROM reading WHERE book = json_extract(after, '$.book')
                AND person = json_extract(after, '$.person')))
        WHERE kind = 'reading';
        \(telling([("reading", ["INSERT", "UPDATE", "DELETE"], "''")]))
        """
}
