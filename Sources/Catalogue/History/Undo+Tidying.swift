// Removes what a reverted change leaves without use, and updates lists and the index.
import Books
internal import GRDB

extension Undo {
    /// Removes what nothing refers to any more, and updates the index.
    func tidy() throws {
        // Works that the change created, for books that it added or moved.
        var made =
            added("work")
            + rows.filter { $0.kind == "book" }.compactMap { row in
                row.after?["work"].flatMap(Int64.fromDatabaseValue)
            }
        for id in added("book") where !kept.contains(id) {
            try db.number("SELECT work FROM book WHERE id = ?", id).map { made.append($0) }
            try nameInHistory(id)
            try db.run("DELETE FROM search WHERE rowid = ?", id)
            try db.run("DELETE FROM book WHERE id = ?", id)
        }
        for work in made + works.values { try db.dropWork(work) }
        try dropEmptyLists()
        let touched = try db.all(
            "SELECT DISTINCT book FROM change_row WHERE change = ? AND book NOT NULL", change
        ) {
            $0["book"] as Int64
        }
        for book in touched {
            let id = BookID(books[book] ?? book)
            guard try db.storedBook(.id(id)) != nil else { continue }
            try listCopies(of: id)
            try db.index(id)
        }
    }

    /// Standing changes that took books off these lists get them back when they are reverted.
    private func dropEmptyLists() throws {
        let values = columns["list", default: []].map { "'\($0)', list.\($0)" }.joined(separator: ", ")
        try db.run(
            """
            INSERT INTO change_row (change, kind, before)
            SELECT DISTINCT change.id, 'list', json_object(\(values)) FROM list
            CROSS JOIN change_row AS entry ON entry.kind = 'list_entry' AND entry.after IS NULL
                AND json_extract(entry.before, '$.list') = list.id
            JOIN change ON change.id = entry.change AND undone IS NULL
            WHERE list.name NOT IN ('owned', 'wanted')
                AND NOT EXISTS (SELECT 1 FROM list_entry WHERE list_entry.list = list.id)
                AND NOT EXISTS (SELECT 1 FROM change_row AS known WHERE known.change = change.id
                    AND known.kind = 'list' AND json_extract(known.before, '$.id') = list.id)
            """)
        try db.dropEmptyLists()
    }

    /// The history still contains the book's data.
    private func nameInHistory(_ book: Int64) throws {
        try db.run(
            """
            UPDATE change_row SET after = (SELECT json_object('id', id, 'isbn', isbn, 'title', title) FROM book
                WHERE id = change_row.book)
            WHERE change = ? AND book = ? AND kind = 'book' AND before IS NULL
            """, change, book)
    }

    /// Puts books on the lists of their copies that the change had removed.
    private func listCopies(of id: BookID) throws {
        for list in Set(try db.copies("book = ? AND gone IS NULL", [id.value]).map(\.list)) {
            _ = try db.add(id, to: list)
        }
    }
}
