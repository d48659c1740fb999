// History and undo.
import Books
import Foundation
internal import GRDB

extension Store {
    /// The same store. All writes through the result are recorded in the history as one change by `person`.
    ///
    /// - Parameter detail: the list, file or photo that was affected.
    public func recordingChange(_ action: HistoryEntry.Action, _ detail: String? = nil, by person: String)
        -> Store
    {
        Store(self, recorder: ChangeRecorder(action, detail, by: person, in: batch), batch: batch)
    }

    /// The same store. What is recorded through the result is one change with what was recorded before under the same key.
    ///
    /// - Parameters:
    ///   - key: chosen by the account's program; `nil` makes each change one of its own.
    ///   - account: its number.
    package func inBatch(_ key: String?, of account: Int64) -> Store {
        Store(self, recorder: nil, batch: key.map { ChangeBatch(key: $0, account: account) })
    }

    /// The changes of the store, or of one book, the latest first; changes of private comments and personal lists
    /// only if they are those of `person`, the current user. Of an import by others, without its file, only the books
    /// for which it did something else.
    ///
    /// - Parameter book: may have been removed.
    /// - Throws: `unknownBook` if nothing is known of it.
    public func history(
        of book: BookSpecifier? = nil, for person: String, limit: Int
    ) throws(CatalogueError) -> [HistoryEntry] {
        try read { db in
            guard let book else { return try db.changes("TRUE", for: person, limit) }
            let ids = try db.everKnown(as: book)
            if ids.isEmpty { throw CatalogueError.unknownBook(book) }
            var changes = try db.changes(of: ids, "TRUE", for: person, limit)
            for place in changes.indices {
                // The history of the removed book names the one that it became.
                if changes[place].action == .merge, let kept = try db.successor(in: changes[place].id),
                    !ids.contains(kept)
                {
                    changes[place].action = .mergeInto
                    changes[place].detail = try db.nameOfBook(kept, in: changes[place].id).0?.description
                }
                changes[place].fields = try db.fieldChanges(of: ids, in: changes[place].id)
                changes[place].copies = try db.copyChanges(of: ids, in: changes[place].id)
            }
            return changes
        }
    }

    /// Reverts a change by `person` that isn't reverted yet. Later changes by others to the same books stay.
    ///
    /// - Parameters:
    ///   - id: of the change; `nil` for the latest one.
    ///   - exceptShared: whether to revert none that needs a librarian, because `person` is none.
    /// - Returns: `nil` if there is none, or `id` is of one that needs a librarian.
    /// - Throws: `changeOfLibrarian` if the latest change needs one: an earlier one is not what they mean; `inventory`, if it says what a photo shows, or that a copy was seen, in an inventory that has ended.
    public func undo(
        _ id: Int64? = nil, by person: String, exceptShared: Bool = false, date: Date
    ) throws(CatalogueError) -> HistoryEntry? {
        try write { db in
            let theirs = "undone IS NULL AND person = ? AND id = coalesce(?, id)"
            guard var change = try db.changes(theirs, [person, id], for: person, 1).first else { return nil }
            if exceptShared, try db.isOfLibrarians(change.id) {
                if id != nil { return nil }
                throw CatalogueError.changeOfLibrarian
            }
            if let name = try db.endedInventory(changedBy: change.id) {
                throw CatalogueError.inventory(.settled(name))
            }
            change.hasEffect = try db.revert(change.id, at: date.seconds)
            change.staying = try db.staying(after: change.id, for: person)
            return change
        }
    }
}

extension Store {
    /// Whether a change is one by `person` that is reverted already.
    package func isUndone(_ id: Int64, by person: String) throws(CatalogueError) -> Bool {
        try read { db in
            try db.number(
                "SELECT 1 FROM change WHERE id = ? AND person = ? AND undone NOT NULL", id, person) != nil
        }
    }

