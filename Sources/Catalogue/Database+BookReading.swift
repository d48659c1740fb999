// Decodes books from their rows.
import Books
import Foundation
package import GRDB

extension Database {
    /// The book, or the one that it became by merges.
    func bookID(_ book: BookSpecifier) throws -> BookID? {
        try storedID(of: book) ?? successor(of: book)
    }

    func existingID(of book: BookSpecifier) throws -> BookID {
        guard let id = try bookID(book) else { throw CatalogueError.unknownBook(book) }
        return id
    }

    /// As `bookID(_:)` of each; one statement says which ids are stored.
    func bookIDs(_ books: [BookSpecifier]) throws -> [BookID] {
        let ids = books.compactMap { if case .id(let id) = $0 { id } else { nil } }
        let stored = try grouped(CardBatch(ids), "1", "book ON book.id = asked.value") { _ in true }
        return try books.compactMap { book in
            if case .id(let id) = book, stored[id] != nil { return id }
            return try bookID(book)
        }
    }

    /// The book, or the one that it became by merges.
    func book(_ book: BookSpecifier) throws -> Book? {
        try storedBook(book) ?? successor(of: book).flatMap { try storedBook(.id($0)) }
    }

    /// As `bookID(_:)`, but `nil` for a merged book that was removed.
    func storedID(of book: BookSpecifier) throws -> BookID? {
        switch book {
        case .isbn(let isbn):
            try number("SELECT id FROM book WHERE isbn = ?", Int64(isbn.value)).map(BookID.init)
        case .id(let id): try number("SELECT id FROM book WHERE id = ?", id.value).map(BookID.init)
        }
    }

    /// As `book(_:)`, but `nil` for a merged book that was removed.
    func storedBook(_ book: BookSpecifier) throws -> Book? {
        switch book {
        case .isbn(let isbn):
            try first("\(Self.selection) WHERE isbn = ?", Int64(isbn.value), decode: Self.decode)
        case .id(let id): try first("\(Self.selection) WHERE id = ?", id.value, decode: Self.decode)
        }
    }

    /// The books whose records have this ISBN as a further one.
    func books(naming isbn: ISBN) throws -> [BookID] {
        try all("SELECT book FROM further_isbn WHERE isbn = ? ORDER BY book", Int64(isbn.value)) {
            BookID($0["book"])
        }
    }

    func existingBook(_ id: BookID) throws -> Book {
        guard let book = try storedBook(.id(id)) else { throw CatalogueError.unknownBook(.id(id)) }
        return book
    }

    /// In the order of `ids`, with a statement for each batch.
    func existingBooks(_ ids: [BookID]) throws -> [Book] {
        try ids.inBatches().flatMap { batch in
            let books = try books(in: batch)
            return try batch.ids.map { id in
                guard let book = books[id] else { throw CatalogueError.unknownBook(.id(id)) }
                return book
            }
        }
    }

    package static func isbn(_ value: Int64?) -> ISBN? {
        value.flatMap { UInt64(exactly: $0) }.flatMap { ISBN(value: $0) }
    }

    static let selection = "SELECT \(BookColumn.allCases.map(\.sql).joined(separator: ", ")) FROM book"

    static func decode(_ row: Row) -> Book {
        var book = Book(
            id: BookID(row[.id]), isbn: isbn(row[.isbn]),
            otherISBNs: parts(row[.otherISBNs], 0x20).compactMap { isbn(Int64($0)) },
            title: row[.title], subtitle: row[.subtitle],
            contributors: rows(row[.contributors]).map { row in
                Contributor(
                    name: row[0], role: Contributor.Role(rawValue: row[1]) ?? .contributor,
                    sortName: row[2].isEmpty ? nil : row[2])
            }, publisher: row[.publisher], year: row[.year], pages: row[.pages], language: row[.language],
            subjects: parts(row[.subjects], 0x0A).map(String.init), cover: row[.cover],
            works: rows(row[.works]).map { Identifier($0[0], $0[1]) },
            identifiers: rows(row[.identifiers]).map { Identifier($0[0], $0[1]) })
        book.originalScriptTitle = row[.originalScriptTitle]
        book.originalScriptNames = parts(row[.originalScriptNames], 0x0A).map(String.init)
        (book.series, book.seriesNumber) = (row[.series], row[.seriesNumber])
        book.tags = parts(row[.tags], 0x0A).map(String.init)
        for row in parts(row[.origins], 0x1E) {
            let columns = row.utf8.split(separator: 0x1F).map { Substring($0) }
            guard columns.count == 4, let seconds = Int64(columns[2]) else { continue }
            let origin = Origin(
                Origin.Kind(rawValue: String(columns[0])) ?? .imported, String(columns[1]),
                Date(seconds: seconds))
            for field in columns[3].utf8.split(separator: 0x20) {
                BookField(rawValue: String(Substring(field))).map { book.origins[$0] = origin }
            }
        }
        return book
    }

