// Editing by hand: applies a `BookEdit` to the store.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Changes a book. No look-up or import replaces the fields that are edited.
    ///
    /// - Returns: the book as stored now.
    /// - Throws: `unknownBook`, also for the other edition; `changedMeanwhile`; `wrongEdit`; `takenISBN`;
    ///   `nothingToAdd` if neither an ISBN nor a title would remain.
    @discardableResult
    public func edit(_ book: BookSpecifier, _ edit: BookEdit) throws(CatalogueError) -> Book {
        try write { db in
            let id = try db.existingID(of: book)
            let conflicts = edit.conflicts(with: try db.existingBook(id))
            guard conflicts.isEmpty else { throw CatalogueError.changedMeanwhile(conflicts) }
            return try db.apply(edit, to: id)
        }
    }

    /// Adds a book. If the store has it already (see `save(_:)`), the fields that are given replace the stored ones.
    ///
    /// - Returns: the book as stored now, and what changed.
    /// - Throws: `nothingToAdd` without an ISBN and a title; `unknownBook` for the other edition; `wrongEdit`.
    @discardableResult
    public func add(_ edit: BookEdit) throws(CatalogueError) -> (book: Book, change: Change) {
        try write { db in
            let known = try edit.isbn?.flatMap { try db.book(.isbn($0)) }
            let (id, change) = try db.save(edit.byHand(on: known ?? Book()))
            if let other = edit.editionOf { try db.group(id, withEditionsOf: other, origin: .byHand) }
            return (try db.existingBook(id), change)
        }
    }

    /// Adds a book without an ISBN, also if the store has one with the same title and people: two years of an almanac may
    /// be known by nothing else.
    ///
    /// - Throws: `nothingToAdd` without a title; `wrongEdit`.
    public func add(new edit: BookEdit) throws(CatalogueError) -> Book {
        try write { db in
            var earlier = EarlierRows()
            let record = try edit.byHand(on: Book()).tidied()
            let (id, _) = try db.save(record, as: nil, after: &earlier, isExact: false)
            return try db.existingBook(id)
        }
    }

    /// Declares `id` an edition of the same work as `other`, or of a work of its own if that is `nil`. No look-up
    /// changes it.
    ///
    /// - Throws: `wrongEdit` if both are the same book.
    public func group(_ id: BookID, withEditionsOf other: BookID?, origin: Origin) throws(CatalogueError) {
        try write { db in try db.group(id, withEditionsOf: other.map { .id($0) }, origin: origin) }
    }
}

extension Origin {
    /// Of what a person enters now.
    package static var byHand: Origin { Origin(.edited, "by hand") }
}

extension BookEdit {
    fileprivate func byHand(on book: Book) throws(CatalogueError) -> Book {
        var origin = Origin.byHand
        if let made { origin.date = made }
        do throws(BookEditError) { return try applied(to: book, by: origin) } catch {
            throw .wrongEdit(error)
        }
    }
}

extension Database {
    fileprivate func apply(_ edit: BookEdit, to id: BookID) throws -> Book {
        let book = try edit.byHand(on: existingBook(id))
        // A title can replace an ISBN, and an ISBN a title.
        guard book.isbn != nil || book.title != nil else { throw CatalogueError.nothingToAdd }
        if edit.isbn != nil {
            // Without wrong numbers, which are not read.
            let stored = try existingBook(id)
            try update(stored, to: stored)
            try setISBN(book.isbn, of: id)
        }
        _ = try save(book)
        if let other = edit.editionOf { try group(id, withEditionsOf: other, origin: .byHand) }
        return try existingBook(id)
    }

    func setISBN(_ isbn: ISBN?, of id: BookID) throws {
        let before = try existingBook(id).isbn
        guard isbn != before else { return }
        if let isbn, let holder = try bookID(.isbn(isbn)), holder != id {
            throw CatalogueError.takenISBN(isbn)
        }
        try run("UPDATE book SET isbn = ? WHERE id = ?", isbn.map { Int64($0.value) }, id.value)
        if let before { try run("DELETE FROM pending WHERE isbn = ?", Int64(before.value)) }
    }

    fileprivate func group(_ id: BookID, withEditionsOf other: BookSpecifier?, origin: Origin) throws {
        let otherID = try other.map(existingID)
        if otherID == id { throw CatalogueError.wrongEdit(.ownEdition) }
        var origins = try existingBook(id).origins
        origins[.works] = origin
        let before = try work(of: id)
        try run("UPDATE book SET work = ? WHERE id = ?", otherID.map(work) ?? newWork(), id.value)
        try writeOrigins(origins, of: id)
        try dropWork(before)
    }
}
