// Reverts a change row by row, without undoing later changes by others.
import Books
import Foundation
internal import GRDB

/// Restores the rows of one change as they were before it.
struct Undo {
    let db: Database
    let change: Int64
    /// Whether the change was reverted before, under later ones that hid its rows.
    let isRepeated: Bool
    /// The latest first.
    private(set) var rows: [RecordedRow]
    let columns: [String: [String]]
    private let keys: [String: [String]]
    private let references: [String: [RecordedReference]]
    /// The columns in which no two rows agree: the key, except that a book has one cover.
    let places: [String: [String]]
    /// Books whose fields the change replaced, neither added nor removed by it.
    private var edited: Set<Int64>
    /// The new ids of restored rows, if their former id has been reused.
    var works: [Int64: Int64] = [:]
    var books: [Int64: Int64] = [:]
    var lists: [Int64: Int64] = [:]
    /// The ISBNs of the change's books before it is reverted.
    let isbns: [DatabaseValue]
    /// Books of the change that stay as they are now, because of what others added to them or because they were
    /// created again.
    var kept: Set<Int64> = []

    init(of change: Int64, in db: Database) throws {
        try self.init(of: change, in: db, isRepeated: false)
    }

    /// The same once more, but only of those rows that are about `subjects`; `nil` if none is.
    init?(repeated change: Int64, about subjects: Set<Subject>, in db: Database) throws {
        try self.init(of: change, in: db, isRepeated: true)
        let all = try rows.map {
            (row: $0, isConcerned: try !subjects.isDisjoint(with: self.subjects(of: $0)))
        }
        let concerned = all.filter(\.isConcerned)
        if concerned.isEmpty { return nil }
        edited.formIntersection(concerned.compactMap(\.row.book))
        // A book's own rows are reverted together.
        let books = Set(concerned.filter { !Undo.personal.contains($0.row.kind) }.compactMap(\.row.book))
        // They may need the works and lists that were deleted with them.
        rows = all.filter { row, isConcerned in
            isConcerned || row.after == nil && ["work", "list"].contains(row.kind)
                || !Undo.personal.contains(row.kind) && row.book.map(books.contains) == true
        }.map(\.row)
    }

    private init(of change: Int64, in db: Database, isRepeated: Bool) throws {
        self.db = db
        self.change = change
        self.isRepeated = isRepeated
        columns = try Dictionary(
            uniqueKeysWithValues: RecordedTable.all.map { ($0.name, try db.columnNames(of: $0.name)) })
        let keyNames = try db.recordedKeys()
        keys = keyNames
        references = try db.recordedReferences()
        places = keyNames.merging(["cover": ["book"]]) { $1 }
        isbns = try db.all(
            """
            SELECT isbn FROM book WHERE isbn NOT NULL
                AND id IN (SELECT book FROM change_row WHERE change = ?)
            """, change
        ) { $0["isbn"] as DatabaseValue }
        let gone = try db.booksGone(since: change)
        // What people say and have of a book, in rows with numbers of their own.
        let moving = Undo.personal.filter { keyNames[$0]?.contains("book") == false }
        rows = try db.all(
            "SELECT book, kind, before, after FROM change_row WHERE change = ? ORDER BY id DESC", change
        ) { row in
            let change = try RecordedRow(row, db)
            guard change.book.map(gone.contains) == true else { return change }
            // People's comments and entries may have moved to another book.
            return moving.contains(change.kind) && change.after != nil ? change : nil
        }.compactMap(\.self)
        let books = rows.filter { $0.kind == "book" }
        edited = Set(books.compactMap(\.book)).subtracting(
            books.filter { $0.before == nil || $0.after == nil }.compactMap(\.book))
    }

    /// What people say and have, as opposed to bibliographic data.
    static let personal = Set(RecordedTable.all.filter { $0.rows == .personal }.map(\.name))

    /// Rows that others refer to by id: they are restored first and deleted last.
    private static let numbered: Set = ["work", "book", "list"]

    func added(_ kind: String) -> [Int64] { rows.filter { $0.kind == kind }.compactMap(\.added) }

