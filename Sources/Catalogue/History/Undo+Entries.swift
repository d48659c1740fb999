// Books stay on a list for their copies: an entry goes with the last of them, also if a merge is reverted in between.
import Books
internal import GRDB

extension Undo {
    /// A list that a book may leave.
    struct Place {
        var book: Int64
        var list: String
        /// The copy that may leave it; `nil` if the change is a merge that found both books on the list, and the one
        /// that it kept has or had copies.
        var copy: Int64?
    }

    /// Where the change's copies are before it is reverted, and the lists on which a merge found the other book.
    func placesLeft() throws -> [Place] {
        let copies = try rows.filter { $0.kind == "copy" }.compactMap { row in
            try db.first("SELECT id, book, list FROM copy WHERE id = ?", row.after?["id"]) {
                Place(book: $0["book"], list: $0["list"], copy: $0["id"])
            }
        }
        let merged = try db.all(
            """
            SELECT DISTINCT kept.book, list.key FROM change_row AS kept JOIN change_row AS entry USING (change)
            JOIN list ON list.id = json_extract(entry.before, '$.list')
            WHERE change = ? AND kept.kind = 'successor' AND entry.kind = 'list_entry'
                AND EXISTS (SELECT 1 FROM change_row AS copy WHERE copy.book = kept.book AND copy.kind = 'copy')
            """, change
        ) { Place(book: $0["book"], list: $0["key"], copy: nil) }
        return copies + merged
    }

    /// An entry that stayed for copies alone goes with them: what had put the book on the list was reverted before.
    func dropEntry(at place: Place) throws {
        let (book, list) = (place.book, place.list)
        // What merges into the book moved to it is recorded with the other book.
        let entries = """
            WITH merge (change) AS (SELECT change FROM change_row WHERE book = ?1 AND kind = 'successor'),
            entry AS (
                SELECT change_row.*, undone,
                    coalesce(json_extract(before, '$.book') <> ?1, TRUE) AS is_addition
                FROM change_row JOIN change ON change.id = change_row.change
                WHERE kind = 'list_entry'
                    AND json_extract(coalesce(after, before), '$.list') = (SELECT id FROM list WHERE key = ?2)
                    AND (book = ?1 OR change IN merge))
            """
        let own = "(book = ?1 OR json_extract(after, '$.book') = ?1)"
        let first = try db.number(
            "\(entries) SELECT is_addition FROM entry WHERE \(own) ORDER BY id LIMIT 1", book, list)
        // If the history knows nothing of it, it is older, or it came with its copy when a merge was reverted.
        let cameWithCopy = try place.copy != nil && first == nil && isBack(book)
        let wasAdded = first == 1 || cameWithCopy
        // What put the copy itself on the list says nothing of the book that it left.
        let isStanding = try db.number(
            """
            \(entries) SELECT is_addition FROM entry WHERE \(own) AND undone IS NULL
                AND NOT EXISTS (SELECT 1 FROM change_row AS other WHERE other.book = entry.book
                    AND +other.change = entry.change AND kind = 'copy' AND json_extract(after, '$.id') = ?3)
            ORDER BY id DESC LIMIT 1
            """, book, list, place.copy)
        // A merge may have brought it, or found it on both books.
        let isMerged = try db.number(
            "\(entries) SELECT 1 FROM entry WHERE undone IS NULL AND change IN merge LIMIT 1", book, list)
        guard wasAdded, isStanding != 1, isMerged == nil else { return }
        try db.dropEntryWithoutCopies(of: BookID(book), on: list)
    }

    /// Whether it had been removed, which was undone.
    private func isBack(_ book: Int64) throws -> Bool {
        try db.number(
            """
            SELECT 1 FROM change_row JOIN change ON change.id = change_row.change
            WHERE kind = 'book' AND book = ? AND after IS NULL AND undone NOT NULL LIMIT 1
            """, book) != nil
    }
}
