// Finds the stored book that a record describes.
import Books
internal import GRDB

extension Database {
    /// The stored books that a record may describe: several only if it is imported, and a book without an ISBN.
    ///
    /// - Parameters:
    ///   - record: tidied.
    ///   - isExact: whether an imported record has everything.
    func matches(_ record: Book, isExact: Bool) throws -> [BookID] {
        if let id = record.id { return [try bookID(.id(id)) ?? id] }
        if let isbn = record.isbn, let id = try bookID(.isbn(isbn)) { return [id] }
        for identifier in record.identifiers {
            let found = try first(
                """
                SELECT book.id, book.isbn FROM identifier JOIN book ON book.id = identifier.book
                WHERE scheme = ? AND value = ?
                """, identifier.scheme, identifier.value
            ) { (id: BookID($0["id"]), isbn: Self.isbn($0["isbn"])) }
            // If the identifier belongs to a book with another ISBN, the record is wrong: two editions are two books.
            if let found, found.isbn == nil || record.isbn == nil || found.isbn == record.isbn {
                return [found.id]
            }
        }
        guard record.isbn == nil, record.identifiers.isEmpty, let title = record.title else { return [] }
        guard record.origins[.title]?.kind == .imported else {
            let same = try unnumbered(title).first { $0.hasMakers(of: record) && $0.year == record.year }
            return [same?.id].compactMap(\.self)
        }
        let alike = try record.storedTitles.flatMap { try unnumbered($0) }.filter { book in
            book.title == title && book.hasMakers(of: record) || record.mayBe(book)
        }
        return record.choosing(among: alike, isExact: isExact).compactMap(\.id)
    }

    /// The books without an ISBN that have a title.
    private func unnumbered(_ title: String) throws -> [Book] {
        // SQLite would prefer the index of ISBNs, and walk all books without one.
        try books(
            "SELECT id FROM book INDEXED BY book_title_without_isbn WHERE isbn IS NULL AND title = ?", title)
    }
}

extension Book {
    /// Of stored books with such titles and people, those that agree best with this imported record. Several are left if
    /// they differ only in what the record's form may leave out.
    fileprivate func choosing(among alike: [Book], isExact: Bool) -> [Book] {
        var books = alike
        func prefer(_ isBetter: (Book) -> Bool) {
            let better = books.filter(isBetter)
            if !better.isEmpty { books = better }
        }
        if isExact { prefer { $0.hasMakers(of: self) } }
        // Some programs' files have no years.
        let possible = books.filter { $0.year == nil || year == nil }
        if year != nil || isExact { prefer { $0.year == year } }
        if year != nil || isExact, !books.contains(where: { $0.year == year }) {
            return possible.count == 1 ? possible : []
        }
        if books.count > 1 { prefer { $0.wholeTitle == wholeTitle } }
        if books.count > 1 { prefer { $0.hasAll(of: self, isExact: isExact) } }
        if books.count > 1, isExact { prefer { $0.hasSame(as: self) } }
        return books
    }

    /// Whether it names the same people in the same roles, however their names are filed.
    fileprivate func hasMakers(of other: Book) -> Bool {
        contributors.elementsEqual(other.contributors) { $0.name == $1.name && $0.role == $1.role }
    }

    /// Whether a record says nothing that this book does not have, whoever said it here.
    private func hasAll(of record: Book, isExact: Bool) -> Bool {
        var (record, known) = (record, self)
        record.complete(from: self, isExact: isExact)
        known.origins = [:]
        known.take(from: record)
        known.origins = origins
        return known == self
    }

    private func hasSame(as record: Book) -> Bool {
        var (one, other) = (self, record)
        (one.id, one.works, one.origins) = (nil, [], [:])
        (other.id, other.works, other.origins) = (nil, [], [:])
        return one == other
    }
}
