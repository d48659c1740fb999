// Copies are added, changed and removed.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Adds a copy of a book. A book that is specified by its ISBN may be new: it is stored with its ISBN only. It is
    /// put on the copy's list; one that is added to `owned` is removed from `wanted`.
    ///
    /// - Returns: the copy as stored.
    /// - Throws: `unknownBook`, `listName`, `wrongCopy`, `takenLabel`.
    @discardableResult
    public func add(_ copy: CopyEdit, of book: BookSpecifier) throws(CatalogueError) -> BookCopy {
        try write { db in try db.add(copy, of: book) }
    }

    /// Changes a copy. If it was its book's last one on its list, and is gone or on another list now, the book leaves
    /// that list.
    ///
    /// - Parameter former: the fields that the edit's author saw, which must not have changed since.
    /// - Returns: the copy as stored.
    /// - Throws: as `copy(_:)`, and `listName`, `wrongCopy`, `takenLabel`; `notAllowed` if it is lent and gone for
    ///   another reason than that it is lost.
    @discardableResult
    public func edit(
        copy text: String, _ edit: CopyEdit, former: CopyEdit = CopyEdit([:])
    ) throws(CatalogueError) -> BookCopy {
        try write { db in
            let copy = try db.copy(text)
            let changed = try edit.checked(on: copy)
            let conflicts = edit.texts.keys.filter { field in
                let now = copy.text(field)
                return former.texts[field].map { $0 != now } ?? false && changed.text(field) != now
            }
            guard conflicts.isEmpty else {
                throw CatalogueError.wrongCopy(
                    .changedMeanwhile(CopyEdit.Field.allCases.filter(conflicts.contains)))
            }
            return try db.update(changed)
        }
    }

    /// Removes a copy as if it had never been there. A book without copies leaves the list.
    ///
    /// - Returns: the copy as it was.
    /// - Throws: as `copy(_:)`; `notAllowed` if it is lent.
    @discardableResult
    public func removeCopy(_ text: String) throws(CatalogueError) -> BookCopy {
        try write { db in
            let copy = try db.copy(text)
            guard copy.loan == nil else { throw CatalogueError.notAllowed(.remove, copy) }
            try db.run("DELETE FROM copy WHERE id = ?", copy.id?.value)
            try db.leave(copy.list, copy.book)
            return copy
        }
    }
}

extension Database {
    func add(_ copy: CopyEdit, of book: BookSpecifier) throws -> BookCopy {
        var new = BookCopy()
        new.book = try ensure(book)
        return try insert(copy.checked(on: new))
    }

    private func insert(_ new: BookCopy) throws -> BookCopy {
        let copy = try checked(new)
        try checkLabel(of: copy)
        try copy.checkDates()
        try run(
            """
            INSERT INTO copy (book, list, label, place, condition, price, currency, acquired, gone, reason, notes, moved)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, copy.book?.value, copy.list, copy.label, copy.place, copy.condition, copy.price?.minorUnits,
            copy.price?.currency, copy.acquired?.description, copy.gone?.description, copy.reason?.rawValue,
            copy.notes, Date.now.milliseconds)
        return try settled(CopyID(lastInsertedRowID), on: new.list)
    }

    func update(_ changed: BookCopy) throws -> BookCopy {
        let copy = try checked(changed)
        guard let id = copy.id, let before = try copies("id = ?", [id.value]).first else {
            throw CatalogueError.unknownCopy(copy.name)
        }
        // Earlier versions took any label and any dates.
        if copy.label != before.label { try checkLabel(of: copy) }
        if copy.acquired != before.acquired || copy.gone != before.gone { try copy.checkDates() }
        guard copy != before else { return copy }
        // Whoever has it has lost it, or has to give it back first.
        guard copy.loan == nil || copy.gone == nil || copy.reason == .lost else {
            throw CatalogueError.notAllowed(.remove, before)
        }
        try run(
            """
            UPDATE copy SET list = ?, label = ?, place = ?, condition = ?, price = ?, currency = ?, acquired = ?,
                gone = ?, reason = ?, notes = ?, moved = iif(?, moved, ?) WHERE id = ?
            """, copy.list, copy.label, copy.place, copy.condition, copy.price?.minorUnits,
            copy.price?.currency, copy.acquired?.description, copy.gone?.description, copy.reason?.rawValue,
            copy.notes, copy.place?.lowercased() == before.place?.lowercased(), Date.now.milliseconds,
            id.value)
        // In this order a new list cannot get the number of one that is left empty.
        let settled = try settled(id, on: changed.list)
        if before.gone == nil { try leave(before.list, before.book) }
        return settled
    }

    /// Puts a copy's book on its list.
    private func settled(_ id: CopyID, on list: String) throws -> BookCopy {
        let copy = try copy(id.description)
        if let book = copy.book, copy.gone == nil, try add(book, to: list), copy.list == ListName.owned {
            try dropFromWanted([.id(book)])
        }
        return copy
    }

    /// Takes a book off a list if none of its copies is there any more.
    func leave(_ list: String, _ book: BookID?) throws {
        try dropEntryWithoutCopies(of: book, on: list)
        try dropEmptyLists()
    }

    func dropEntryWithoutCopies(of book: BookID?, on list: String) throws {
        try run(
            """
            DELETE FROM list_entry WHERE book = ?1 AND list = (SELECT id FROM list WHERE key = ?2)
                AND NOT EXISTS (SELECT 1 FROM copy WHERE book = ?1 AND list = ?2 AND gone IS NULL)
            """, book?.value, list)
    }

    /// A copy as it is stored.
    private func checked(_ copy: BookCopy) throws -> BookCopy {
        var copy = copy
        let list = try ListName(ofBooks: copy.list)
        // Whoever has a book does not want it.
        guard list.key != ListName.wanted else { throw CatalogueError.wrongCopy(.wanted) }
        (copy.list, copy.label) = (list.key, BookCopy.label(copy.label))
        for text in [copy.label, copy.place] { try BookCopy.checkLength(of: text) }
        return copy
    }
}

extension CopyEdit {
    func checked(on copy: BookCopy) throws(CatalogueError) -> BookCopy {
        do throws(CopyEditError) { return try applied(to: copy) } catch {
            throw .wrongCopy(.field(error))
        }
    }
}

extension BookCopy {
    /// - Parameter text: a label or a place.
    /// - Throws: `wrongCopy`, if it is too long.
    package static func checkLength(of text: String?) throws(CatalogueError) {
        if let text, text.utf8.count > longestLabel { throw .wrongCopy(.overlong(limit: longestLabel)) }
    }

    /// - Throws: `wrongCopy`, if it was gone before it was acquired.
    fileprivate func checkDates() throws(CatalogueError) {
        if let acquired, let gone, gone < acquired, !gone.agrees(with: acquired) {
            throw .wrongCopy(.goneBeforeAcquired)
        }
    }

    /// A field as it is written in an edit; empty if it has no value.
    package func text(_ field: CopyEdit.Field) -> String {
        switch field {
        case .label: label ?? ""
        case .list: list
        case .place: place ?? ""
        case .condition: condition ?? ""
        case .price: price?.description ?? ""
        case .acquired: acquired?.description ?? ""
        case .gone: gone?.description ?? ""
        case .reason: reason?.rawValue ?? ""
        case .notes: notes ?? ""
        }
    }
}
