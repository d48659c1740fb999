// Corrections: removing books, changing ISBNs, merging duplicates.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Removes a book from the store and all lists, with its comments and readings.
    ///
    /// - Parameter evenIfCommented: whether to remove it even if it has comments or readings, or is on personal
    ///   lists.
    /// - Throws: `unknownBook`; `wouldLose`.
    public func remove(_ book: BookSpecifier, evenIfCommented: Bool) throws(CatalogueError) {
        try write { db in
            guard let id = try db.bookID(book) else { throw CatalogueError.unknownBook(book) }
            let comments = try db.number("SELECT count(*) FROM comment WHERE book = ?", id.value) ?? 0
            let readings =
                try db.number("SELECT count(DISTINCT person) FROM reading WHERE book = ?", id.value) ?? 0
            let lists =
                try db.number("SELECT count(*) FROM personal_entry WHERE book = ?", id.value) ?? 0
            guard evenIfCommented || comments + readings + lists == 0 else {
                throw CatalogueError.wouldLose(
                    book, comments: Int(comments), readings: Int(readings), lists: Int(lists))
            }
            if let isbn = try db.existingBook(id).isbn {
                try db.run("DELETE FROM pending WHERE isbn = ?", Int64(isbn.value))
            }
            try db.drop(id)
            try db.dropEmptyLists()
        }
    }

    /// Sets or, with `nil`, removes a book's ISBN.
    ///
    /// - Throws: `unknownBook`; `takenISBN`; `nothingToAdd` if neither an ISBN nor a title would remain.
    public func setISBN(_ isbn: ISBN?, of id: BookID) throws(CatalogueError) {
        try write { db in
            let before = try db.existingBook(id)
            guard isbn != before.isbn else { return }
            if let isbn, try db.bookID(.isbn(isbn)) != nil { throw CatalogueError.takenISBN(isbn) }
            guard isbn != nil || before.title != nil else { throw CatalogueError.nothingToAdd }
            try db.run("UPDATE book SET isbn = ? WHERE id = ?", isbn.map { Int64($0.value) }, id.value)
            if let old = before.isbn { try db.run("DELETE FROM pending WHERE isbn = ?", Int64(old.value)) }
        }
    }

    /// Merges `other` into `book`, which takes missing fields, lists, comments and readings from it.
    ///
    /// - Parameter evenIfTwoISBNs: whether two books that both have an ISBN may be merged; the other's ISBN is kept
    ///   as a further one.
    /// - Throws: `unknownBook`; `twoISBNs`.
    public func merge(
        _ other: BookSpecifier, into book: BookSpecifier, evenIfTwoISBNs: Bool, origin: Origin
    ) throws(CatalogueError) {
        try write { db in
            guard let id = try db.bookID(book) else { throw CatalogueError.unknownBook(book) }
            guard let otherID = try db.bookID(other) else { throw CatalogueError.unknownBook(other) }
            guard id != otherID else { return }
            let before = try db.existingBook(id)
            let second = try db.existingBook(otherID)
            var merged = before
            merged.fill(from: second)
            merged.isbn = before.isbn ?? second.isbn
            if let first = before.isbn, let isbn = second.isbn {
                guard evenIfTwoISBNs else { throw CatalogueError.twoISBNs(first, isbn) }
                if !merged.otherISBNs.contains(isbn) { merged.otherISBNs.append(isbn) }
                merged.origins[.otherISBNs] = origin
            }
            try db.takeOver(from: otherID, to: id)
            try db.drop(otherID)
            try db.update(before, to: merged)
            try db.index(id)
        }
    }
}

extension Database {
    /// Deletes a book with everything that refers to it, and its work if no other book belongs to it.
    func drop(_ id: BookID) throws {
        let work = try work(of: id)
        try run("DELETE FROM search WHERE rowid = ?", id.value)
        try run("DELETE FROM book WHERE id = ?", id.value)
        try dropWork(work)
    }

    /// If both are on a list, the entry of `id` stays.
    fileprivate func takeOver(from other: BookID, to id: BookID) throws {
        for table in ["list_entry", "personal_entry", "comment", "identifier", "decision"] {
            try run("UPDATE OR IGNORE \(table) SET book = ? WHERE book = ?", id.value, other.value)
        }
        try takeOverCover(from: other, to: id)
        try takeOverReadings(from: other, to: id)
        let (work, otherWork) = (try work(of: id), try work(of: other))
        if work != otherWork { try merge(otherWork, into: work) }
    }
}
