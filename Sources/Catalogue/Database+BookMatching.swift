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
        // A series may have thousands of books.
        for identifier in record.identifiers where identifier.kind != .series {
            for id in try bookIDs(of: identifier)
            where identifier.isProof(that: record, is: try existingBook(id)) {
                return [id]
            }
        }
        guard record.isbn == nil, let title = record.title,
            record.identifiers.allSatisfy({ $0.kind != .edition })
        else { return [] }
        guard record.origins[.title]?.kind == .imported else {
            let same = try unnumbered(title).first {
                $0.hasMakers(of: record) && $0.year == record.year && !record.isNumberedUnlike($0)
            }
            return [same?.id].compactMap(\.self)
        }
        let alike = try record.storedTitles.flatMap { try unnumbered($0) }.filter { book in
            (book.title == title && book.hasMakers(of: record) || record.mayBe(book))
                && !record.isNumberedUnlike(book)
        }
        return record.choosing(among: alike, isExact: isExact).compactMap(\.id)
    }

    /// The books without an ISBN that have a title.
    private func unnumbered(_ title: String) throws -> [Book] {
        // SQLite would prefer the index of ISBNs, and walk all books without one.
        try books(
            "SELECT id FROM book INDEXED BY book_title_without_isbn WHERE isbn IS NULL AND title = ?", title)
    }

    /// The books that have an identifier, in the order in which they were added.
    func bookIDs(of identifier: Identifier) throws -> [BookID] {
        try all(
            "SELECT book FROM identifier WHERE scheme = ? AND value = ? ORDER BY book", identifier.scheme,
            identifier.value
        ) { BookID($0["book"]) }
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

    /// Whether both have a number of the same kind, and not the same one.
    fileprivate func isNumberedUnlike(_ other: Book) -> Bool {
        identifiers.contains { own in
            other.identifiers.contains { $0.scheme == own.scheme }
                && !other.identifiers.contains { $0.scheme == own.scheme && $0.value == own.value }
        }
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

extension Identifier {
    fileprivate enum Kind {
        /// It belongs to one edition.
        case edition
        /// It is meant to, but libraries give it to other printings, volumes and sets, too.
        case record
        /// It belongs to a series or journal.
        case series
    }

    /// Of an unknown scheme it is not certain that it numbers editions.
    fileprivate var kind: Kind {
        switch scheme {
        case "goodreads", "librarything", "storygraph", "hardcover", "bookwyrm", "inventaire", "asin",
            "aasin",
            "amazon", "google":
            .edition
        case "openlibrary": value.hasSuffix("M") ? .edition : .record
        case "issn", "eissn", "issnl": .series
        default: .record
        }
    }

    /// Whether it alone says which book is meant.
    var namesOneBook: Bool { kind == .edition }

    /// Whether a record with it is of the stored book that has it. Two editions, with two ISBNs, are two books.
    fileprivate func isProof(that record: Book, is book: Book) -> Bool {
        if let own = record.isbn, let isbn = book.isbn, own != isbn { return false }
        switch kind {
        case .edition: return true
        case .series: return false
        case .record:
            guard let title = record.title, let known = book.title else { return false }
            return TitleKey(title, subtitle: record.subtitle).isAlike(
                TitleKey(known, subtitle: book.subtitle))
                && (record.year == nil || book.year == nil || record.year == book.year)
        }
    }
}
