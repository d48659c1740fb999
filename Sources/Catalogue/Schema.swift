// The store's schema as numbered migrations.
import Books
internal import GRDB

struct Schema {
    /// Identifies the file as a store in SQLite's header (`BkZn`).
    static let applicationID = 0x426B_5A6E

    static var version: Int { steps.count }

    let path: String

    /// Rejects files that are not stores, or too new, before anything is written.
    ///
    /// - Parameter mayBeEmpty: whether an empty file is taken, as one that becomes a store.
    func recognise(_ db: Database, mayBeEmpty: Bool = true) throws {
        let found = try number("application_id", db)
        let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
        guard found == Self.applicationID || (mayBeEmpty && found == 0 && isEmpty) else {
            throw CatalogueError.notAStore(path: path)
        }
        let version = try number("user_version", db)
        guard version <= Self.version else {
            throw CatalogueError.newer(path: path, version: version, known: Self.version)
        }
    }

    /// Runs the steps that the file lacks, all or none. Reads the file's version only with the write lock, so that
    /// two processes that open an older store at once don't run a step twice.
    func upgrade(_ db: Database, to version: Int) throws {
        guard try number("user_version", db) < version || !db.isOrderCurrent() else { return }
        try db.inTransaction(.immediate) {
            let done = try number("user_version", db)
            guard done < version else {
                try db.renewOrder()
                return .commit
            }
            for step in Self.steps[done..<version] { try step(db) }
            try db.renewOrder()
            try db.execute(
                sql: "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(version)")
            return .commit
        }
    }

    private func number(_ pragma: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0
    }

    /// Never change a released step; add one.
    private static let steps: [@Sendable (Database) throws -> Void] = [
        { try $0.execute(sql: books) }, { try $0.execute(sql: lookups) }, { try $0.execute(sql: photos) },
        { try $0.execute(sql: cooldowns) }, { try $0.execute(sql: unnamed) }, foldLists,
        { try $0.execute(sql: cooldownKinds) },
        {
            try $0.execute(sql: changes)
            try foldMarks($0)
        },
        { try $0.execute(sql: namedPhotos) }, { try $0.execute(sql: originalScripts) },
        { try $0.execute(sql: readingSettings) }, { try $0.execute(sql: readers) },
        { try $0.execute(sql: identities) },
        { try $0.execute(sql: "ALTER TABLE upload ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0") },
        { try $0.execute(sql: Database.workHashes) },
        // Repeated as a further step whenever `WorkKey` changes.
        { try $0.hashWorks() },
        { try $0.execute(sql: writtenDays) },
        { try $0.execute(sql: readings) },
        rememberFormerPages,
        { try $0.execute(sql: series) },
        makeOrder,
        { try $0.execute(sql: sortNames) },
        { try $0.execute(sql: holdings) },
        { try $0.execute(sql: sessions) },
        { try $0.execute(sql: listLinks) },
        { try $0.execute(sql: covers) },
        { try $0.execute(sql: replies) },
        { try $0.execute(sql: requestTimes) },
        { try $0.execute(sql: workRatings) },
        { try $0.execute(sql: copies) },
        { try $0.execute(sql: loans) },
        { try $0.execute(sql: inventories) },
        { try $0.execute(sql: loanEvents) },
        { try $0.execute(sql: labelSightings) },
        { try $0.execute(sql: removedISBNs) },
        { try $0.execute(sql: inventoryTimes) },
        { try $0.execute(sql: rankings) },
        { try $0.hashWorks() },
        { try $0.execute(sql: correctedPhotos) },
        { try $0.execute(sql: labelPhotos) },
        { try $0.execute(sql: "CREATE INDEX change_person ON change (person)") },
        { try $0.execute(sql: entryPositions) },
        { try $0.execute(sql: undoOrder) },
        { try $0.execute(sql: keptSightings) },
        { try $0.execute(sql: photoFiles) },
        { try $0.execute(sql: furtherISBNs) },
        // So that the history finds out at once whether a large import changed somebody's own lists.
        {
            try $0.execute(
                sql: "CREATE INDEX change_row_own ON change_row (change) WHERE kind = 'personal_entry'")
        },
        { try $0.hashWorks() },
        { try $0.execute(sql: "ALTER TABLE sending ADD COLUMN request TEXT") },
        { try $0.execute(sql: flattenReplies) },
        // So that undo finds out at once whether merges moved a row to another book.
        {
            try $0.execute(
                sql: """
                    CREATE INDEX change_row_moved ON change_row (kind, json_extract(after, '$.id'))
                        WHERE before NOT NULL AND after NOT NULL
                            AND json_extract(before, '$.book') <> json_extract(after, '$.book')
                    """)
        },
        foldListKeys,
        { try $0.execute(sql: formerStates) },
        { try $0.hashWorks() },
        joinWords,
        { try $0.execute(sql: sharedIdentifiers) },
    ]

