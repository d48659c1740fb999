// What one change did to the data of one book, from its recorded rows.
import Books
import Foundation
internal import GRDB

/// A book as one change found it and left it, without its identifiers and works.
struct BookChange {
    /// `nil` if the change added the book.
    let before: Book?
    /// `nil` if it removed the book, or added it: an added book's rows are not recorded.
    let after: Book?
    /// Earlier versions did not record the names of added contributors.
    let namesMakers: Bool
    /// Whether it moved the book to another work, or said who grouped it.
    let regroups: Bool

    init(of book: Int64, in change: Int64, _ db: Database) throws {
        let rows = try db.all(
            """
            SELECT kind, before, after FROM change_row
            WHERE change = ? AND book = ? AND kind IN ('book', 'contributor', 'origin') ORDER BY id
            """, change, book
        ) { try RecordedRow($0, db) }
        let books = rows.filter { $0.kind == "book" }
        let (makers, origins) = (RecordedRows(rows, of: "contributor"), RecordedRows(rows, of: "origin"))
        namesMakers =
            makers.after.allSatisfy { $0["name"] != nil } && origins.after.allSatisfy { $0["fields"] != nil }
        let isAdded = books.contains { $0.before == nil }
        before =
            isAdded
            ? nil
            : Database.book(
                books.first?.before ?? [:], makers: makers.before, origins: origins.before)
        let isGone = books.contains { $0.after == nil }
        after =
            isAdded || isGone
            ? nil
            : Database.book(books.last?.after ?? [:], makers: makers.after, origins: origins.after)
        regroups =
            !isAdded && !isGone
            && (books.first?.before?["work"] != books.last?.after?["work"]
                || before?.origins[.works] != after?.origins[.works])
    }

    /// Whether it gave a field another value or origin.
    func sets(_ field: BookField) -> Bool {
        guard let before, let after else { return false }
        return !before.agrees(with: after, on: field)
    }

    /// The same book with the change reverted, except in fields that were changed again since.
    func reverted(_ present: Book) -> Book {
        guard var before, var after else { return present }
        // An origin that the change left alone is not among its rows.
        for field in BookField.allCases where before.origins[field] == nil && after.origins[field] == nil {
            (before.origins[field], after.origins[field]) = (present.origins[field], present.origins[field])
        }
        // Nor are contributors.
        if before.contributors.isEmpty, after.contributors.isEmpty {
            (before.contributors, after.contributors) = (present.contributors, present.contributors)
        }
        if !namesMakers { (after.contributors, after.origins) = (present.contributors, present.origins) }
        var book = present
        for field in BookField.allCases
        where !before.agrees(with: after, on: field) && present.agrees(with: after, on: field) {
            book.take(field, from: before)
        }
        return book
    }
}

/// A row before and after it was changed.
struct RecordedRow {
    /// `nil` if the row is of no book, or that was not read.
    let book: Int64?
    let kind: String
    let before: [String: DatabaseValue]?
    let after: [String: DatabaseValue]?

    init(_ row: Row, _ db: Database) throws {
        (book, kind) = (row["book"], row["kind"])
        (before, after) = (try db.recordedValues(row["before"]), try db.recordedValues(row["after"]))
    }

    /// The id of a row that the change added; `nil` for any other.
    var added: Int64? { before == nil ? after?["id"].flatMap(Int64.fromDatabaseValue) : nil }
}

/// A book's rows in a table, before and after a change that may have written them several times.
private struct RecordedRows {
    private(set) var before: [[String: DatabaseValue]] = []
    private(set) var after: [[String: DatabaseValue]] = []

    init(_ rows: [RecordedRow], of kind: String) {
        for row in rows where row.kind == kind {
            if let old = row.before {
                // What the change itself wrote was not there before it.
                if let place = after.firstIndex(of: old) {
                    after.remove(at: place)
                } else {
                    before.append(old)
                }
            }
            if let new = row.after { after.append(new) }
        }
        before.sort(by: Self.isEarlier)
        after.sort(by: Self.isEarlier)
    }

    private static func isEarlier(_ one: [String: DatabaseValue], _ other: [String: DatabaseValue]) -> Bool {
        func place(_ row: [String: DatabaseValue]) -> Int {
            row["position"].flatMap(Int.fromDatabaseValue) ?? 0
        }
        return place(one) < place(other)
    }
}

extension Book {
    /// Whether both have the same value and origin in a field.
    fileprivate func agrees(with other: Book, on field: BookField) -> Bool {
        func only(_ book: Book) -> Book {
            var part = Book()
            part.take(field, from: book)
            // The keys of a work are no part of a book's rows.
            part.works = []
            return part
        }
        return only(self) == only(other)
    }
}

extension Database {
    /// A recorded row's columns; `nil` if there was no row.
    func recordedValues(_ json: String?) throws -> [String: DatabaseValue]? {
        guard let json else { return nil }
        let pairs = try all("SELECT key, atom FROM json_each(?)", json) {
            ($0["key"] as String, $0["atom"] as DatabaseValue)
        }
        return Dictionary(pairs) { $1 }
    }

    func fieldChanges(of books: [Int64], in change: Int64) throws -> [FieldChange] {
        try books.flatMap { book in
            let change = try BookChange(of: book, in: change, self)
            return FieldChange.changes(from: change.before, to: change.after)
        }
    }

    /// What a change did to the fields of books' copies, in the order of their numbers.
    func copyChanges(of books: [Int64], in change: Int64) throws -> [CopyChange] {
        let rows = try all(
            """
            SELECT json_extract(coalesce(before, after), '$.id') AS id, before, after FROM change_row
            WHERE change = ? AND kind = 'copy' AND book IN (\(books.map(String.init).joined(separator: ", ")))
            ORDER BY change_row.id
            """, change
        ) { row in
            (
                id: CopyID(row["id"]), before: try recordedValues(row["before"]),
                after: try recordedValues(row["after"])
            )
        }
        return Dictionary(grouping: rows, by: \.id).sorted { $0.key < $1.key }.flatMap { id, rows in
            guard let before = rows.first?.before else { return [CopyChange]() }
            let after = rows.last?.after ?? [:]
            return CopyEdit.Field.allCases.compactMap { field in
                let (old, new) = (Self.text(field, of: before), Self.text(field, of: after))
                return old == new
                    ? nil : CopyChange(copy: id.description, field: field, before: old, after: new)
            }
        }
    }

    private static func text(_ field: CopyEdit.Field, of copy: [String: DatabaseValue]) -> String? {
        func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
            copy[column].flatMap(Value.fromDatabaseValue)
        }
        guard field == .price else { return value(field.rawValue) }
        guard let units: Int = value("price"), let currency: String = value("currency") else { return nil }
        return Price(minorUnits: units, currency: currency)?.description
    }
}
