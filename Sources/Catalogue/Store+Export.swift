// All books in batches, each with one person's data, for an export.
import Books
internal import GRDB

/// A book, and one person's data about this edition.
public struct KeptBook: Hashable, Codable, Sendable {
    public var book: Book
    /// See `Store.lists(with:for:)`.
    public var lists: [String]
    /// See `[Comment].kept`.
    public var comment: Comment?
    /// The latest first.
    public var readings: [ReadingStatus]
    /// How often the person read it according to a file that had not all the dates; `nil` if none said so.
    package var readCount: Int?

    public init(
        book: Book, lists: [String] = [], comment: Comment? = nil, readings: [ReadingStatus] = []
    ) {
        self.book = book
        self.lists = lists
        self.comment = comment
        self.readings = readings
    }

    /// The part of a card that is about this edition.
    ///
    /// - Parameter person: the author of the comment and the readings.
    public init(_ card: BookCard, for person: String) {
        func isOwn(_ id: BookID?, _ name: String) -> Bool { id == card.book.id && name == person }
        self.init(
            book: card.book, lists: card.lists,
            comment: card.comments.filter {
                !$0.isPrivate && $0.parent == nil && isOwn($0.book, $0.person)
            }.kept,
            readings: card.readings.filter { isOwn($0.book, $0.person) })
        readCount =
            card.comments.filter { $0.isPrivate && isOwn($0.book, $0.person) }
            .compactMap { ReadCount.count(in: $0.text) }.max()
    }
}

extension [Comment] {
    /// The one that an export writes, of a person's comments on an edition that are neither private nor replies, the
    /// latest first: the latest with a text, with the latest rating.
    package var kept: Comment? {
        var kept = first { !$0.text.isEmpty } ?? first
        kept?.rating = first { $0.rating != nil }?.rating
        return kept
    }
}

extension Store {
    /// All books in the order in which they were added, in batches.
    ///
    /// - Parameter id: the last id of the previous batch; `nil` for the first batch.
    /// - Returns: `nil` at the end.
    public func keptBooks(after id: BookID?, for person: String) throws(CatalogueError) -> [KeptBook]? {
        try read { db in
            let books = try db.all(
                "\(Database.selection) WHERE book.id > ? ORDER BY book.id LIMIT ?", id?.value ?? 0,
                CardBatch.size, decode: Database.decode)
            return books.isEmpty ? nil : try db.kept(books, for: person)
        }
    }

    /// These books, in their order; deleted ones are omitted.
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

    /// The books that a person has on personal lists, reads or has read, or commented on, in the order in which they
    /// were added.
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
        let counts = try readCounts(by: person, onThese: batch)
        return books.map { book in
            let id = book.id ?? BookID(0)
            var kept = KeptBook(
                book: book, lists: lists[id] ?? [], comment: comments[id]?.kept,
                readings: readings[id] ?? [])
            kept.readCount = counts[id]
            return kept
        }
    }
}

/// The effect of saving a record.
public enum Change: String, Codable, Sendable {
    case added, changed
    /// The store knew everything already.
    case none
}

extension Store {
    /// `nil` if the store has no such book.
    public func book(_ book: BookSpecifier) throws(CatalogueError) -> Book? {
        try query { db in try db.book(book) }
    }

    /// The books that identifiers of other systems refer to.
    package func knownBooks(numbered numbers: [Identifier]) throws(CatalogueError) -> [Identifier: Book] {
        try query { db in
            var found: [Identifier: Book] = [:]
            for number in Set(numbers) where number.namesOneBook {
                if let id = try db.bookIDs(of: number).first { found[number] = try db.existingBook(id) }
            }
            return found
        }
    }

    /// Saves a record of a book, and creates the book if it is new.
    ///
    /// The record's book is found by its id; otherwise by its ISBN; otherwise by an identifier of its edition, or of a
    /// library's record with the same title; otherwise, if it has none, by the same title, contributors and year. A field
    /// without an origin is not saved. One with an origin replaces the stored value unless that is of higher kind, so that
    /// no look-up ever undoes a person's edit. Books that share a key of their work become editions of one work.
    ///
    /// - Returns: the book as stored now, and what changed.
    /// - Throws: `nothingToAdd` if a new book has neither an ISBN nor a title.
    @discardableResult
    public func save(_ record: Book) throws(CatalogueError) -> (book: Book, change: Change) {
        try write { db in
            let (id, change) = try db.save(record)
            return (try db.existingBook(id), change)
        }
    }

    /// Adds a book with only its ISBN, if the store does not have it.
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
}