    /// Books of a series share an ISSN, and volumes may share a library's number.
    private static let sharedIdentifiers = """
        CREATE TABLE new_identifier (
            scheme TEXT NOT NULL, value TEXT NOT NULL,
            book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
            PRIMARY KEY (scheme, value, book)) WITHOUT ROWID;
        INSERT INTO new_identifier SELECT scheme, value, book FROM identifier;
        DROP TABLE identifier;
        ALTER TABLE new_identifier RENAME TO identifier;
        CREATE INDEX identifier_book ON identifier (book);
        """

    /// Times are whole seconds since 1970; ISBNs are their thirteen digits as one number.
    private static let books = """
        CREATE TABLE work (id INTEGER PRIMARY KEY);
        CREATE TABLE work_key (
            scheme TEXT NOT NULL, value TEXT NOT NULL,
            work INTEGER NOT NULL REFERENCES work ON DELETE CASCADE,
            PRIMARY KEY (scheme, value)) WITHOUT ROWID;
        CREATE INDEX work_key_work ON work_key (work);

        CREATE TABLE book (
            id INTEGER PRIMARY KEY, isbn INTEGER UNIQUE, work INTEGER NOT NULL REFERENCES work,
            title TEXT, subtitle TEXT, publisher TEXT, year INTEGER, pages INTEGER, language TEXT, cover TEXT,
            subjects TEXT, other_isbns TEXT, added INTEGER NOT NULL);
        CREATE INDEX book_work ON book (work);
        CREATE INDEX book_title_without_isbn ON book (title) WHERE isbn IS NULL;
        CREATE TABLE contributor (
            book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, position INTEGER NOT NULL,
            name TEXT NOT NULL, role TEXT NOT NULL,
            PRIMARY KEY (book, position)) WITHOUT ROWID;
        CREATE TABLE identifier (
            scheme TEXT NOT NULL, value TEXT NOT NULL,
            book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
            PRIMARY KEY (scheme, value)) WITHOUT ROWID;
        CREATE INDEX identifier_book ON identifier (book);
        CREATE TABLE origin (
            book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
            kind TEXT NOT NULL, source TEXT NOT NULL, date INTEGER NOT NULL, fields TEXT NOT NULL,
            PRIMARY KEY (book, kind, source, date)) WITHOUT ROWID;

        CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        INSERT INTO list (name) VALUES ('owned'), ('wanted');
        CREATE TABLE list_entry (
            list INTEGER NOT NULL REFERENCES list ON DELETE CASCADE,
            book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
            added INTEGER NOT NULL,
            PRIMARY KEY (list, book)) WITHOUT ROWID;
        CREATE INDEX list_entry_book ON list_entry (book);

        CREATE TABLE comment (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
            author TEXT NOT NULL, rating INTEGER CHECK (rating BETWEEN 0 AND 10), text TEXT NOT NULL,
            language TEXT, spoiler INTEGER NOT NULL, private INTEGER NOT NULL,
            written INTEGER NOT NULL, edited INTEGER, source TEXT);
        CREATE INDEX comment_book ON comment (book);
        CREATE INDEX comment_author ON comment (author);

        CREATE VIRTUAL TABLE search USING fts5(
            title, contributors, publisher, comments, tokenize = 'unicode61 remove_diacritics 2');
        """

    /// Results of look-ups: answers, misses, and pending ones.
    private static let lookups = """
        CREATE TABLE rating (
            work INTEGER NOT NULL REFERENCES work ON DELETE CASCADE, source TEXT NOT NULL,
            average REAL NOT NULL, count INTEGER NOT NULL, date INTEGER NOT NULL,
            PRIMARY KEY (work, source)) WITHOUT ROWID;
        CREATE TABLE miss (
            isbn INTEGER NOT NULL, source TEXT NOT NULL, until INTEGER NOT NULL,
            PRIMARY KEY (isbn, source)) WITHOUT ROWID;
        CREATE TABLE pending (
            isbn INTEGER NOT NULL, source TEXT NOT NULL, reason TEXT NOT NULL, since INTEGER NOT NULL,
            PRIMARY KEY (isbn, source)) WITHOUT ROWID;
        """

    /// Photos: what was read, and the decisions.
    private static let photos = """
        CREATE TABLE photo (
            sha256 TEXT NOT NULL, page INTEGER NOT NULL, path TEXT NOT NULL, record TEXT NOT NULL,
            date INTEGER NOT NULL,
            PRIMARY KEY (sha256, page)) WITHOUT ROWID;
        CREATE TABLE photo_isbn (
            isbn INTEGER NOT NULL, sha256 TEXT NOT NULL, page INTEGER NOT NULL,
            PRIMARY KEY (isbn, sha256, page),
            FOREIGN KEY (sha256, page) REFERENCES photo ON DELETE CASCADE) WITHOUT ROWID;
        CREATE TABLE decision (
            sha256 TEXT NOT NULL, page INTEGER NOT NULL, isbn INTEGER, date INTEGER NOT NULL,
            PRIMARY KEY (sha256, page)) WITHOUT ROWID;
        CREATE INDEX decision_isbn ON decision (isbn);
        """