    /// Those of these changes that only librarians can revert.
    package func changesOfLibrarians(among ids: [Int64]) throws(CatalogueError) -> Set<Int64> {
        try read { db in Set(try ids.filter { try db.isOfLibrarians($0) }) }
    }
}

extension Database {
    fileprivate func isOfLibrarians(_ change: Int64) throws -> Bool {
        try number("SELECT 1 FROM change WHERE id = ? AND (\(RecordedTable.changesOfLibrarians))", change)
            != nil
    }

    /// Removes a person's name and data from the history. The change itself stays listed, and can no longer be
    /// undone.
    func forgetChanges(of person: String) throws {
        for table in RecordedTable.all {
            guard let owner = table.owner else { continue }
            try run(
                """
                DELETE FROM change_row
                WHERE kind = ?1 AND ?2 IN (json_extract(before, '$.\(owner)'), json_extract(after, '$.\(owner)'))
                    AND NOT (kind = 'loan'
                        AND json_extract(coalesce(after, before), '$.id') IN (SELECT id FROM loan))
                """, table.name, person)
        }
        try run("UPDATE change SET person = '', detail = NULL WHERE person = ?", person)
    }

    /// Changes a person's name in all rows that are theirs, and in the history.
    private func changeOwner(from person: String, to name: String) throws {
        for table in RecordedTable.all {
            guard let owner = table.owner else { continue }
            // Two spellings of one name may have a list or a reservation each.
            try run(
                "UPDATE OR REPLACE \(table.name) SET \(owner) = ? WHERE \(owner) = ?", name, person)
            for moment in ["before", "after"] {
                try run(
                    """
                    UPDATE change_row SET \(moment) = json_set(\(moment), '$.\(owner)', ?)
                    WHERE kind = ? AND json_extract(\(moment), '$.\(owner)') = ?
                    """, name, table.name, person)
            }
        }
        try run("UPDATE change SET person = ? WHERE person = ?", name, person)
    }

    /// Changes a person's name in all that they have, and did.
    package func changeName(of person: String, to name: String) throws {
        try changeOwner(from: person, to: name)
        try renameSightings(by: person, to: name)
        // With new numbers, because a device may have followed later events of the new name.
        try run(
            "INSERT OR REPLACE INTO event (book, person) SELECT book, ?2 FROM event WHERE person = ?1 ORDER BY id",
            person, name)
        try run("DELETE FROM event WHERE person = ?1 AND person <> ?2", person, name)
    }

    /// Gives all that a person has one spelling of their name. There are several if two programs introduced them at once.
    ///
    /// - Returns: that spelling.
    package func joinSpellings(of person: String) throws -> String {
        let names = try spellings(of: person)
        guard let kept = names.first else { return person }
        for name in names where !name.isSpelled(kept) { try changeName(of: name, to: kept) }
        return kept
    }

