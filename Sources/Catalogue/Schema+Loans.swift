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
}
