// The schema step for shared catalogues: accounts, personal lists and events.

extension Schema {
    /// Sessions, links and tokens are stored as the SHA-256 of their secret, in hexadecimal digits.
    static let readers = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE,
            password TEXT, role TEXT NOT NULL, made INTEGER NOT NULL, email TEXT,
            verified INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE session (
            hash TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            seen INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX session_account ON session (account);
        CREATE TABLE ticket (
            hash TEXT PRIMARY KEY, kind TEXT NOT NULL, account INTEGER REFERENCES account ON DELETE CASCADE,
            name TEXT, role TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX ticket_account ON ticket (account);

        CREATE TABLE token (
            id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, name TEXT NOT NULL, made INTEGER NOT NULL,
            seen INTEGER);
        CREATE INDEX token_account ON token (account);
        CREATE TABLE sending (
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, key TEXT NOT NULL, answer TEXT NOT NULL,
            made INTEGER NOT NULL,
            PRIMARY KEY (account, key)) WITHOUT ROWID;

        CREATE TABLE personal_entry (
            person TEXT NOT NULL, key TEXT NOT NULL, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
            name TEXT NOT NULL, added INTEGER NOT NULL,
            PRIMARY KEY (person, key, book)) WITHOUT ROWID;
        CREATE INDEX personal_entry_book ON personal_entry (book);
        ALTER TABLE list_entry ADD COLUMN copies INTEGER;
        ALTER TABLE list_entry ADD COLUMN shelf TEXT;

        CREATE TABLE upload (
            id TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, key TEXT NOT NULL,
            name TEXT NOT NULL, sha256 TEXT, state TEXT NOT NULL, record TEXT, part TEXT, isbn INTEGER,
            made INTEGER NOT NULL, UNIQUE (account, key)) WITHOUT ROWID;
        CREATE INDEX upload_made ON upload (made);

        CREATE TABLE event (
            id INTEGER PRIMARY KEY AUTOINCREMENT, book INTEGER NOT NULL, person TEXT NOT NULL,
            UNIQUE (book, person));
        \(triggers)
        """

    /// The state of a photo that is read again, before it was queued.
    static let formerStates = """
        ALTER TABLE upload ADD COLUMN former_state TEXT;
        ALTER TABLE upload ADD COLUMN former_isbn INTEGER;
        """

    /// Linked identities, and when a session last re-authenticated with the provider.
    static let identities = """
        CREATE TABLE identity (
            issuer TEXT NOT NULL, subject TEXT NOT NULL,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, made INTEGER NOT NULL,
            PRIMARY KEY (issuer, subject)) WITHOUT ROWID;
        CREATE INDEX identity_account ON identity (account);
        ALTER TABLE session ADD COLUMN proved INTEGER;
        """

    /// Where somebody is signed in, and who made a link.
    static let sessions = """
        ALTER TABLE session ADD COLUMN made INTEGER;
        ALTER TABLE session ADD COLUMN device TEXT;
        ALTER TABLE ticket ADD COLUMN made INTEGER;
        ALTER TABLE ticket ADD COLUMN maker INTEGER REFERENCES account ON DELETE SET NULL;
        CREATE INDEX ticket_maker ON ticket (maker);
        """

    /// Links that show a list to guests, and accounts whose page others may see.
    static let listLinks = """
        CREATE TABLE list_link (
            hash TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            name TEXT NOT NULL, shared INTEGER NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX list_link_account ON list_link (account);
        ALTER TABLE account ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN language TEXT;
        """

    /// A change of a book replaces an earlier one, so that there are never more events than books. If only `person`
    /// may see it, it has their name; the name of public ones is empty. Without accounts there are no listeners.
    private static let triggers = eventTriggers([
        ("comment", ["INSERT", "UPDATE", "DELETE"], "iif(row.private, row.author, '')"),
        ("reading", ["INSERT", "UPDATE", "DELETE"], "''"),
        ("list_entry", ["INSERT", "UPDATE", "DELETE"], "''"),
        ("personal_entry", ["INSERT", "DELETE"], "row.person"),
        ("book", ["UPDATE"], "''"),
    ])

    static func eventTriggers(_ events: [(table: String, kinds: [String], person: String)]) -> String {
        events.flatMap { table, kinds, person in
            kinds.flatMap { kind in
                // For other people, a comment that becomes private disappears.
                let rows = kind == "INSERT" ? ["NEW"] : kind == "DELETE" ? ["OLD"] : ["OLD", "NEW"]
                return rows.map { row in
                    let book = table == "book" ? "\(row).id" : "\(row).book"
                    let person = person.replacing("row.", with: "\(row).")
                    // Not INSERT OR REPLACE: a trigger runs with the conflict clause of the statement that fires it.
                    return """
                        CREATE TRIGGER tell_\(table)_\(kind)_\(row) AFTER \(kind) ON \(table)
                        WHEN EXISTS (SELECT 1 FROM account) BEGIN
                            DELETE FROM event WHERE book = \(book) AND person = \(person);
                            INSERT INTO event (book, person) VALUES (\(book), \(person));
                        END;
                        """
                }
            }
        }.joined(separator: "\n")
    }
}

// The schema step that allows several readings of a book by one person.
extension Schema {
    /// Readings get an id. Those in the history get it, too, so that they can still be undone.
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
        \(eventTriggers([("reading", ["INSERT", "UPDATE", "DELETE"], "''")]))
        """
}
