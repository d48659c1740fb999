// The schema step that makes each counted copy a thing of its own.
import Books

extension Schema {
    /// A copy's list is a list's key, so that a copy may outlast the list. An entry with a shelf mark but no number had
    /// at least one copy. Columns of `list_entry` that the history still contains are left out when it is undone.
    static let copies = """
        CREATE TABLE copy (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, list TEXT NOT NULL, label TEXT UNIQUE,
            place TEXT, condition TEXT, price INTEGER, currency TEXT, acquired TEXT, gone TEXT, reason TEXT,
            notes TEXT);
        INSERT INTO copy (book, list, place)
            WITH RECURSIVE counted (book, list, place, number, copies) AS (
                SELECT book, list.key, nullif(shelf, ''), 1,
                    min(coalesce(copies, shelf NOT NULL), \(StockEntry.mostCopies))
                FROM list_entry JOIN list ON list.id = list_entry.list
                WHERE coalesce(copies, shelf NOT NULL) > 0
                UNION ALL SELECT book, list, place, number + 1, copies FROM counted WHERE number < copies)
            SELECT book, list, place FROM counted ORDER BY book, list, number;
        CREATE INDEX copy_book ON copy (book, list);
        CREATE INDEX copy_place ON copy (place, book) WHERE place NOT NULL;
        DROP INDEX list_entry_shelf;
        ALTER TABLE list_entry DROP COLUMN copies;
        ALTER TABLE list_entry DROP COLUMN shelf;
        \(eventTriggers([("copy", ["INSERT", "UPDATE", "DELETE"], "''")]))
        """
}
