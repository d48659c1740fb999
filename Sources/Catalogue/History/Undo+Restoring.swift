// Brings back works, books and lists that a change removed.
import Books
import Foundation
internal import GRDB

extension Undo {
    /// Restores a deleted work, book or list, with its former id if that is free.
    mutating func restore(_ row: RecordedRow) throws {
        guard let before = row.before, let id = before["id"].flatMap(Int64.fromDatabaseValue) else { return }
        switch row.kind {
        case "work":
            works[id] = try insertNumbered("work", before, id)
        case "list":
            let there = try db.number(
                "SELECT id FROM list WHERE key = ?", before["key"] ?? .null)
            lists[id] = try there ?? insertNumbered("list", before, id)
        // It came back when the change was reverted for the first time, perhaps as a book that had been created again, whose
        // fields a later change had set.
        case "book" where isRepeated:
            guard try db.number("SELECT 1 FROM book WHERE id = ?", id) != nil else { break }
            kept.insert(id)
            try bringBack(removed(id, before), to: BookID(id), work: before["work"] ?? .null)
            try settleISBN(of: id)
        case "book":
            var values = mapped(before, of: "book")
            if let isbn = before["isbn"], !isbn.isNull,
                let there = try db.number("SELECT id FROM book WHERE isbn = ?", isbn)
            {
                if try isNewcomer(there) || before["title"]?.isNull != false {
                    // A look-up has created it again.
                    books[id] = there
                    kept.insert(id)
                    try bringBack(removed(id, before), to: BookID(there), work: before["work"] ?? .null)
                    break
                }
                values["isbn"] = .null
            }
            books[id] = try insertNumbered("book", values, id)
        default: break
        }
    }

    /// Works that the change left, and that went with the last of their books since.
    mutating func restoreWorksOfBooks() throws {
        for row in rows where row.kind == "book" {
            guard let work = row.before?["work"].flatMap(Int64.fromDatabaseValue), works[work] == nil,
                try db.number("SELECT 1 FROM work WHERE id = ?", work) == nil
            else { continue }
            works[work] = try insertNumbered("work", ["id": work.databaseValue], work)
        }
    }

    /// Lists that went with the last of their entries since, and whose number another one may have.
    mutating func restoreListsOfEntries() throws {
        let ids = Set(
            rows.filter { $0.kind == "list_entry" }.compactMap {
                $0.before?["list"].flatMap(Int64.fromDatabaseValue)
            })
        for id in ids.sorted() where lists[id] == nil {
            guard let known = try knownList(id) else { continue }
            let key = known["key"] ?? .null
            let there = try db.number("SELECT id FROM list WHERE key = ?", key)
            lists[id] = try there ?? insertNumbered("list", known, id)
        }
    }

    /// A list as the history knows it up to the change; `nil` if it was made without being recorded.
    private func knownList(_ id: Int64) throws -> [String: DatabaseValue]? {
        let json = try db.first(
            """
            SELECT coalesce(after, before) AS row FROM change_row
            WHERE kind = 'list' AND change <= ?1 AND json_extract(coalesce(after, before), '$.id') = ?2
                AND json_extract(coalesce(after, before), '$.name') NOT NULL
            ORDER BY id DESC LIMIT 1
            """, change, id
        ) { $0["row"] as String }
        return try db.recordedValues(json)
    }

    /// A removed book's data, without identifiers and works, which are restored on their own.
    private func removed(_ id: Int64, _ row: [String: DatabaseValue]) -> Book {
        func values(_ kind: String) -> [[String: DatabaseValue]] {
            rows.filter { $0.kind == kind && $0.after == nil }.compactMap(\.before)
                .filter { $0["book"].flatMap(Int64.fromDatabaseValue) == id }
        }
        let makers = values("contributor").sorted {
            ($0["position"].flatMap(Int.fromDatabaseValue) ?? 0)
                < ($1["position"].flatMap(Int.fromDatabaseValue) ?? 0)
        }
        return Database.book(row, makers: makers, origins: values("origin"))
    }

    /// Adds what a person had entered, and what is missing now, to a book that was created again. What was entered when it
    /// was created goes if that was reverted.
    private func bringBack(_ old: Book, to id: BookID, work: DatabaseValue) throws {
        let before = try db.existingBook(id)
        var book = before
        if try isLeftOver(id) {
            let later = try standingChanges(of: id.value)
            for (field, origin) in before.origins where field != .works && origin.kind != .fetched {
                if !later.contains(where: { $0.sets(field) }) { book.take(field, from: Book()) }
            }
        }
        for (field, origin) in old.origins {
            if let present = book.origins[field], present.kind >= origin.kind { continue }
            if field != .works {
                book.take(field, from: old)
            } else if let number = Int64.fromDatabaseValue(work) {
                // Grouped manually: the other editions still belong to that work.
                let work = works[number] ?? number
                guard try db.number("SELECT 1 FROM book WHERE work = ?", work) != nil else { continue }
                let present = try db.work(of: id)
                try db.run("UPDATE book SET work = ? WHERE id = ?", work, id.value)
                try db.dropWork(present)
                book.origins[.works] = origin
            }
        }
        try db.update(before, to: book)
    }

    /// Whether a later change added the book, and the last such one was reverted.
    private func isLeftOver(_ book: BookID) throws -> Bool {
        try db.number(
            """
            SELECT undone NOT NULL FROM change_row JOIN change ON change.id = change_row.change
            WHERE kind = 'book' AND book = ? AND before IS NULL AND change.id > ?
            ORDER BY change.id DESC LIMIT 1
            """, book.value, change) == 1
    }

    /// This change and earlier ones refer to the new id of a row from now on.
    func renumberHistory() throws {
        // A work that no book needed went again: when it is restored once more, its former id may be free.
        let works = try works.filter { try db.number("SELECT 1 FROM work WHERE id = ?", $0.value) != nil }
        let numbers = [("work", works, "work"), ("book", books, "book"), ("list", lists, "list")]
        for (kind, numbers, column) in numbers {
            for (old, new) in numbers where old != new {
                // Before, the id belonged to another row.
                let start = try db.number(
                    """
                    SELECT max(entry.change) FROM change_row AS entry JOIN change ON change.id = entry.change
                    WHERE kind = ?1 AND after IS NULL AND entry.change < ?2 AND undone IS NULL AND json_extract(before, '$.id') = ?3
                    """, kind, change, old)
                let earlier = "change <= ? AND change > ?"
                for (path, condition) in [("$.id", "kind = '\(kind)'"), ("$.\(column)", "kind <> '\(kind)'")]
                {
                    for side in ["before", "after"] {
                        try db.run(
                            """
                            UPDATE change_row SET \(side) = json_replace(\(side), '\(path)', ?)
                            WHERE \(earlier) AND \(condition) AND json_extract(\(side), '\(path)') = ?
                            """, new, change, start ?? 0, old)
                    }
                }
                guard kind == "book" else { continue }
                try db.run(
                    "UPDATE change_row SET book = ? WHERE \(earlier) AND book = ?", new, change, start ?? 0,
                    old)
            }
        }
    }

    private func insertNumbered(
        _ table: String, _ values: [String: DatabaseValue], _ id: Int64
    ) throws -> Int64 {
        var values = values
        let isTaken = try db.number("SELECT 1 FROM \(table) WHERE id = ?", id) != nil
        values["id"] = isTaken ? .null : id.databaseValue
        try insert(values, into: table)
        return isTaken ? db.lastInsertedRowID : id
    }
}
