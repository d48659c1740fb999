// Reverts decisions on photos.
import Books
import Foundation
internal import GRDB

extension Undo {
    /// A decision on a photo in the history.
    private struct RecordedDecision {
        var id: Int64
        var date: Date
        var isUndone: Bool
        /// Whether two books became one.
        var isMerge: Bool
        var before: [String: DatabaseValue]?
        /// `nil` if it went with its book.
        var after: [String: DatabaseValue]?
        /// In an inventory; `nil` for a decision about the whole photo.
        var correction: (change: PhotoBooksChange, inventory: Int64)?
    }

    /// Decides on the photo of a row what was decided by all changes that stand, one after the other, as if the others had
    /// never been made.
    func decideAgain(_ row: RecordedRow) throws {
        guard let key = row.after ?? row.before, let sha256 = key["sha256"].flatMap(String.fromDatabaseValue),
            let page = key["page"].flatMap(Int.fromDatabaseValue)
        else { return }
        let decisions = try recorded(sha256, page)
        try set(decisions.first?.before, sha256, page)
        for decision in decisions where !decision.isUndone {
            if let (change, inventory) = decision.correction {
                try db.decide(sha256, page, change, in: inventory, date: decision.date)
                try rewrite(decision, sha256, page)
            } else if decision.isMerge || decision.after == nil {
                // A consequence of what became of its book.
                guard var present = try present(sha256, page), let book = decision.before?["book"],
                    present["book"] == book
                else { continue }
                present["book"] = decision.after?["book"]
                try set(decision.after == nil ? nil : present, sha256, page)
            } else {
                try set(decision.after, sha256, page)
            }
        }
    }

    private func recorded(_ sha256: String, _ page: Int) throws -> [RecordedDecision] {
        try db.all(
            """
            SELECT change_row.id, undone, before, after, coalesce(json_extract(after, '$.date'), date) AS date,
                json_extract(after, '$.inventory') AS inventory,
                json_extract(after, '$.correction') AS correction,
                EXISTS (SELECT 1 FROM change_row AS other
                    WHERE other.change = change.id AND other.kind = 'successor') AS merge
            FROM change_row JOIN change ON change.id = change_row.change
            WHERE change_row.book IS NULL AND kind = 'decision'
                AND json_extract(coalesce(after, before), '$.sha256') = ?
                AND json_extract(coalesce(after, before), '$.page') = ?
            ORDER BY change_row.id
            """, sha256, page
        ) { row in
            var decision = RecordedDecision(
                id: row["id"], date: Date(seconds: row["date"]), isUndone: (row["undone"] as Int64?) != nil,
                isMerge: row["merge"], before: try db.recordedValues(row["before"]),
                after: try db.recordedValues(row["after"]))
            if let json = row["correction"] as String?, let inventory = row["inventory"] as Int64? {
                decision.correction = (
                    try JSONDecoder().decode(PhotoBooksChange.self, from: Data(json.utf8)), inventory
                )
            }
            return decision
        }
    }

    private func present(_ sha256: String, _ page: Int) throws -> [String: DatabaseValue]? {
        try db.first("SELECT * FROM decision WHERE sha256 = ? AND page = ?", sha256, page) { row in
            Dictionary(row.map { ($0.0, $0.1) }) { one, _ in one }
        }
    }

    private func set(_ decision: [String: DatabaseValue]?, _ sha256: String, _ page: Int) throws {
        try db.run("DELETE FROM decision WHERE sha256 = ? AND page = ?", sha256, page)
        guard let decision, let values = try possible(mapped(decision, of: "decision"), in: "decision") else {
            return
        }
        try insert(values, into: "decision")
    }

    /// In the history, a correction says what the photo shows with it.
    private func rewrite(_ decision: RecordedDecision, _ sha256: String, _ page: Int) throws {
        try db.run(
            """
            UPDATE change_row SET after = (
                SELECT json_set(change_row.after, '$.book', book, '$.books', books) FROM decision
                WHERE sha256 = ? AND page = ?)
            WHERE id = ?
            """, sha256, page, decision.id)
    }
}
