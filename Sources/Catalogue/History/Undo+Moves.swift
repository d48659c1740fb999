// Comments, readings and copies that merges moved to another book, and that keep their numbers: merges may be reverted in
// any order, also before or after other changes of the same rows.
import Books
internal import GRDB

extension Undo {
    /// A recorded change moved a row from one book to another.
    struct Move {
        var change: Int64
        var isUndone: Bool
        var from: Int64
        var to: Int64
    }

    /// Identifies a row with a number of its own.
    struct RowNumber: Hashable {
        var kind: String
        var id: Int64
    }

    /// A row as this change left it, with the book that later merges moved it to.
    func moved(_ row: [String: DatabaseValue], of kind: String) -> [String: DatabaseValue] {
        withBook(row, kind) { book, moves in
            moves.reduce(book) { book, move in
                move.change > change && !move.isUndone && move.from == book ? move.to : book
            }
        }
    }

    /// A row as this change found it, with the book that it would belong to if merges that were reverted since had
    /// never been.
    func unmoved(_ row: [String: DatabaseValue], of kind: String) -> [String: DatabaseValue] {
        withBook(row, kind) { book, moves in
            moves.reversed().reduce(book) { book, move in
                move.change < change && move.isUndone && move.to == book ? move.from : book
            }
        }
    }

    private func withBook(
        _ row: [String: DatabaseValue], _ kind: String, _ other: (Int64, [Move]) -> Int64
    ) -> [String: DatabaseValue] {
        guard let id = row["id"].flatMap(Int64.fromDatabaseValue),
            let moves = moves[RowNumber(kind: kind, id: id)],
            let book = row["book"].flatMap(Int64.fromDatabaseValue)
        else { return row }
        return row.merging(["book": other(book, moves).databaseValue]) { $1 }
    }
}

extension Database {
    /// All recorded moves of rows of these kinds, the earliest first.
    func recordedMoves(of kinds: Set<String>) throws -> [Undo.RowNumber: [Undo.Move]] {
        let names = kinds.map { "'\($0)'" }.joined(separator: ", ")
        let moves = try all(
            """
            SELECT kind, json_extract(after, '$.id') AS id, change, undone NOT NULL AS undone,
                json_extract(before, '$.book') AS origin, json_extract(after, '$.book') AS target
            FROM change_row JOIN change ON change.id = change_row.change
            WHERE kind IN (\(names)) AND before NOT NULL AND after NOT NULL AND origin <> target
            ORDER BY change_row.id
            """
        ) { row in
            (
                row: Undo.RowNumber(kind: row["kind"], id: row["id"]),
                move: Undo.Move(
                    change: row["change"], isUndone: row["undone"], from: row["origin"], to: row["target"])
            )
        }
        return Dictionary(grouping: moves, by: \.row).mapValues { $0.map(\.move) }
    }
}
