// The schema step for loans and reservations.

extension Schema {
    /// A loan that is not returned is the copy's only one. The earliest reservation of a book comes first.
    static let loans = """
        CREATE TABLE loan (
            id INTEGER PRIMARY KEY AUTOINCREMENT, copy INTEGER NOT NULL REFERENCES copy ON DELETE CASCADE,
            person TEXT NOT NULL, lent INTEGER NOT NULL, due TEXT, returned INTEGER);
        CREATE UNIQUE INDEX loan_open ON loan (copy) WHERE returned IS NULL;
        CREATE INDEX loan_copy ON loan (copy);
        CREATE INDEX loan_person ON loan (person);
        CREATE TABLE reservation (
            id INTEGER PRIMARY KEY AUTOINCREMENT, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
            person TEXT NOT NULL, made INTEGER NOT NULL, UNIQUE (book, person));
        CREATE INDEX reservation_person ON reservation (person);
        """

    /// Loans and reservations are part of what a book's page shows. Whether a reminder was sent is not a part of the
    /// loan, since it is no change that anybody undoes.
    static let loanEvents = """
        CREATE TABLE loan_reminder (
            loan INTEGER PRIMARY KEY REFERENCES loan ON DELETE CASCADE, sent INTEGER NOT NULL);
        CREATE INDEX loan_due ON loan (due) WHERE returned IS NULL;
        \(["INSERT", "UPDATE", "DELETE"].map(loanTrigger).joined(separator: "\n"))
        \(eventTriggers([("reservation", ["INSERT", "UPDATE", "DELETE"], "''")]))
        """

    /// The loans of a copy that is removed are removed after it: then there is no book, and its own event has been told.
    private static func loanTrigger(_ kind: String) -> String {
        let copy = kind == "DELETE" ? "OLD.copy" : "NEW.copy"
        return """
            CREATE TRIGGER tell_loan_\(kind) AFTER \(kind) ON loan WHEN EXISTS (SELECT 1 FROM account) BEGIN
                DELETE FROM event WHERE person = '' AND book = (SELECT book FROM copy WHERE id = \(copy));
                INSERT INTO event (book, person) SELECT book, '' FROM copy WHERE id = \(copy);
            END;
            """
    }
}
