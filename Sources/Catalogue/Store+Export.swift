// All books with one person's data, in batches, for an export.
import Books
internal import GRDB

/// A book, and what a person keeps of this very edition.
public struct KeptBook: Hashable, Codable, Sendable {
    public var book: Book
    /// See `Store.lists(with:for:)`.
    public var lists: [String]
    /// The latest that is not private.
    public var comment: Comment?
    /// The latest first.
    public var readings: [ReadingStatus]

    public init(
        book: Book, lists: [String] = [], comment: Comment? = nil, readings: [ReadingStatus] = []
    ) {
        self.book = book
        self.lists = lists
        self.comment = comment
        self.readings = readings
    }

    /// What a card shows of its very edition.
    ///
    /// - Parameter person: whose comment and readings.
    public init(_ card: BookCard, for person: String) {
        func isOwn(_ id: BookID?, _ name: String) -> Bool { id == card.book.id && name == person }
        self.init(
            book: card.book, lists: card.lists,
            comment: card.comments.first { !$0.isPrivate && isOwn($0.book, $0.person) },
            readings: card.readings.filter { isOwn($0.book, $0.person) })
    }
}

extension Store {
    /// All books in the order they came in, some at a time.
    ///
    /// - Parameter id: the last one that is known already; `nil` begins.
    /// - Returns: `nil` at the end.
    public func keptBooks(after id: BookID?, for person: String) throws(CatalogueError) -> [KeptBook]? {
        try read { db in
            let books = try db.all(
                "\(Database.selection) WHERE book.id > ? ORDER BY book.id LIMIT ?", id?.value ?? 0,
                CardBatch.size, decode: Database.decode)
            return books.isEmpty ? nil : try db.kept(books, for: person)
        }
    }

    /// These books, in their order; those that are gone are left out.
    ///
    /// - Parameter ids: at most `mostKeptBooks`.
    package func keptBooks(of ids: [BookID], for person: String) throws(CatalogueError) -> [KeptBook] {
        try read { db in
            let books = try db.books(in: CardBatch(ids))
            return try db.kept(ids.compactMap { books[$0] }, for: person)
        }
    }

    /// Of one batch.
    package static var mostKeptBooks: Int { CardBatch.size }

    /// The books that a person has on personal lists, reads or has read, or commented on, in the order they came in.
    package func ids(keptBy person: String) throws(CatalogueError) -> [BookID] {
        try query { db in
            try db.all(
                """
                SELECT book FROM personal_entry WHERE person = ? UNION SELECT book FROM reading WHERE person = ?
                UNION SELECT book FROM comment WHERE author = ? ORDER BY book
                """, person, person, person
            ) { BookID($0["book"]) }
        }
    }
}

extension Database {
    fileprivate func kept(_ books: [Book], for person: String) throws -> [KeptBook] {
        let batch = CardBatch(books.compactMap(\.id))
        let lists = try lists(in: batch, for: person)
        let comments = try comments(by: person, onThese: batch)
        let readings = try readings(of: batch, by: person)
        return books.map { book in
            let id = book.id ?? BookID(0)
            return KeptBook(
                book: book, lists: lists[id] ?? [], comment: comments[id]?.first,
                readings: readings[id] ?? [])
        }
    }
}

/// What saving a record did.
public enum Change: Sendable {
    case added, changed
    /// The store knew it all.
    case none
}

extension Store {
    /// `nil` when the store has no such book.
    public func book(_ book: BookSpecifier) throws(CatalogueError) -> Book? {
        try query { db in try db.book(book) }
    }

    /// The books that others' numbers of editions name.
    package func knownBooks(numbered numbers: [Identifier]) throws(CatalogueError) -> [Identifier: Book] {
        try query { db in
            var found: [Identifier: Book] = [:]
            for number in Set(numbers) {
                let ids = try db.all(
                    "SELECT book FROM identifier WHERE scheme = ? AND value = ?", number.scheme, number.value
                ) { BookID($0["book"]) }
                if let id = ids.first { found[number] = try db.existingBook(id) }
            }
            return found
        }
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
    public func save(_ isbn: ISBN) throws(CatalogueError) -> Bool {
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