    /// Hosts that asked for a cooldown. The table was later renamed.
    private static let cooldowns = """
        CREATE TABLE rest (host TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
        """

    /// Hosts that did not answer have a cooldown, too.
    private static let cooldownKinds = """
        ALTER TABLE rest ADD COLUMN asked INTEGER NOT NULL DEFAULT 1;
        """

    /// The history: changes, and each changed row before and after as a JSON object of its columns. Also when each
    /// host may be asked next, so that many short runs together keep to its rate.
    private static let changes = """
        CREATE TABLE change (
            id INTEGER PRIMARY KEY AUTOINCREMENT, person TEXT NOT NULL, action TEXT NOT NULL, detail TEXT,
            date INTEGER NOT NULL, undone INTEGER);
        CREATE TABLE change_row (
            id INTEGER PRIMARY KEY, change INTEGER NOT NULL REFERENCES change ON DELETE CASCADE,
            kind TEXT NOT NULL, book INTEGER, before TEXT, after TEXT);
        CREATE INDEX change_row_change ON change_row (change, book);
        CREATE INDEX change_row_book ON change_row (book);

        CREATE TABLE turn (host TEXT PRIMARY KEY, next REAL NOT NULL) WITHOUT ROWID;
        """

    /// The latest change when a change was undone: times are too coarse to tell which was first.
    private static let undoOrder = """
        ALTER TABLE change ADD COLUMN undone_after INTEGER;
        UPDATE change SET undone_after = (SELECT max(id) FROM change AS other WHERE other.date <= change.undone)
        WHERE undone NOT NULL;
        """

    /// The index ignores diacritics in every script.
    private static func foldMarks(_ db: Database) throws {
        let hasMarks = "GLOB '*[^ -~]*'"
        let rows = try db.all(
            """
            SELECT rowid AS id, title, contributors, publisher, comments FROM search WHERE title \(hasMarks)
                OR contributors \(hasMarks) OR publisher \(hasMarks) OR comments \(hasMarks)
            """
        ) { row in
            (
                id: row["id"] as Int64,
                texts: ["title", "contributors", "publisher", "comments"].map {
                    SearchText.folded(row[$0] ?? "")
                }
            )
        }
        for (id, texts) in rows {
            try db.run(
                "UPDATE search SET title = ?, contributors = ?, publisher = ?, comments = ? WHERE rowid = ?",
                texts[0], texts[1], texts[2], texts[3], id)
        }
    }

    /// The index finds `Don't` as `dont`, too.
    private static func joinWords(_ db: Database) throws {
        let rows = try db.all(
            """
            SELECT * FROM (SELECT id,
                    coalesce(title, '') || coalesce(' ' || subtitle, '') || coalesce(' ' || original_script_title, '')
                        || coalesce(' ' || series, '') AS title,
                    coalesce((SELECT group_concat(name, char(10)) FROM contributor WHERE contributor.book = book.id), '')
                        || coalesce(char(10) || original_script_names, '') AS names
                FROM book)
            WHERE title GLOB ?1 OR names GLOB ?1
            """, "*[\(SearchText.apostrophes)]*"
        ) { (id: $0["id"] as Int64, title: $0["title"] as String, names: $0["names"] as String) }
        for row in rows {
            try db.run(
                "UPDATE search SET title = ?, contributors = ? WHERE rowid = ?",
                SearchText.indexed(row.title),
                SearchText.indexed(row.names), row.id)
        }
    }

    /// What was removed before secure deletion was always on is still in free space. A `VACUUM` clears it, but takes
    /// long and needs as much space as the store itself: it runs after the first deletion that must leave nothing.
    private static func rememberFormerPages(_ db: Database) throws {
        try db.execute(sql: "CREATE TABLE upkeep (task TEXT PRIMARY KEY) WITHOUT ROWID")
        let isNew = try Int.fetchOne(db, sql: "PRAGMA user_version") == 0
        if !isNew { try db.execute(sql: "INSERT INTO upkeep (task) VALUES ('vacuum')") }
    }

    /// A photo may show a book that has no ISBN.
    private static let namedPhotos = """
        ALTER TABLE decision ADD COLUMN book INTEGER REFERENCES book ON DELETE CASCADE;
        CREATE INDEX decision_book ON decision (book);
        """