    mutating func run() throws {
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        // A restored book's ISBN may belong to another book by now.
        for row in rows where row.after != nil && formerISBN(row) != nil {
            if let book = row.book { try settleISBN(of: book) }
        }
        for row in rows where row.after == nil && row.kind != "book" { try restore(row) }
        try restoreWorksOfBooks()
        try restoreListsOfEntries()
        for row in rows where row.after == nil && row.kind == "book" { try restore(row) }
        let places = try placesLeft()
        // An entry of a list stays while there are copies on it.
        for row in rows where Undo.personal.contains(row.kind) && row.kind != "list_entry" {
            try reverse(row)
        }
        for row in rows where row.kind == "list_entry" { try reverse(row) }
        for place in places { try dropEntry(at: place) }
        for id in added("book") where try isReferenced(id) || isCarried(id) { kept.insert(id) }
        for row in rows where !Undo.personal.contains(row.kind) { try reverse(row) }
        for id in edited { try revertFields(of: id) }
        // What was said since stays with what it replies to.
        let comments = rows.filter { $0.kind == "comment" }.compactMap { $0.before?["id"] }
        for id in comments.compactMap(Int64.fromDatabaseValue) {
            for book in try db.alignReplies(of: id) { try db.index(book) }
        }
        try tidy()
        try renumberHistory()
    }

    /// Whether a removal that was reverted since found the book there again, and gave it what it had removed.
    private func isCarried(_ book: Int64) throws -> Bool {
        try db.number(
            """
            SELECT 1 FROM change CROSS JOIN change_row ON change_row.change = change.id
            WHERE change.id < ?2 AND undone_after >= ?2 AND kind = 'book'
                AND after IS NULL
                AND json_extract(before, '$.isbn') = (SELECT isbn FROM book WHERE id = ?1) LIMIT 1
            """, book, change) != nil
    }