    /// - Parameter books: `nil` for changes of all books, and of none.
    fileprivate func changes(
        of books: [Int64]? = nil, _ condition: String, _ arguments: StatementArguments = [],
        for person: String, _ limit: Int
    ) throws -> [HistoryEntry] {
        let hidden = RecordedTable.all.compactMap { table in
            table.hidden.map { hidden in
                """
                WHEN action IN (\(hidden.actions.map { "'\($0.rawValue)'" }.joined(separator: ", "))) THEN EXISTS
                    (SELECT 1 FROM change_row WHERE change = change.id AND kind = '\(table.name)'
                        AND \(hidden.condition))
                """
            }
        }.joined(separator: "\n")
        let list = books.map { $0.map(String.init).joined(separator: ", ") }
        let isOfBooks = list.map { "id IN (SELECT change FROM change_row WHERE book IN (\($0)))" } ?? "TRUE"
        let sql = """
            SELECT id, date, person, action, detail, undone FROM change
            WHERE \(condition) AND \(isOfBooks) AND (person = ? OR NOT CASE
                WHEN action = 'import' THEN NOT EXISTS (\(Self.booksSeen(of: "change.id", among: list)))
                \(hidden) ELSE FALSE END)
            ORDER BY id DESC LIMIT ?
            """
        let rows = try Row.fetchAll(self, sql: sql, arguments: arguments + [person, limit])
        return try rows.compactMap { row in
            guard let action = HistoryEntry.Action(rawValue: row["action"]) else { return nil }
            let isOthersImport = action == .importTable && row["person"] as String != person
            let (books, first) = try booksChanged(by: row["id"], onlySeen: isOthersImport)
            var change = HistoryEntry(
                id: row["id"], date: Date(seconds: row["date"]), person: row["person"], action: action,
                detail: isOthersImport ? nil : row["detail"], books: books,
                undone: (row["undone"] as Int64?).map { Date(seconds: $0) })
            if action == .decide, change.books == 0, let isbn = try confirmedISBN(in: change.id) {
                (change.books, change.book) = (1, .isbn(isbn))
                change.title = try book(.isbn(isbn))?.title
            } else if action == .decide, change.books == 0, let chosen = try chosenBook(in: change.id) {
                change.books = 1
                (change.book, change.title) = try nameOfBook(chosen, in: change.id)
            } else if books == 1, let first {
                (change.book, change.title) = try nameOfBook(first, in: change.id)
            }
            return change
        }
    }

    /// In SQL, the books for which others see that a file was imported: it did more than change what is hidden from them,
    /// and more than add the book for that.
    ///
    /// - Parameter list: of books; `nil` for all.
    private static func booksSeen(of change: String, among list: String? = nil) -> String {
        """
        SELECT book FROM change_row WHERE change = \(change) AND \(list.map { "book IN (\($0))" } ?? "book NOT NULL")
        GROUP BY book HAVING NOT max(\(RecordedTable.isHidden))
            OR max(NOT \(RecordedTable.isHidden) AND NOT (kind = 'book' AND before IS NULL))
        """
    }

    /// How many books a change is about, and the first of them.
    private func booksChanged(by change: Int64, onlySeen: Bool) throws -> (Int, Int64?) {
        let books =
            onlySeen ? "(\(Self.booksSeen(of: "?")))" : "change_row WHERE change = ?"
        return try first("SELECT count(DISTINCT book) AS books, min(book) AS book FROM \(books)", change) {
            ($0["books"] as Int, $0["book"] as Int64?)
        } ?? (0, nil)
    }

    /// The ISBN that a decision says a photo shows; `nil` if it says another thing, or there are several decisions.
    private func confirmedISBN(in change: Int64) throws -> ISBN? {
        try first(
            """
            SELECT max(json_extract(after, '$.isbn')) AS isbn FROM change_row WHERE change = ? AND kind = 'decision'
            HAVING count(DISTINCT json_extract(after, '$.isbn')) = 1
            """, change
        ) { Self.isbn($0["isbn"]) } ?? nil
    }

    /// The same for a book without an ISBN, by its id.
    private func chosenBook(in change: Int64) throws -> Int64? {
        try first(
            """
            SELECT max(json_extract(after, '$.book')) AS book FROM change_row WHERE change = ? AND kind = 'decision'
            HAVING count(DISTINCT json_extract(after, '$.book')) = 1
            """, change
        ) { $0["book"] as Int64? } ?? nil
    }

    /// The book that stays after a merge.
    fileprivate func successor(in change: Int64) throws -> Int64? {
        try number("SELECT book FROM change_row WHERE change = ? AND kind = 'successor'", change)
    }

