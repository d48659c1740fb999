// A book out of its rows.
import Books
import Foundation
import GRDB

extension Database {
    func bookID(_ isbn: ISBN) throws -> BookID? {
        try first("SELECT id FROM book WHERE isbn = ?", Int64(isbn.value)) { BookID($0[0]) }
    }

    func book(_ isbn: ISBN) throws -> Book? {
        try first("SELECT \(Self.columns) FROM book WHERE isbn = ?", Int64(isbn.value), decode: Self.decode)
            .map(complete)
    }

    func book(_ id: BookID) throws -> Book? {
        try first("SELECT \(Self.columns) FROM book WHERE id = ?", id.value, decode: Self.decode).map(
            complete)
    }

    func existingBook(_ id: BookID) throws -> Book {
        guard let book = try book(id) else { throw CatalogueError.unknownBook("\(id)") }
        return book
    }

    private static let columns =
        "id, isbn, title, subtitle, publisher, year, pages, language, cover, subjects, other_isbns, work"

    /// The book without what other tables hold, and its work.
    private static func decode(_ row: Row) -> (Book, work: Int64) {
        let book = Book(
            id: BookID(row[0]), isbn: isbn(row[1]),
            otherISBNs: (row[10] as String?)?.split(separator: " ").compactMap { isbn(Int64($0)) } ?? [],
            title: row[2], subtitle: row[3], publisher: row[4], year: row[5], pages: row[6], language: row[7],
            subjects: (row[9] as String?)?.split(separator: "\n").map(String.init) ?? [], cover: row[8])
        return (book, row[11])
    }

    static func isbn(_ value: Int64?) -> ISBN? {
        value.flatMap { UInt64(exactly: $0) }.flatMap { ISBN(value: $0) }
    }

    private func complete(_ part: Book, work: Int64) throws -> Book {
        guard let id = part.id?.value else { return part }
        var book = part
        book.contributors = try all("SELECT name, role FROM contributor WHERE book = ? ORDER BY position", id)
        {
            Contributor(name: $0[0], role: Contributor.Role(rawValue: $0[1]) ?? .contributor)
        }
        book.works = try all("SELECT scheme, value FROM work_key WHERE work = ?", work) {
            Identifier($0[0], $0[1])
        }
        book.identifiers = try all("SELECT scheme, value FROM identifier WHERE book = ?", id) {
            Identifier($0[0], $0[1])
        }
        let origins = try all("SELECT kind, source, date, fields FROM origin WHERE book = ?", id) { row in
            (
                Origin(Origin.Kind(rawValue: row[0]) ?? .imported, row[1], Date(seconds: row[2])),
                row[3] as String
            )
        }
        for (origin, fields) in origins {
            for field in fields.split(separator: " ") {
                BookField(rawValue: String(field)).map { book.origins[$0] = origin }
            }
        }
        return book
    }
}
