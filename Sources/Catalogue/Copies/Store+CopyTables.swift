// Copies in tables.
import Books
import Foundation
internal import GRDB

/// A copy in a table.
public struct ListedCopy: Hashable, Sendable {
    public var book: BookSpecifier
    /// `nil` if the table has none.
    public var id: CopyID?
    /// Of the book; `nil` if the table does not say it.
    public var title: String?
    public var edit: CopyEdit
    /// Whether the table says who has it, or for whom it is held. Neither is taken over.
    public var (isLent, isReserved) = (false, false)

    public init(book: BookSpecifier, id: CopyID? = nil, title: String? = nil, edit: CopyEdit) {
        (self.book, self.id, self.title, self.edit) = (book, id, title, edit)
    }
}

extension Store {
    /// Adds the copies of a table, in one transaction. A row with the label of a copy that is known changes that copy; so
    /// does one with the number of a copy of the same book, unless both have labels that differ. A row that names its book by
    /// a number must be of that book in this store: see `CopyDefect.otherBook`.
    ///
    /// - Parameter refuse: is called for each row that is wrong, with its place in the table.
    /// - Returns: how many were added, how many changed, how many were as the table says, and how many of all these have no loan
    ///   or reservation, although the table says so.
    public func take(
        _ rows: [ListedCopy], refuse: (Int, CatalogueError) -> Void
    ) throws(CatalogueError) -> (added: Int, changed: Int, unchanged: Int, withoutLoan: Int) {
        try write { db in
            var counts = (added: 0, changed: 0, unchanged: 0, withoutLoan: 0)
            for (place, row) in rows.enumerated() {
                do {
                    try db.inSavepoint {
                        let (known, now) = try db.take(row)
                        switch known {
                        case nil: counts.added += 1
                        case now: counts.unchanged += 1
                        default: counts.changed += 1
                        }
                        if row.isLent && known?.loan == nil || row.isReserved && known?.reservedFor == nil {
                            counts.withoutLoan += 1
                        }
                        return .commit
                    }
                } catch let error as CatalogueError { refuse(place, error) }
            }
            return counts
        }
    }
}

extension Database {
    /// - Returns: the copy as it was, `nil` if it is a new one; and as it is now.
    fileprivate func take(_ row: ListedCopy) throws -> (known: BookCopy?, now: BookCopy) {
        try requireSameBook(row)
        guard let known = try known(row) else { return (nil, try add(row.edit, of: row.book)) }
        var edit = row.edit
        // A table that was written before the copy got its label doesn't take it away.
        if edit.texts[.label]?.tidied == nil { edit.texts[.label] = nil }
        return (known, try update(edit.checked(on: known)))
    }

    /// Numbers are one store's, and those of another store are of other books.
    private func requireSameBook(_ row: ListedCopy) throws {
        guard case .id = row.book, let book = try book(row.book) else { return }
        let isSame = row.title.map { SearchText.words($0) == SearchText.words(book.title ?? "") } ?? true
        guard isSame, book.isbn == nil else {
            throw CatalogueError.wrongCopy(.otherBook(row.book, book.title ?? book.isbn?.hyphenated))
        }
    }

    private func known(_ row: ListedCopy) throws -> BookCopy? {
        let (label, book) = (BookCopy.label(row.edit.texts[.label]), try bookID(row.book))
        if let label, let labelled = try copies(labelled: label).first {
            guard labelled.book == book else { throw CatalogueError.takenLabel(label, by: labelled.name) }
            return labelled
        }
        guard let id = row.id, let book else { return nil }
        return try copies("id = ? AND book = ?", [id.value, book.value]).first {
            label == nil || $0.label == nil || $0.label == label
        }
    }
}