    /// Title and names in the book's own script; names are separated by line feeds. They are indexed together with
    /// those in Latin letters.
    private static let originalScripts = """
        ALTER TABLE book ADD COLUMN original_script_title TEXT;
        ALTER TABLE book ADD COLUMN original_script_names TEXT;
        """

    /// Series and tags; tags are separated by line feeds. No earlier book has any, so the index stays as it is. From
    /// this step on, ratings, which are in half stars, may have a fraction, for quarter stars.
    private static let series = """
        ALTER TABLE book ADD COLUMN series TEXT;
        ALTER TABLE book ADD COLUMN series_number TEXT;
        ALTER TABLE book ADD COLUMN tags TEXT;
        """

    /// Names as they are filed, where that does not follow from the name.
    private static let sortNames = """
        ALTER TABLE contributor ADD COLUMN sort TEXT;
        """

    /// Which picture a book's cover is; with the hash in the key, undoing does not remove a cover that was chosen
    /// since. Also the addresses where there was none.
    private static let covers = """
        CREATE TABLE cover (
            book INTEGER NOT NULL UNIQUE REFERENCES book ON DELETE CASCADE, sha256 TEXT NOT NULL,
            kind TEXT NOT NULL, source TEXT NOT NULL, date INTEGER NOT NULL,
            PRIMARY KEY (book, sha256)) WITHOUT ROWID;
        CREATE INDEX cover_sha256 ON cover (sha256);
        CREATE TABLE cover_miss (
            address TEXT PRIMARY KEY, times INTEGER NOT NULL, date INTEGER NOT NULL) WITHOUT ROWID;
        \(eventTriggers([("cover", ["INSERT", "DELETE"], "''")]))
        """

    /// The settings that a photo was read with, and its number of pages; both NULL if unknown.
    private static let readingSettings = """
        ALTER TABLE photo ADD COLUMN reading TEXT;
        ALTER TABLE photo ADD COLUMN pages INTEGER;
        """

    /// Imported tables have only the day of a comment, which used to be stored as its beginning in UTC.
    private static let writtenDays = """
        ALTER TABLE comment ADD COLUMN day TEXT;
        UPDATE comment SET day = date(written, 'unixepoch') WHERE source NOT NULL AND written % 86400 = 0;
        """

    /// The comment that another one replies to. A reply outlives it.
    private static let replies = """
        ALTER TABLE comment ADD COLUMN parent INTEGER REFERENCES comment ON DELETE SET NULL;
        CREATE INDEX comment_parent ON comment (parent);
        """

    /// A reply to a reply is one to its parent.
    private static let flattenReplies = """
        UPDATE comment SET parent = (SELECT parent FROM comment AS above WHERE above.id = comment.parent)
            WHERE parent IN (SELECT id FROM comment WHERE parent NOT NULL)
        """

    /// Renames the tables with the times until which hosts are not asked, and at which they may be asked next.
    private static let requestTimes = """
        ALTER TABLE rest RENAME TO cooldown;
        ALTER TABLE turn RENAME TO next_request;
        """

    /// Each ISBN that the store does not have may be that of a merged book.
    private static let removedISBNs = """
        CREATE INDEX change_row_gone ON change_row (json_extract(before, '$.isbn'))
            WHERE kind = 'book' AND after IS NULL;
        """

    /// Indexes for rankings, since rows of comments and photos are long; and how many photos have each status, which is in
    /// their records.
    private static let rankings = """
        CREATE INDEX comment_text ON comment (book, written) WHERE NOT private AND text <> '';
        DROP INDEX loan_copy;
        CREATE INDEX loan_copy ON loan (copy, lent);
        CREATE INDEX photo_date ON photo (sha256, page, date);
        CREATE TABLE photo_status (status TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO photo_status
            SELECT coalesce(json_extract(record, '$.status'), '') AS status, count(*) FROM photo GROUP BY status;
        CREATE TRIGGER count_photo_insert AFTER INSERT ON photo BEGIN \(counted("NEW", 1)) END;
        CREATE TRIGGER count_photo_update AFTER UPDATE OF record ON photo BEGIN
            \(counted("OLD", -1)) \(counted("NEW", 1))
        END;
        CREATE TRIGGER count_photo_delete AFTER DELETE ON photo BEGIN \(counted("OLD", -1)) END;
        """

    private static func counted(_ row: String, _ change: Int) -> String {
        """
        INSERT INTO photo_status VALUES (coalesce(json_extract(\(row).record, '$.status'), ''), \(change))
            ON CONFLICT DO UPDATE SET count = count + excluded.count;
        """
    }

    /// Whenever a card is shown, books with only an ISBN are counted.
    private static let unnamed = """
        CREATE INDEX book_unnamed ON book (isbn) WHERE title IS NULL;
        """
}
