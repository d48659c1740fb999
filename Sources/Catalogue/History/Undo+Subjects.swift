// What recorded rows are about: by this, changes hide each other's rows.
import Books
internal import GRDB

extension Undo {
    /// What a recorded row is about: the row itself, or one kind of a book's rows.
    enum Subject: Hashable {
        case row(kind: String, key: [DatabaseValue])
        case book(Int64, kind: String)
        case anything(ofBook: Int64)
        case addition(ofCopy: Int64)
        /// Only one book has it at a time.
        case isbn(DatabaseValue)
    }

    /// What the change hides of earlier ones: also that a book of its rows or a copy that it lent was added, that such a
    /// book's ISBN was another's, and all about a book that it removed. After `run()`, also under the new ids of restored rows.
    func hidden() throws -> Set<Subject> {
        let books = rows.flatMap(books(of:)).map { Subject.row(kind: "book", key: [$0.databaseValue]) }
        let removed = rows.filter { $0.kind == "book" && $0.after == nil }.flatMap(books(of:))
        let lent = rows.filter { $0.kind == "loan" }.compactMap { row in
            (row.before ?? row.after)?["copy"].flatMap(Int64.fromDatabaseValue).map(Subject.addition(ofCopy:))
        }
        return Set(
            try rows.flatMap(subjects(of:)).filter { subject in
                guard case .anything(let book) = subject else { return true }
                return removed.contains(book)
            }
        ).union(books).union(lent).union(isbns.map(Subject.isbn))
    }

    /// The row's book, by its former and its new id.
    private func books(of row: RecordedRow) -> [Int64] {
        [row.book, row.book.flatMap { books[$0] }].compactMap(\.self)
    }

    func subjects(of row: RecordedRow) throws -> [Subject] {
        let names = places[row.kind, default: []]
        let moments = [row.before, row.after].compactMap(\.self)
        let rows = (moments + moments.map { mapped($0, of: row.kind) }).map { values in
            Subject.row(kind: row.kind, key: names.map { values[$0] ?? .null })
        }
        // It may have to come back to a book that was merged with this one.
        let former = row.after == nil ? try row.before.flatMap { try unmoved($0, of: row.kind)["book"] } : nil
        let books = books(of: row)
        let isbn = formerISBN(row).map(Subject.isbn)
        let copy = row.kind == "copy" ? row.added.map(Subject.addition(ofCopy:)) : nil
        // A book's own rows are reverted together.
        let kind = Undo.personal.contains(row.kind) ? row.kind : "book"
        return rows + [copy, isbn].compactMap(\.self) + books.map { .book($0, kind: kind) }
            + (books + [former.flatMap(Int64.fromDatabaseValue)].compactMap(\.self)).map {
                .anything(ofBook: $0)
            }
    }
}