    /// As it is now, or as it was before it was removed.
    fileprivate func nameOfBook(_ id: Int64, in change: Int64) throws -> (BookSpecifier?, String?) {
        if let book = try storedBook(.id(BookID(id))) { return (book.reference, book.title) }
        let was = try first(
            """
            SELECT json_extract(coalesce(after, before), '$.isbn') AS isbn,
                json_extract(coalesce(after, before), '$.title') AS title FROM change_row
            WHERE book = ? AND kind = 'book' AND coalesce(isbn, title) NOT NULL
            ORDER BY change = ? DESC, id DESC LIMIT 1
            """, id, change
        ) { (isbn: Self.isbn($0["isbn"]), title: $0["title"] as String?) }
        return (was?.isbn.map(BookSpecifier.isbn) ?? .id(BookID(id)), was?.title)
    }

    /// The current and former ids of a book, and those of earlier ones with its ISBN.
    fileprivate func everKnown(as book: BookSpecifier) throws -> [Int64] {
        if let id = try storedID(of: book) {
            return try [id.value] + (book.isbn.map { try booksRemoved(with: $0) } ?? [])
        }
        switch book {
        case .id(let id):
            return try number("SELECT 1 FROM change_row WHERE book = ? LIMIT 1", id.value) == nil
                ? [] : [id.value]
        case .isbn(let isbn):
            return try all(
                """
                SELECT DISTINCT book FROM change_row WHERE kind = 'book'
                    AND ?1 IN (json_extract(before, '$.isbn'), json_extract(after, '$.isbn'))
                """, Int64(isbn.value)
            ) { $0["book"] }
        }
    }

    /// Without those that became another one by a merge.
    private func booksRemoved(with isbn: ISBN) throws -> [Int64] {
        try all(
            """
            SELECT DISTINCT book FROM change_row AS gone WHERE kind = 'book' AND after IS NULL
                AND json_extract(before, '$.isbn') = ? AND book NOT IN (SELECT id FROM book)
                AND NOT EXISTS (SELECT 1 FROM change_row AS kept
                    WHERE kept.change = gone.change AND kept.kind = 'successor')
            """, Int64(isbn.value)
        ) { $0["book"] }
    }
}

/// One change of the store.
public struct HistoryEntry: Hashable, Codable, Sendable {
    public enum Action: String, Hashable, Codable, Sendable, CaseIterable {
        case add, edit, remove, merge
        /// A merge in the history of the book that was removed; the detail is the one that stayed. Never stored.
        case mergeInto = "merge_into"
        case putOnList = "put_on_list"
        case takeOffList = "take_off_list"
        case comment
        case editComment = "edit_comment"
        case removeComment = "remove_comment"
        case importTable = "import"
        case decide
        case changeCover = "change_cover"
        /// Covers that were found in photos without anybody choosing them.
        case takeCover = "take_cover"
        case addCopy = "add_copy"
        case editCopy = "edit_copy"
        case removeCopy = "remove_copy"
        case lend
        case takeBack = "return"
        case endInventory = "end_inventory"
        case removeInventory = "remove_inventory"
        /// Somebody saw a copy, without a photo.
        case see
        case reserve
        case cancelReservation = "cancel_reservation"
    }

    public var id: Int64
    public var date: Date
    /// Empty if that person's data was deleted.
    public var person: String
    public var action: Action
    /// The list, file or photo concerned.
    public var detail: String?
    /// How many books it changed.
    public var books: Int
    /// If it changed one book, its ISBN or id, even a former one.
    public var book: BookSpecifier?
    /// The book's title, even if it was removed.
    public var title: String?
    /// When it was undone, by the same person; `nil` if it was not.
    public var undone: Date?
    /// What it changed in the data of the book whose history this is; empty in the history of all books.
    public var fields: [FieldChange] = []
    /// What it changed in that book's copies, except those that it added.
    public var copies: [CopyChange] = []
    /// Whether reverting it just now made a difference: none if later changes stand in its place, or need what it added.
    /// `nil` in the history.
    public var hasEffect: Bool?
    /// What stays with the other book, of a merge that was reverted just now; `nil` if nothing does, and in the history.
    public var staying: MergeRemainder?
}
