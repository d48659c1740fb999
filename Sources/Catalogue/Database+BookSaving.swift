// Merges a record into a stored book; the origin of each field decides which value wins.
import Books
import Foundation
internal import GRDB

extension Database {
    /// The specified book. If it is specified by its ISBN and does not exist, it is created without further data.
    func ensure(_ book: BookSpecifier) throws -> BookID {
        if let id = try bookID(book) { return id }
        guard case .isbn(let isbn) = book else { throw CatalogueError.unknownBook(book) }
        return try save(Book(isbn: isbn)).id
    }

    func save(_ record: Book) throws -> (id: BookID, change: Change) {
        var earlier = EarlierRows()
        return try save(record, after: &earlier)
    }

    /// - Parameters:
    ///   - earlier: the rows of the same import that were saved before; this one is added.
    ///   - isExact: whether an imported record has all people, each with the role.
    func save(
        _ record: Book, after earlier: inout EarlierRows, isExact: Bool = false
    ) throws -> (id: BookID, change: Change) {
        let record = record.tidied()
        let alike = try matches(record, isExact: isExact)
        // Without a year, another book may be meant.
        let match = alike.count > 1 && record.year == nil ? nil : alike.first
        return try save(record, as: match, after: &earlier, isExact: isExact)
    }

    /// - Parameters:
    ///   - record: tidied.
    ///   - match: the stored book; `nil` for a new one.
    func save(
        _ record: Book, as match: BookID?, after earlier: inout EarlierRows, isExact: Bool
    ) throws -> (id: BookID, change: Change) {
        var record = record
        guard let id = match else {
            let id = try insert(record)
            earlier.add(record, of: id)
            return (id, .added)
        }
        let before = try existingBook(id)
        var book = before
        book.isbn = before.isbn ?? record.isbn
        if record.id.map({ $0 != id }) ?? (record.isbn != nil && record.isbn != book.isbn) {
            record.keepAdditions(to: before)
        }
        record.complete(from: before, isExact: isExact)
        record = earlier.additions(in: record, to: before)
        earlier.add(record, of: id)
        book.take(from: record)
        if book.origins[.works] != before.origins[.works] { book.works = try addKeys(record.works, to: id) }
        book.identifiers = try addIdentifiers(record.identifiers, to: id)
        guard !book.renewsOrigins(of: before) else { return (id, .none) }
        try update(before, to: book)
        try index(id)
        book.origins = before.origins
        return (id, book == before ? .none : .changed)
    }

    private func insert(_ record: Book) throws -> BookID {
        var book = Book(isbn: record.isbn)
        book.take(from: record)
        guard book.isbn != nil || book.title != nil else { throw CatalogueError.nothingToAdd }
        // An id is not given again: the history still refers to removed books.
        try run(
            """
            INSERT INTO book (id, work, added) VALUES (1 + max(ifnull((SELECT max(id) FROM book), 0),
                ifnull((SELECT max(book) FROM change_row), 0)), ?, ?)
            """, newWork(), Date.now.seconds)
        let id = BookID(lastInsertedRowID)
        book.id = id
        try update(Book(id: id), to: book)
        if !book.works.isEmpty { _ = try addKeys(book.works, to: id) }
        if !record.identifiers.isEmpty { _ = try addIdentifiers(record.identifiers, to: id) }
        try insertText(of: book, comments: [])
        return id
    }

    /// Writes the changed columns of a book; works, identifiers and the full-text index are written elsewhere.
    func update(_ before: Book, to book: Book) throws {
        let id = book.id?.value
        try run(
            """
            UPDATE book SET isbn = ?, title = ?, subtitle = ?, publisher = ?, year = ?, pages = ?, language = ?,
                cover = ?, subjects = ?, other_isbns = ?, original_script_title = ?, original_script_names = ?,
                series = ?, series_number = ?, tags = ?
            WHERE id = ?
            """, book.isbn.map { Int64($0.value) }, book.title, book.subtitle, book.publisher, book.year,
            book.pages, book.language, book.cover, Self.joined(book.subjects, by: "\n"),
            Self.joined(book.otherISBNs.map(\.isbn13), by: " "), book.originalScriptTitle,
            Self.joined(book.originalScriptNames, by: "\n"), book.series, book.seriesNumber,
            Self.joined(book.tags, by: "\n"), id)
        if book.contributors != before.contributors {
            try run("DELETE FROM contributor WHERE book = ?", id)
            for (position, contributor) in book.contributors.enumerated() {
                try run(
                    "INSERT INTO contributor (book, position, name, role, sort) VALUES (?, ?, ?, ?, ?)", id,
                    position, contributor.name, contributor.role.rawValue, contributor.sortName)
            }
        }
        if book.origins != before.origins { try writeOrigins(book.origins, of: BookID(id ?? 0)) }
    }

    /// NULL instead of an empty list, which takes no space in the file.
    private static func joined(_ parts: [String], by separator: String) -> String? {
        parts.isEmpty ? nil : parts.joined(separator: separator)
    }

    /// One row for each origin, with the names of its fields.
    func writeOrigins(_ origins: [BookField: Origin], of id: BookID) throws {
        try run("DELETE FROM origin WHERE book = ?", id.value)
        var left = BookField.allCases.filter { origins[$0] != nil }
        while let origin = left.first.flatMap({ origins[$0] }) {
            let fields = left.filter { origins[$0] == origin }
            left.removeAll { origins[$0] == origin }
            try run(
                "INSERT INTO origin (book, kind, source, date, fields) VALUES (?, ?, ?, ?, ?)", id.value,
                origin.kind.rawValue, origin.source, origin.date.seconds,
                fields.map(\.rawValue).joined(separator: " "))
        }
    }

    /// - Returns: all identifiers of the book.
    private func addIdentifiers(_ identifiers: [Identifier], to id: BookID) throws -> [Identifier] {
        for identifier in identifiers {
            try run(
                "INSERT OR IGNORE INTO identifier (scheme, value, book) VALUES (?, ?, ?)", identifier.scheme,
                identifier.value, id.value)
        }
        return try all("SELECT scheme, value FROM identifier WHERE book = ?", id.value) {
            Identifier($0["scheme"], $0["value"])
        }
    }
}

extension Book {
    /// Whether it is the same, except that values come from another import, or were entered by hand again. That is not stored:
    /// it would be a change that shows nothing, and keep the earlier one from being undone.
    fileprivate func renewsOrigins(of before: Book) -> Bool {
        var same = self
        same.origins = before.origins
        return same == before
            && BookField.allCases.allSatisfy { field in
                origins[field] == before.origins[field]
                    || [Origin.Kind.imported, .edited].contains { kind in
                        [origins, before.origins].allSatisfy { $0[field]?.kind == kind }
                    }
            }
    }

    /// Of a record of a book that was merged into another one, only what a person says or the other lacks: undoing
    /// the merge could not part the rest.
    fileprivate mutating func keepAdditions(to book: Book) {
        origins = origins.filter { field, origin in
            field != .works && (field == .tags || origin.kind == .edited || book.origins[field] == nil)
        }
        identifiers = []
    }

    /// Takes those fields that have an origin in the record, unless the stored one is of higher kind. Imported tags
    /// are added to those imported before, and further ISBNs to those of any origin.
    mutating func take(from record: Book) {
        for (field, origin) in record.origins {
            if field == .otherISBNs {
                addOtherISBNs(of: record)
                continue
            }
            if let present = origins[field], present.kind > origin.kind { continue }
            if field == .tags, origin.kind == .imported {
                addTags(of: record)
            } else {
                take(field, from: record)
            }
        }
    }
}
