// The schema step that finds books by their further ISBNs.

extension Schema {
    /// An index of the column `other_isbns`, which triggers keep up to date. A number may be in the records of several
    /// books, and that of a book of its own, too.
    static let furtherISBNs = """
        CREATE TABLE further_isbn (
            isbn INTEGER NOT NULL, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
            PRIMARY KEY (isbn, book)) WITHOUT ROWID;
        CREATE INDEX further_isbn_book ON further_isbn (book);
        INSERT INTO further_isbn (isbn, book)
            SELECT DISTINCT value, book.id FROM book, \(numbers(in: "book")) WHERE type = 'integer';
        CREATE TRIGGER further_isbn_insert AFTER INSERT ON book WHEN NEW.other_isbns NOT NULL BEGIN \(fill) END;
        CREATE TRIGGER further_isbn_update AFTER UPDATE OF other_isbns ON book
        WHEN OLD.other_isbns IS NOT NEW.other_isbns BEGIN
            DELETE FROM further_isbn WHERE book = NEW.id;
            \(fill)
        END;
        """

    private static let fill = """
        INSERT INTO further_isbn (isbn, book)
            SELECT DISTINCT value, NEW.id FROM \(numbers(in: "NEW")) WHERE type = 'integer';
        """

    /// The numbers are separated by spaces.
    private static func numbers(in row: String) -> String {
        let list = "'[' || replace(\(row).other_isbns, ' ', ',') || ']'"
        return "json_each(iif(json_valid(\(list)), \(list), '[]'))"
    }
}
