// The schema step for browsing: each book's place in every order, and what books have in common.
internal import GRDB

extension Schema {
    /// Derived data. All ranks ascend: the newest, best and most rated books have the lowest. A book's rating is that of
    /// its work: the mean of each reader's latest public one, in thousandths of half a star.
    static func makeOrder(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE book_order (
                    book INTEGER PRIMARY KEY REFERENCES book ON DELETE CASCADE,
                    title BLOB NOT NULL, author BLOB NOT NULL, year_rank INTEGER NOT NULL, added_rank INTEGER NOT NULL,
                    rating_rank INTEGER NOT NULL, ratings_rank INTEGER NOT NULL);
                CREATE INDEX book_order_title ON book_order (title, book);
                CREATE INDEX book_order_author ON book_order (author, title, book);
                CREATE INDEX book_order_year ON book_order (year_rank, title, book);
                CREATE INDEX book_order_added ON book_order (added_rank, book);
                CREATE INDEX book_order_rating ON book_order (rating_rank, ratings_rank, title, book);

                CREATE TABLE term (
                    kind TEXT NOT NULL, value TEXT NOT NULL, key BLOB NOT NULL, count INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (kind, value)) WITHOUT ROWID;
                CREATE INDEX term_key ON term (kind, key, value);
                CREATE TABLE book_term (
                    kind TEXT NOT NULL, value TEXT NOT NULL, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
                    PRIMARY KEY (kind, value, book)) WITHOUT ROWID;
                CREATE INDEX book_term_book ON book_term (book);
                CREATE TRIGGER count_term AFTER INSERT ON book_term BEGIN
                    UPDATE term SET count = count + 1 WHERE kind = NEW.kind AND value = NEW.value;
                END;
                CREATE TRIGGER discount_term AFTER DELETE ON book_term BEGIN
                    UPDATE term SET count = count - 1 WHERE kind = OLD.kind AND value = OLD.value;
                    DELETE FROM term WHERE kind = OLD.kind AND value = OLD.value AND count = 0;
                END;

                CREATE INDEX list_entry_shelf ON list_entry (shelf, book) WHERE shelf NOT NULL;
                DROP INDEX reading_book;
                CREATE INDEX reading_book ON reading (book, person, state);
                DROP INDEX reading_person;
                CREATE INDEX reading_person ON reading (person, state, book);
                CREATE TABLE order_version (version INTEGER NOT NULL);
                \(ratingTriggers)
                """)
    }

    /// The rank and count of a work's ratings.
    ///
    /// - Parameter work: an SQL expression.
    static func ratingRanks(ofWork work: String) -> String {
        """
        SELECT coalesce(-CAST(round(avg(rating) * 1000) AS INTEGER), 1), -count(*)
        FROM (SELECT rating, max(comment.id) FROM comment JOIN book AS edition ON edition.id = comment.book
            WHERE edition.work = \(work) AND NOT private AND rating NOT NULL GROUP BY author)
        """
    }

    private static let ratingTriggers = ratingTriggers("rank") { work in
        """
        UPDATE book_order SET (rating_rank, ratings_rank) = (\(ratingRanks(ofWork: work)))
        WHERE book IN (SELECT id FROM book WHERE work = \(work));
        """
    }

    /// Derived data: the sum, in half stars, and the count of each work's ratings, if there are any.
    static let workRatings = """
        CREATE TABLE work_rating (
            work INTEGER PRIMARY KEY REFERENCES work ON DELETE CASCADE, total REAL NOT NULL, count INTEGER NOT NULL);
        INSERT INTO work_rating SELECT work, sum(rating), count(*)
            FROM (SELECT work, rating, max(comment.id) FROM comment JOIN book ON book.id = comment.book
                WHERE NOT private AND rating NOT NULL GROUP BY work, author) GROUP BY work;
        \(ratingTriggers("sum") { work in
            """
            DELETE FROM work_rating WHERE work = \(work);
            INSERT INTO work_rating SELECT work, sum(rating), count(*)
                FROM (SELECT edition.work, rating, max(comment.id) FROM comment JOIN book AS edition ON edition.id = comment.book
                    WHERE edition.work = \(work) AND NOT private AND rating NOT NULL GROUP BY author) GROUP BY work;
            """
        })
        """

    /// Triggers that run statements for each work whose ratings change.
    ///
    /// - Parameter statements: for a work, which is an SQL expression.
    private static func ratingTriggers(
        _ prefix: String, _ statements: (_ work: String) -> String
    ) -> String {
        func trigger(_ name: String, _ event: String, _ works: [String]) -> String {
            let updates = works.map(statements).joined(separator: "\n")
            return "CREATE TRIGGER \(prefix)_\(name) AFTER \(event) BEGIN \(updates) END;"
        }
        func work(_ row: String) -> String { "(SELECT work FROM book WHERE id = \(row).book)" }
        return [
            trigger("comment_insert", "INSERT ON comment WHEN NEW.rating NOT NULL", [work("NEW")]),
            trigger("comment_update", "UPDATE ON comment", [work("OLD"), work("NEW")]),
            trigger("comment_delete", "DELETE ON comment WHEN OLD.rating NOT NULL", [work("OLD")]),
            trigger(
                "book_update", "UPDATE OF work ON book WHEN OLD.work <> NEW.work", ["OLD.work", "NEW.work"]),
            trigger("book_delete", "DELETE ON book", ["OLD.work"]),
        ].joined(separator: "\n")
    }
}
