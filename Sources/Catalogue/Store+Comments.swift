// Comments: kept with the edition that was read, shown for every edition of its work.
import Books
import Foundation
import GRDB

extension Store {
    /// Adds a comment to a book. One that is named by its ISBN may be new: it is then kept by its number alone.
    ///
    /// - Returns: the comment's number.
    /// - Throws: `unknownBook`; `emptyComment` without text and rating.
    @discardableResult
    public func add(_ comment: Comment, to book: BookReference) throws(CatalogueError) -> Int64 {
        try write { db in
            let id = try db.ensure(book)
            let number = try db.insert(comment, on: id)
            try db.index(id)
            return number
        }
    }

    @discardableResult
    public func add(_ comment: Comment, to id: BookID) throws(CatalogueError) -> Int64 {
        try add(comment, to: .id(id))
    }

    @discardableResult
    public func add(_ comment: Comment, to isbn: ISBN) throws(CatalogueError) -> Int64 {
        try add(comment, to: .isbn(isbn))
    }

    /// `nil` when there is none with this number, or it is private and not `reader`'s.
    public func comment(_ number: Int64, for reader: String) throws(CatalogueError) -> EditionComment? {
        try read { db in try db.comments("comment.id = ?", number, for: reader).first }
    }

    /// Comments on all editions of the book's work, the latest first; private ones only to their author.
    public func comments(on id: BookID, for reader: String) throws(CatalogueError) -> [EditionComment] {
        try read { db in
            try db.comments("book.work = (SELECT work FROM book WHERE id = ?)", id.value, for: reader)
        }
    }

    /// All that a person commented, the latest first; private ones only when `reader` is that person.
    public func comments(by author: String, for reader: String) throws(CatalogueError) -> [EditionComment] {
        try read { db in try db.comments("author = ?", author, for: reader) }
    }

    /// Puts text, rating, language and marks of `comment` in place of those that the stored one has.
    ///
    /// - Throws: `unknownComment`; `notTheAuthor` unless `comment.author` wrote it; `emptyComment`.
    public func edit(_ comment: Comment, date: Date = .now) throws(CatalogueError) {
        try write { db in
            let book = try db.bookCommented(comment.id ?? 0, by: comment.author)
            guard !comment.isEmpty else { throw CatalogueError.emptyComment }
            try db.run(
                """
                UPDATE comment SET rating = ?, text = ?, language = ?, spoiler = ?, private = ?, edited = ?
                WHERE id = ?
                """, comment.rating?.halves, comment.text.tidiedLines, comment.language, comment.isSpoiler,
                comment.isPrivate,
                date.seconds, comment.id)
            try db.index(book)
        }
    }

    /// - Throws: `unknownComment`; `notTheAuthor` unless `author` wrote it.
    public func removeComment(_ number: Int64, by author: String) throws(CatalogueError) {
        try write { db in
            let book = try db.bookCommented(number, by: author)
            try db.run("DELETE FROM comment WHERE id = ?", number)
            try db.index(book)
        }
    }

    /// Removes all that a person commented, also from the file's free space.
    ///
    /// - Returns: how many comments there were.
    public func forget(person author: String) throws(CatalogueError) -> Int {
        let count = try write { db in
            try db.execute(sql: "PRAGMA secure_delete = ON")
            let books = try db.all("SELECT DISTINCT book FROM comment WHERE author = ?", author) {
                BookID($0[0])
            }
            try db.run("DELETE FROM comment WHERE author = ?", author)
            let count = db.changesCount
            for book in books { try db.index(book) }
            // The index keeps deleted words until its parts are merged.
            if count > 0 { try db.execute(sql: "INSERT INTO search (search) VALUES ('optimize')") }
            return count
        }
        do {
            try queue.inDatabase { db in
                try db.execute(sql: "PRAGMA secure_delete = OFF; PRAGMA wal_checkpoint(TRUNCATE)")
            }
        } catch {
            throw CatalogueError(error, path: path)
        }
        return count
    }
}

extension Comment {
    var isEmpty: Bool { rating == nil && text.allSatisfy(\.isWhitespace) }
}

extension Database {
    func insert(_ comment: Comment, on id: BookID) throws -> Int64 {
        guard !comment.isEmpty else { throw CatalogueError.emptyComment }
        try run(
            """
            INSERT INTO comment (book, author, rating, text, language, spoiler, private, written, edited, source)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, id.value, comment.author.tidied ?? "", comment.rating?.halves, comment.text.tidiedLines,
            comment.language,
            comment.isSpoiler, comment.isPrivate, comment.written.seconds, comment.edited?.seconds,
            comment.source)
        return lastInsertedRowID
    }

    fileprivate func bookCommented(_ number: Int64, by author: String) throws -> BookID {
        let found = try first("SELECT book, author FROM comment WHERE id = ?", number) {
            (book: BookID($0[0]), author: $0[1] as String)
        }
        guard let found else { throw CatalogueError.unknownComment(number) }
        guard found.author == author else { throw CatalogueError.notTheAuthor(comment: number) }
        return found.book
    }

    fileprivate func comments(
        _ condition: String, _ value: any DatabaseValueConvertible, for reader: String
    ) throws -> [EditionComment] {
        try all(
            """
            SELECT comment.id, author, rating, text, comment.language, spoiler, private, written, edited, source,
                book, isbn, title
            FROM comment JOIN book ON book.id = comment.book
            WHERE \(condition) AND (NOT private OR author = ?) ORDER BY written DESC, comment.id DESC
            """, value, reader
        ) { row in
            EditionComment(
                comment: Comment(
                    id: row[0], author: row[1], rating: (row[2] as Int?).flatMap { Rating(halves: $0) },
                    text: row[3], language: row[4], isSpoiler: row[5], isPrivate: row[6],
                    written: Date(seconds: row[7]), edited: (row[8] as Int64?).map { Date(seconds: $0) },
                    source: row[9]),
                book: BookID(row[10]), isbn: Self.isbn(row[11]), title: row[12])
        }
    }
}
