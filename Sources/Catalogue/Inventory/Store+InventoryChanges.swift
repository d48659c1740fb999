// What somebody did in an inventory and can take back.
import Foundation
internal import GRDB

extension Store {
    /// What a person decided about an inventory's photos and didn't undo, the latest first.
    public func corrections(
        in inventory: Int64, by person: String, limit: Int
    ) throws(CatalogueError) -> [HistoryEntry] {
        try read { db in
            try db.standing(.decide, in: inventory, by: person, limit) {
                """
                SELECT 1 FROM change_row JOIN inventory_photo AS taken
                ON taken.sha256 = json_extract(coalesce(after, before), '$.sha256')
                    AND taken.page = json_extract(coalesce(after, before), '$.page')
                WHERE change = change.id AND kind = 'decision' AND taken.inventory = \($0)
                """
            }
        }
    }

    /// Where a person saw copies without a photo and didn't undo that, the latest first.
    public func copiesSeen(
        in inventory: Int64, by person: String, limit: Int
    ) throws(CatalogueError) -> [HistoryEntry] {
        try read { db in
            try db.standing(.see, in: inventory, by: person, limit) {
                """
                SELECT 1 FROM change_row WHERE change = change.id AND kind = 'inventory_photo'
                    AND json_extract(after, '$.inventory') = \($0)
                """
            }
        }
    }

    /// The change by which a person ended an inventory, if it isn't undone: even one that moved and lost nothing, which is
    /// in no book's history.
    public func ending(of inventory: Int64, by person: String) throws(CatalogueError) -> HistoryEntry? {
        try read { db in
            try db.standing(.endInventory, in: inventory, by: person, 1) {
                """
                SELECT 1 FROM change_row WHERE change = change.id AND kind = 'inventory'
                    AND json_extract(after, '$.id') = \($0)
                """
            }.first
        }
    }
}

extension Database {
    /// The name of the inventory of which a change says what was seen, if that has ended and is not removed.
    func endedInventory(changedBy change: Int64) throws -> String? {
        try first(
            """
            SELECT name FROM inventory WHERE ended NOT NULL AND \(Self.isKept) AND id IN (
                SELECT json_extract(after, '$.inventory') FROM change_row
                WHERE change = ? AND kind IN ('decision', 'inventory_photo'))
            """, change
        ) { $0["name"] }
    }

    /// A person's changes of an inventory that are not undone, the latest first.
    ///
    /// - Parameter rows: a query of the rows of a change (`change.id`) that concern the inventory, whose placeholder it gets.
    fileprivate func standing(
        _ action: HistoryEntry.Action, in inventory: Int64, by person: String, _ limit: Int,
        rows: (String) -> String
    ) throws -> [HistoryEntry] {
        try all(
            """
            SELECT id, date, detail FROM change
            WHERE person = ?1 AND action = ?2 AND undone IS NULL AND EXISTS (\(rows("?3")))
            ORDER BY id DESC LIMIT ?4
            """, person, action.rawValue, inventory, limit
        ) { row in
            HistoryEntry(
                id: row["id"], date: Date(seconds: row["date"]), person: person, action: action,
                detail: row["detail"], books: 0)
        }
    }
}
