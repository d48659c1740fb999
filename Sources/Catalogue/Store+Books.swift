// Finding and saving books, as the rest of the program sees it.
import Books
internal import GRDB

/// What saving a record did.
public enum Change: Sendable {
    case added, changed
    /// The store knew it all.
    case none
}

extension Store {
    /// `nil` when the store has no such book.
    public func book(_ book: BookReference) throws(CatalogueError) -> Book? {
        try query { db in try db.book(book) }
    }

    /// Saves what a record says of a book, and makes the book where it is new.
    ///
    /// The book is the one with the record's id, else its ISBN, else one of its identifiers, else, where it has
    /// neither, the same title, contributors and year. A field without an origin is not saved; one with an
    /// origin replaces what is stored unless that is of higher kind, so that no fetch ever undoes a person's edit.
    /// Books that share a key of their work become editions of one work.
    ///
    /// - Returns: the book as it now stands, and what changed.
    /// - Throws: `nothingToAdd` when a new book has neither ISBN nor title.
    @discardableResult
    public func save(_ record: Book) throws(CatalogueError) -> (book: Book, change: Change) {
        try write { db in
            let (id, change) = try db.save(record)
            return (try db.existingBook(id), change)
        }
    }

    /// Keeps a book by its number alone, where the store does not have it.
    ///
    /// - Returns: whether it is new.
    @discardableResult
    public func keep(_ isbn: ISBN) throws(CatalogueError) -> Bool {
        try write { db in
            let isNew = try db.bookID(.isbn(isbn)) == nil
            _ = try db.ensure(.isbn(isbn))
            return isNew
        }
    }

    /// Says by hand that `id` is an edition of the same work as `other`, or of a work of its own when that is
    /// `nil`. No fetch changes it.
    public func group(_ id: BookID, withEditionsOf other: BookID?, origin: Origin) throws(CatalogueError) {
        try write { db in
            var origins = try db.existingBook(id).origins
            origins[.works] = origin
            let before = try db.work(of: id)
            try db.run("UPDATE book SET work = ? WHERE id = ?", other.map(db.work) ?? db.newWork(), id.value)
            try db.writeOrigins(origins, of: id)
            try db.dropWork(before)
        }
    }
}