    func books(in batch: CardBatch) throws -> [BookID: Book] {
        guard !batch.ids.isEmpty else { return [:] }
        let books = try all(
            "\(Self.selection) WHERE book.id IN (SELECT value FROM json_each(?))", batch.json,
            decode: Self.decode)
        return Dictionary(uniqueKeysWithValues: books.compactMap { book in book.id.map { ($0, book) } })
    }

    private static func parts(_ text: String?, _ separator: UInt8) -> [Substring] {
        text?.utf8.split(separator: separator).map { Substring($0) } ?? []
    }

    /// The books with the ids that a statement selects.
    func books(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> [Book] {
        let ids = try Int64.fetchAll(cachedStatement(sql: sql), arguments: StatementArguments(values))
        return try existingBooks(ids.map(BookID.init))
    }

    /// Rows of another table, with all their columns.
    private static func rows(_ text: String?) -> [[String]] {
        parts(text, 0x1E).map { row in
            row.utf8.split(separator: 0x1F, omittingEmptySubsequences: false).map { String(Substring($0)) }
        }
    }

    /// A book from its rows in the history, without identifiers and works.
    static func book(
        _ row: [String: DatabaseValue], makers: [[String: DatabaseValue]], origins: [[String: DatabaseValue]]
    ) -> Book {
        func text(_ row: [String: DatabaseValue], _ column: String) -> String? {
            row[column].flatMap(String.fromDatabaseValue)
        }
        func number(_ row: [String: DatabaseValue], _ column: String) -> Int64? {
            row[column].flatMap(Int64.fromDatabaseValue)
        }
        var book = Book(
            isbn: isbn(number(row, "isbn")),
            otherISBNs: parts(text(row, "other_isbns"), 0x20).compactMap { isbn(Int64($0)) },
            title: text(row, "title"), subtitle: text(row, "subtitle"),
            contributors: makers.compactMap { maker in
                text(maker, "name").map { name in
                    Contributor(
                        name: name,
                        role: text(maker, "role").flatMap(Contributor.Role.init(rawValue:)) ?? .contributor,
                        sortName: text(maker, "sort"))
                }
            }, publisher: text(row, "publisher"), year: number(row, "year").map { Int($0) },
            pages: number(row, "pages").map { Int($0) }, language: text(row, "language"),
            subjects: parts(text(row, "subjects"), 0x0A).map(String.init), cover: text(row, "cover"))
        book.originalScriptTitle = text(row, "original_script_title")
        book.originalScriptNames = parts(text(row, "original_script_names"), 0x0A).map(String.init)
        (book.series, book.seriesNumber) = (text(row, "series"), text(row, "series_number"))
        book.tags = parts(text(row, "tags"), 0x0A).map(String.init)
        for origin in origins {
            guard let kind = text(origin, "kind").flatMap(Origin.Kind.init(rawValue:)),
                let seconds = number(origin, "date")
            else {
                continue
            }
            let value = Origin(kind, text(origin, "source") ?? "", Date(seconds: seconds))
            for field in parts(text(origin, "fields"), 0x20) {
                BookField(rawValue: String(field)).map { book.origins[$0] = value }
            }
        }
        return book
    }
}
