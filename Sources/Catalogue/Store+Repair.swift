// Corrections: removing books, changing ISBNs, merging duplicates.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Removes a book from the store and all lists, with its comments, readings and copies.
    ///
    /// - Parameter evenIfCommented: whether to remove it even if it has comments, readings or copies, or is on personal
    ///   lists.
    /// - Throws: `unknownBook`; `wouldLose`; `notAllowed` if a copy is lent.
    public func remove(_ book: BookSpecifier, evenIfCommented: Bool) throws(CatalogueError) {
        try write { db in
            // Who removes a book that was merged does not mean the one that it became.
            guard let id = try db.storedID(of: book) else { throw CatalogueError.unknownBook(book) }
            let comments = try db.count("SELECT count(*) FROM comment WHERE book = ?", id.value)
            let readings = try db.count(
                "SELECT count(DISTINCT person) FROM reading WHERE book = ?", id.value)
            let lists = try db.count("SELECT count(*) FROM personal_entry WHERE book = ?", id.value)
            let copies = try db.count("SELECT count(*) FROM copy WHERE book = ?", id.value)
            guard evenIfCommented || comments + readings + lists + copies == 0 else {
                throw CatalogueError.wouldLose(
                    book, comments: comments, readings: readings, lists: lists, copies: copies)
            }
            if let lent = try db.copies("book = ?", [id.value]).first(where: { $0.loan != nil }) {
                throw CatalogueError.notAllowed(.remove, lent)
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
            guard try isbn != nil || db.existingBook(id).title != nil else {
                throw CatalogueError.nothingToAdd
            }
            try db.setISBN(isbn, of: id)
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
}
