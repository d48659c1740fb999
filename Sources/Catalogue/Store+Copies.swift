// Counting copies one by one, as somebody does who goes through a box of books.
import Books
internal import GRDB

extension Store {
    /// Adds a copy of a book to a shared list, or takes one away. A book on the list whose copies nobody has counted has
    /// one; a book without copies leaves the list. One that is added to `owned` is removed from `wanted`.
    ///
    /// - Parameter step: how many more; negative for fewer.
    /// - Returns: how many there are now, at most `StockEntry.mostCopies`.
    /// - Throws: `unknownBook`, `listName`.
    @discardableResult
    public func add(
        copies step: Int, of book: BookSpecifier, to list: String
    ) throws(CatalogueError) -> Int {
        try write { db in
            let id = try db.ensure(book)
            let entry = "FROM list_entry WHERE list = ? AND book = ?"
            let before = try db.listID(list).flatMap { list in
                try db.number("SELECT coalesce(copies, 1) \(entry)", list, id.value)
            }
            let now = min(max(0, Int(before ?? 0) + step), StockEntry.mostCopies)
            guard now > 0 else {
                try db.listID(list).map { try db.run("DELETE \(entry)", $0, id.value) }
                try db.dropEmptyLists()
                return 0
            }
            _ = try db.add(id, to: list)
            try db.run(
                "UPDATE list_entry SET copies = ? WHERE list = ? AND book = ?", now, db.existingList(list),
                id.value)
            if ListName(list)?.key == ListName.owned { try db.dropFromWanted([.id(id)]) }
            return now
        }
    }
}
