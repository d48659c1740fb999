// Comments, readings and copies that merges moved to another book, and that keep their numbers: merges may be reverted in
// any order, also before or after other changes of the same rows.
import Books
internal import GRDB

extension Undo {
    /// A recorded change moved a row from one book to another.
    private struct Move {
        var change: Int64
        var isUndone: Bool
        var from: Int64
        var to: Int64
    }

    /// A row as this change left it, with the book that later merges moved it to.
    func moved(_ row: [String: DatabaseValue], of kind: String) throws -> [String: DatabaseValue] {
        try withBook(row, kind) { book, moves in
            moves.reduce(book) { book, move in
                move.change > change && !move.isUndone && move.from == book ? move.to : book
            }
        }
    }

    /// A row as this change found it, with the book that it would belong to if merges that were reverted since had
    /// never been.
    func unmoved(_ row: [String: DatabaseValue], of kind: String) throws -> [String: DatabaseValue] {
        try withBook(row, kind) { book, moves in
            moves.reversed().reduce(book) { book, move in
                move.change < change && move.isUndone && move.to == book ? move.from : book
            }
        }
    }

    private func withBook(
        _ row: [String: DatabaseValue], _ kind: String, _ other: (Int64, [Move]) -> Int64
    ) throws -> [String: DatabaseValue] {
        guard let id = row["id"].flatMap(Int64.fromDatabaseValue),
            let book = row["book"].flatMap(Int64.fromDatabaseValue)
        else { return row }
        // The conditions of the index `change_row_moved`, and the row's own.
        let moves = try db.all(
            """
            SELECT change, undone NOT NULL AS undone, json_extract(before, '$.book') AS origin,
                json_extract(after, '$.book') AS target
            FROM change_row JOIN change ON change.id = change_row.change
            WHERE kind = ? AND json_extract(after, '$.id') = ? AND before NOT NULL AND after NOT NULL
                AND json_extract(before, '$.book') <> json_extract(after, '$.book')
            ORDER BY change_row.id
            """, kind, id
        ) { Move(change: $0["change"], isUndone: $0["undone"], from: $0["origin"], to: $0["target"]) }
        return row.merging(["book": other(book, moves).databaseValue]) { $1 }
    }
}
