// Reverts a change as if it had never been made, whatever was done and reverted since.
import Books
internal import GRDB

extension Database {
    /// Reverts one change. What later changes made of the same stays until they are reverted as well.
    ///
    /// - Returns: whether anything is different now.
    func revert(_ change: Int64, at moment: Int64) throws -> Bool {
        try run(
            "UPDATE change SET undone = ?, undone_after = (SELECT max(id) FROM change) WHERE id = ?", moment,
            change)
        return try changesAnything {
            var undo = try Undo(of: change, in: self)
            try undo.run()
            try revertAgain(under: change, undo.hidden())
            // One that was undone is not returned any more.
            try dropForgottenLoans()
        }
    }

    /// Reverts again, the latest first, what was reverted while `change` hid it: restoring what `change` found has
    /// brought it back.
    private func revertAgain(under change: Int64, _ hidden: Set<Undo.Subject>) throws {
        var hiding = [(change: change, subjects: hidden)]
        let reverted = try all(
            "SELECT id, undone_after FROM change WHERE id < ? AND undone NOT NULL ORDER BY id DESC", change
        ) { (id: $0["id"] as Int64, undoneAfter: $0["undone_after"] as Int64) }
        for earlier in reverted {
            let hidden = hiding.filter { $0.change <= earlier.undoneAfter }.reduce(into: Set()) {
                $0.formUnion($1.subjects)
            }
            if hidden.isEmpty { continue }
            guard var undo = try Undo(repeated: earlier.id, about: hidden, in: self) else { continue }
            try undo.run()
            hiding.append((earlier.id, try undo.hidden()))
        }
    }

    /// Whether `body` leaves any recorded row otherwise than it was.
    private func changesAnything(_ body: () throws -> Void) throws -> Bool {
        try prepareRecording()
        let trial = Int64.max
        try run("INSERT INTO temp.recording (change) VALUES (?)", trial)
        try body()
        try run("DELETE FROM temp.recording")
        let isChanged = try differs(by: trial, ignoring: ["decision": ["date"]])
        try run("DELETE FROM change_row WHERE change = ?", trial)
        return isChanged
    }

    /// Whether a change left any recorded row otherwise than it was.
    ///
    /// - Parameter ignored: columns that don't count, by table.
    func differs(by change: Int64, ignoring ignored: [String: Set<String>] = [:]) throws -> Bool {
        let keys = try recordedKeys()
        // What was restored and then reverted again is as it was.
        typealias Values = [String: DatabaseValue]
        var (found, left): ([[DatabaseValue]: Values], [[DatabaseValue]: Values]) = ([:], [:])
        var seen: Set<[DatabaseValue]> = []
        let rows = try all("SELECT kind, before, after FROM change_row WHERE change = ? ORDER BY id", change)
        { try RecordedRow($0, self) }
        for row in rows {
            func key(_ values: Values) -> [DatabaseValue] {
                [row.kind.databaseValue] + keys[row.kind, default: []].map { values[$0] ?? .null }
            }
            if let before = row.before {
                if seen.insert(key(before)).inserted { found[key(before)] = before }
                left[key(before)] = nil
            }
            if let after = row.after {
                seen.insert(key(after))
                left[key(after)] = after
            }
        }
        // Of an added row, only some columns were recorded.
        return seen.contains { key in
            guard let before = found[key], let after = left[key] else { return found[key] != left[key] }
            // The same decision may have been made at another time.
            let unimportant = key.first.flatMap(String.fromDatabaseValue).flatMap { ignored[$0] } ?? []
            return after.contains { before[$0.key] != $0.value && !unimportant.contains($0.key) }
        }
    }
}
