// Gives books their ISBNs back. Only one book has an ISBN at a time: a book waits for its own while another one has it.
import Books
internal import GRDB

extension Undo {
    /// The ISBN, or `NULL`, of a book whose ISBN the change took, with the book or without.
    func formerISBN(_ row: RecordedRow) -> DatabaseValue? {
        guard row.kind == "book", let before = row.before?["isbn"], before != row.after?["isbn"] else {
            return nil
        }
        return before
    }

    /// Gives a book the ISBN that it has by all changes that stand, as if the others had never been made, if no other book
    /// has that. What came before a removal that stands was of another book with the same number.
    func settleISBN(of book: Int64) throws {
        let changes = try db.all(
            """
            SELECT undone, json_extract(before, '$.isbn') AS former, json_extract(after, '$.isbn') AS latter
            FROM change_row JOIN change ON change.id = change_row.change
            WHERE book = ?1 AND kind = 'book' AND before NOT NULL AND former IS NOT latter
                AND change > coalesce((SELECT max(change) FROM change_row JOIN change ON change.id = change_row.change
                    WHERE book = ?1 AND kind = 'book' AND after IS NULL AND undone IS NULL), 0)
            ORDER BY change_row.id
            """, book
        ) { row in
            (
                isUndone: (row["undone"] as Int64?) != nil, former: row["former"] as DatabaseValue,
                latter: row["latter"] as DatabaseValue
            )
        }
        guard let first = changes.first, let present = try db.storedBook(.id(BookID(book))) else { return }
        let isbn = changes.last { !$0.isUndone }?.latter ?? first.former
        let now = present.isbn.map { Int64($0.value).databaseValue } ?? .null
        // It may have got one that was not recorded.
        guard isbn != now, now.isNull || changes.contains(where: { [$0.former, $0.latter].contains(now) })
        else { return }
        try makeRoom(for: isbn, of: present)
        try db.run("UPDATE OR IGNORE book SET isbn = ? WHERE id = ?", isbn, book)
    }

    /// A book that a look-up created for this one's former ISBN is merged into it and removed.
    private func makeRoom(for isbn: DatabaseValue, of before: Book) throws {
        guard let id = before.id,
            let other = try db.number("SELECT id FROM book WHERE isbn = ? AND id <> ?", isbn, id.value),
            try isNewcomer(other), try !isReferenced(other)
        else { return }
        var found = try db.existingBook(BookID(other))
        try db.drop(BookID(other))
        found.origins[.works] = nil
        (found.works, found.identifiers) = ([], [])
        var book = before
        book.fill(from: found)
        try db.update(before, to: book)
    }

    /// Whether a book that has an ISBN of the change's books was created for it since, instead of being another book that
    /// got it by a later change that stands, or by reverting an earlier one.
    func isNewcomer(_ book: Int64) throws -> Bool {
        try db.number(
            """
            SELECT 1 FROM change_row JOIN change ON change.id = change_row.change
            WHERE book = ? AND kind = 'book' AND before NOT NULL AND after NOT NULL
                AND json_extract(before, '$.isbn') IS NOT json_extract(after, '$.isbn')
                AND (change.id > ?) = (undone IS NULL) LIMIT 1
            """, book, change) == nil
    }
}
