// A book out of its rows.
import Books
import Foundation
internal import GRDB

extension Database {
    func bookID(_ book: BookReference) throws -> BookID? {
        switch book {
        case .isbn(let isbn):
            try number("SELECT id FROM book WHERE isbn = ?", Int64(isbn.value)).map(BookID.init)
        case .id(let id): try number("SELECT id FROM book WHERE id = ?", id.value).map(BookID.init)
        }
    }

    func book(_ book: BookReference) throws -> Book? {
        switch book {
        case .isbn(let isbn):
            try first("\(Self.selection) WHERE isbn = ?", Int64(isbn.value), decode: Self.decode)
        case .id(let id): try first("\(Self.selection) WHERE id = ?", id.value, decode: Self.decode)
        }
    }

    func existingBook(_ id: BookID) throws -> Book {
        guard let book = try book(.id(id)) else { throw CatalogueError.unknownBook(.id(id)) }
        return book
    }

    static func isbn(_ value: Int64?) -> ISBN? {
        value.flatMap { UInt64(exactly: $0) }.flatMap { ISBN(value: $0) }
    }

    /// All of a book in one row, which is the quickest: rows of other tables come as text, a record separator
    /// (U+001E) between rows and a unit separator (U+001F) between columns. No text of a book holds either.
    static let selection = """
        SELECT book.id, isbn, title, subtitle, publisher, year, pages, language, cover, subjects, other_isbns,
            (SELECT group_concat(name || char(31) || role, char(30))
                FROM (SELECT name, role FROM contributor WHERE contributor.book = book.id ORDER BY position)),
            (SELECT group_concat(scheme || char(31) || value, char(30))
                FROM work_key WHERE work_key.work = book.work),
            (SELECT group_concat(scheme || char(31) || value, char(30))
                FROM identifier WHERE identifier.book = book.id),
            (SELECT group_concat(kind || char(31) || source || char(31) || date || char(31) || fields, char(30))
                FROM origin WHERE origin.book = book.id),
            original_script_title, original_script_names
        FROM book
        """

    /// Columns by their places: looking for them by name takes as long as all the rest.
    static func decode(_ row: Row) -> Book {
        var book = Book(
            id: BookID(row[0]), isbn: isbn(row[1]),
            otherISBNs: parts(row[10], 0x20).compactMap { isbn(Int64($0)) },
            title: row[2], subtitle: row[3],
            contributors: rows(row[11]).map { name, role in
                Contributor(name: name, role: Contributor.Role(rawValue: role) ?? .contributor)
            }, publisher: row[4], year: row[5], pages: row[6], language: row[7],
            subjects: parts(row[9], 0x0A).map(String.init), cover: row[8],
            works: rows(row[12]).map { Identifier($0, $1) },
            identifiers: rows(row[13]).map { Identifier($0, $1) })
        book.originalScriptTitle = row[15]
        book.originalScriptNames = parts(row[16], 0x0A).map(String.init)
        for row in parts(row[14], 0x1E) {
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

    func books(in portion: CardPortion) throws -> [BookID: Book] {
        guard !portion.ids.isEmpty else { return [:] }
        let books = try all(
            "\(Self.selection) WHERE book.id IN (SELECT value FROM json_each(?))", portion.json,
            decode: Self.decode)
        return Dictionary(uniqueKeysWithValues: books.compactMap { book in book.id.map { ($0, book) } })
    }

    private static func parts(_ text: String?, _ separator: UInt8) -> [Substring] {
        text?.utf8.split(separator: separator).map { Substring($0) } ?? []
    }

    /// The ids that a statement asks for, as books.
    func books(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> [Book] {
        try Int64.fetchAll(cachedStatement(sql: sql), arguments: StatementArguments(values))
            .map { try existingBook(BookID($0)) }
    }

    /// Rows of two columns.
    private static func rows(_ text: String?) -> [(String, String)] {
        parts(text, 0x1E).map { row in
            let columns = row.utf8.split(separator: 0x1F, maxSplits: 1).map { String(Substring($0)) }
            return (columns[0], columns.count > 1 ? columns[1] : "")
        }
    }
}