    /// Whether anybody's comment, reading, list, copy, entry or cover refers to a book, or would if a later change were
    /// reverted, or somebody else has edited it since.
    func isReferenced(_ book: Int64) throws -> Bool {
        let personal = RecordedTable.names { $0.rows == .personal }
        return try db.number(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM comment WHERE book = ?1) OR EXISTS
                (SELECT 1 FROM reading WHERE book = ?1) OR EXISTS (SELECT 1 FROM list_entry WHERE book = ?1)
                OR EXISTS (SELECT 1 FROM copy WHERE book = ?1)
                OR EXISTS (SELECT 1 FROM reservation WHERE book = ?1)
                OR EXISTS (SELECT 1 FROM personal_entry WHERE book = ?1)
                OR EXISTS (SELECT 1 FROM cover WHERE book = ?1 AND kind <> 'fetched')
                OR EXISTS (SELECT 1 FROM change_row JOIN change ON change.id = change_row.change
                    WHERE book = ?1 AND kind = 'book' AND change.id > ?2 AND undone IS NULL
                        AND person <> (SELECT person FROM change WHERE id = ?2))
                OR EXISTS (SELECT 1 FROM change_row JOIN change ON change.id = change_row.change
                    WHERE book = ?1 AND before NOT NULL AND change.id > ?2 AND undone IS NULL
                        AND kind IN (\(personal)))
            """, book, change) != nil
    }

    /// Restores the fields that nobody has changed again since.
    private func revertFields(of id: Int64) throws {
        guard let present = try db.storedBook(.id(BookID(id))) else { return }
        let recorded = try BookChange(of: id, in: change, db)
        var book = recorded.reverted(present)
        if recorded.regroups, try isGroupedAgain(id) { book.take(.works, from: present) }
        if book != present { try db.update(present, to: book) }
    }

    /// Whether a later change, which stands, grouped the book, too: what it says may be the same.
    private func isGroupedAgain(_ book: Int64) throws -> Bool {
        try standingChanges(of: book).contains(where: \.regroups)
    }

    /// What later changes, which stand, did to a book.
    func standingChanges(of book: Int64) throws -> [BookChange] {
        try db.all(
            """
            SELECT DISTINCT change FROM change_row JOIN change ON change.id = change_row.change
            WHERE book = ? AND kind = 'book' AND change.id > ? AND undone IS NULL
            """, book, change
        ) { try BookChange(of: book, in: $0["change"], db) }
    }

    func insert(_ values: [String: DatabaseValue], into table: String) throws {
        // Columns that a later step added have their default.
        let names = columns[table, default: []].filter { values[$0] != nil }
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", ")))
                VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
                """)
        try statement.execute(arguments: StatementArguments(names.map { values[$0] ?? .null }))
    }

    /// With the current ids of books, works and lists.
    func mapped(_ values: [String: DatabaseValue], of table: String) -> [String: DatabaseValue] {
        var values = values
        let references = [("work", works), (table == "book" ? "id" : "book", books), ("list", lists)]
        for (column, numbers) in references {
            guard let number = values[column].flatMap(Int64.fromDatabaseValue), let now = numbers[number]
            else {
                continue
            }
            values[column] = now.databaseValue
        }
        return values
    }

    private func reverse(_ row: RecordedRow) throws {
        if row.kind == "decision" { return try decideAgain(row) }
        let book = (row.before ?? row.after)?[row.kind == "book" ? "id" : "book"].flatMap(
            Int64.fromDatabaseValue)
        if !Undo.personal.contains(row.kind), let book, kept.contains(book) { return }
        let isEdit = row.book.map(edited.contains) == true
        if isEdit, ["contributor", "origin"].contains(row.kind) { return }
        if try isOverwritten(row, of: book) { return }
        // Somebody has borrowed it since.
        if row.kind == "copy", let id = row.added,
            try db.number("SELECT 1 FROM loan WHERE copy = ?", id) != nil
        {
            return
        }
        if row.kind == "list_entry", row.before == nil, let after = row.after {
            // Somebody else's copies are on that list.
            if try hasCopies(mapped(after, of: row.kind)) { return }
        }
        switch (row.before, row.after) {
        case (nil, let after?) where !Undo.numbered.contains(row.kind):
            try change(row.kind, "DELETE FROM \(row.kind)", [], where: mapped(after, of: row.kind))
        case (let before?, nil) where !Undo.numbered.contains(row.kind):
            try insertAgain(before, into: row.kind, of: book)
        case (let before?, let after?):
            try revertColumns(of: row.kind, before: before, after: after, of: book, isEdit: isEdit)
        default: break
        }
    }

    /// Restores a row that the change deleted.
    private func insertAgain(
        _ before: [String: DatabaseValue], into table: String, of book: Int64?
    ) throws {
        guard var values = try possible(mapped(try unmoved(before, of: table), of: table), in: table)
        else { return }
        if table == "cover", let book {
            // One that a look-up has fetched since does not stand in its way.
            try db.run("DELETE FROM cover WHERE book = ? AND kind = 'fetched'", books[book] ?? book)
        }
        // Another copy may have its label by now.
        if table == "copy",
            try db.number("SELECT 1 FROM copy WHERE label = ?", values["label"] ?? .null) != nil
        {
            values["label"] = .null
        }
        try insert(values, into: table)
        // It may have been restored before, while what it refers to was gone.
        for reference in references[table, default: []]
        where reference.isCleared && values[reference.column]?.isNull == false {
            try revertColumn(
                reference.column, of: table, before: values,
                after: values.merging([reference.column: .null]) { $1 })
        }
    }

    /// Restores the columns of a row that the change updated.
    private func revertColumns(
        of table: String, before: [String: DatabaseValue], after: [String: DatabaseValue], of book: Int64?,
        isEdit: Bool
    ) throws {
        let moved = mapped(try moved(after, of: table), of: table)
        var (before, after) = (mapped(before, of: table), mapped(after, of: table))
        // The photo has been read since, or will be.
        if table == "upload", before["state"] == "waiting".databaseValue {
            let isReviewed = try db.number(
                "SELECT 1 FROM upload WHERE id = ? AND former_state = 'review'", before["id"] ?? .null)
            before["state"] = (isReviewed == nil ? "read" : "review").databaseValue
        }
        var changed = columns[table, default: []].filter { before[$0] != after[$0] }
        if table == "inventory", changed.contains("key"),
            let id = try db.number(
                "SELECT id FROM inventory WHERE id = ? AND key = ?", after["id"] ?? .null,
                after["key"] ?? .null)
        {
            try db.bringBack(inventory: id)
            changed.removeAll { $0 == "key" }
        }
        // Its fields are reverted with their origins.
        if isEdit, table == "book" {
            changed.removeAll { $0 != "work" }
            if let book, !changed.isEmpty, try isGroupedAgain(book) { changed = [] }
        }
        // The key columns last: until then the row is found by them.
        let isKey = keys[table, default: []].contains
        for column in changed.filter({ !isKey($0) }) + changed.filter(isKey) {
            guard let values = try possible([column: before[column] ?? .null], in: table) else { continue }
            try revertColumn(column, of: table, before: values, after: column == "book" ? moved : after)
        }
    }

    /// What can be restored of a row: references that are cleared when what they refer to goes are `NULL` if it is
    /// gone; `nil` if anything else that the row refers to is.
    func possible(
        _ values: [String: DatabaseValue], in table: String
    ) throws -> [String: DatabaseValue]? {
        var values = values
        for reference in references[table, default: []] {
            guard let id = values[reference.column], !id.isNull,
                try db.number("SELECT 1 FROM \(reference.table) WHERE id = ?", id) == nil
            else { continue }
            guard reference.isCleared else { return nil }
            values[reference.column] = .null
        }
        return values
    }

    private func hasCopies(_ entry: [String: DatabaseValue]) throws -> Bool {
        try db.number(
            """
            SELECT 1 FROM copy WHERE book = ? AND list = (SELECT key FROM list WHERE id = ?) AND gone IS NULL
            """, entry["book"] ?? .null, entry["list"] ?? .null) != nil
    }

    /// Tables whose rows take the place of others with the same key, so that the key does not tell whose a row is.
    private static let replaced: Set = ["contributor", "list_entry", "cover", "inventory_photo", "upload"]

    /// Whether a later change, which stands, is of the same row, or a merge that moved another book's row there.
    private func isOverwritten(_ row: RecordedRow, of book: Int64?) throws -> Bool {
        let isSwapped = row.before == nil || row.after == nil
        guard Undo.replaced.contains(row.kind) || (isRepeated && isSwapped),
            let values = row.before ?? row.after
        else { return false }
        let names = places[row.kind, default: []]
        let condition = names.map { "json_extract(coalesce(after, before), '$.\($0)') IS ?" }
        let statement = try db.cachedStatement(
            sql: """
                SELECT 1 FROM change_row AS later JOIN change ON change.id = later.change
                WHERE later.change > ?1 AND later.kind = ?2 AND undone IS NULL AND (later.book IS ?3
                    OR later.change IN (SELECT change FROM change_row WHERE book = ?3 AND kind = 'successor'))
                    AND \(condition.joined(separator: " AND ")) LIMIT 1
                """)
        let arguments = [change.databaseValue, row.kind.databaseValue, book?.databaseValue ?? .null]
        return try Int.fetchOne(
            statement,
            arguments: StatementArguments(arguments + names.map { values[$0] ?? .null })) != nil
    }

    /// Restores one column, unless it was changed again since.
    private func revertColumn(
        _ column: String, of table: String, before: [String: DatabaseValue], after: [String: DatabaseValue]
    ) throws {
        try change(
            table, "UPDATE OR IGNORE \(table) SET \(column) = ?", [before[column] ?? .null], where: after,
            and: column)
    }

    /// - Parameter column: must have the same value as in `row`, too.
    private func change(
        _ table: String, _ sql: String, _ arguments: [DatabaseValue], where row: [String: DatabaseValue],
        and column: String? = nil
    ) throws {
        let names = keys[table, default: []] + [column].compactMap(\.self)
        let condition = names.map { "\($0) IS ?" }.joined(separator: " AND ")
        try db.cachedStatement(sql: "\(sql) WHERE \(condition)").execute(
            arguments: StatementArguments(arguments + names.map { row[$0] ?? .null }))
    }
}

extension Database {
    /// The books that a change left, and that a later one removed.
    fileprivate func booksGone(since change: Int64) throws -> Set<Int64> {
        Set(
            try all(
                """
                SELECT DISTINCT book FROM change_row AS entry JOIN change ON change.id = entry.change
                WHERE book IN (SELECT book FROM change_row WHERE change = ?1) AND kind = 'book' AND after IS NULL
                    AND change.id > ?1 AND undone IS NULL
                """, change
            ) { $0["book"] as Int64 })
    }
}
