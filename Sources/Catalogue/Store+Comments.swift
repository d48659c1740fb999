// Comments: kept with the edition that was read, shown for every edition of its work.
import Books
import Foundation
package import GRDB

extension Store {
    /// Adds a comment to a book. One that is named by its ISBN may be new: it is then kept by its number alone.
    ///
    /// - Returns: the comment's number.
    /// - Throws: `unknownBook`; `emptyComment` without text and rating; `overlongComment`.
    @discardableResult
    public func add(_ comment: Comment, to book: BookSpecifier) throws(CatalogueError) -> Int64 {
        try write { db in
            let id = try db.ensure(book)
            let number = try db.insert(comment, on: id)
            try db.index(id)
            return number
        }
    }

    /// `nil` when there is none with this number, or it is private and not that of `person`, who asks.
    public func comment(_ number: Int64, for person: String) throws(CatalogueError) -> Comment? {
        try read { db in try db.comments("comment.id = ?", number, for: person).first }
    }

    /// Comments on all editions of the book's work, the latest first; of private ones only those of `person`, who
    /// asks.
    public func comments(on id: BookID, for person: String) throws(CatalogueError) -> [Comment] {
        try read { db in try db.comments(on: id, for: person) }
    }

    /// All that `writer` commented, the latest first; private ones only when it is `person`, who asks.
    public func comments(by writer: String, for person: String) throws(CatalogueError) -> [Comment] {
        try read { db in try db.comments("author = ?", writer, for: person) }
    }

    /// Puts text, rating, language and marks of `comment` in place of those that the stored one has.
    ///
    /// - Throws: `unknownComment`; `someoneElses` unless `comment.person` wrote it; `emptyComment`; `overlongComment`.
    public func edit(_ comment: Comment, date: Date = .now) throws(CatalogueError) {
        try write { db in
            let book = try db.bookCommented(comment.id ?? 0, by: comment.person)
            try comment.check()
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

    /// - Parameter orOthers: whether `person` looks after the catalogue, and removes what anybody said openly.
    /// - Throws: `unknownComment`; `someoneElses` unless `person` wrote it.
    public func removeComment(
        _ number: Int64, by person: String, orOthers: Bool
    ) throws(CatalogueError) {
        try write { db in
            let book = try db.bookCommented(number, by: person, orOthers: orOthers)
            try db.run("DELETE FROM comment WHERE id = ?", number)
            try db.index(book)
        }
    }

    /// The latest that all may see, of all books.
    public func latestComments(limit: Int) throws(CatalogueError) -> [Comment] {
        try query { db in
            try db.all(
                """
                SELECT \(Database.commentColumns) FROM comment JOIN book ON book.id = comment.book
                WHERE NOT private ORDER BY comment.id DESC LIMIT ?
                """, limit
            ) { Database.comment($0, from: 0) }
        }
    }

    /// Removes all that a person commented, and what they read, also from the file's free space.
    ///
    /// - Returns: how many comments, and books that they read, there were.
    public func forget(person: String) throws(CatalogueError) -> (comments: Int, readings: Int) {
        try overwritingDeletedData { db in try db.forget(person) }
    }

    /// What `body` deletes, and what was deleted before, is gone from the file's free space and its log, too.
    package func overwritingDeletedData<Value>(_ body: (Database) throws -> Value) throws(CatalogueError)
        -> Value
    {
        let value = try write(body)
        try clearFormerPages()
        // While somebody reads what was there before, the log stays: it says so in its first column.
        try alone { db in
            for _ in 0..<3 where try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0 { break }
        }
        return value
    }

    /// Clears what was in free space before secure deletion was always on. Where there is no room for that now, the next
    /// deletion tries again: this one was done all the same.
    private func clearFormerPages() throws(CatalogueError) {
        let isDue = try query { db in
            try db.number("SELECT 1 FROM upkeep WHERE task = 'vacuum'") != nil
        }
        guard isDue, hasRoomForCopies else { return }
        do {
            try alone { db in try db.execute(sql: "VACUUM; DELETE FROM upkeep WHERE task = 'vacuum'") }
        } catch {
            switch error {
            case .full, .busy: return
            default: throw error
            }
        }
    }

    /// SQLite writes the whole store to a file of its own, and then to the log.
    private var hasRoomForCopies: Bool {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return true }
        return Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize)) > 2 * bytes + 16 << 20
    }
}

extension Database {
    package func forget(_ person: String) throws -> (comments: Int, readings: Int) {
        let books = try all("SELECT DISTINCT book FROM comment WHERE author = ?", person) {
            BookID($0["book"])
        }
        try run("DELETE FROM comment WHERE author = ?", person)
        let comments = changesCount
        let read = try number("SELECT count(DISTINCT book) FROM reading WHERE person = ?", person) ?? 0
        try run("DELETE FROM reading WHERE person = ?", person)
        let count = (comments: comments, readings: Int(read))
        try run("DELETE FROM personal_entry WHERE person = ?", person)
        try run("DELETE FROM event WHERE person = ?", person)
        try forgetChanges(of: person)
        for book in books { try index(book) }
        // The index keeps deleted words until its parts are merged, also those of comments that were removed before.
        try execute(sql: "INSERT INTO search (search) VALUES ('optimize')")
        return count
    }
}

extension Rating {
    /// As the store has it: 0…10, with a fraction for quarter stars.
    var halves: Double { stars * 2 }

    init?(halves: Double) { self.init(halves / 2) }
}

extension Comment {
    func check() throws(CatalogueError) {
        if text.utf8.count > Self.limit { throw .overlongComment(limit: Self.limit) }
        if rating == nil, text.allSatisfy(\.isWhitespace) { throw .emptyComment }
    }
}

extension Database {
    func insert(_ comment: Comment, on id: BookID) throws -> Int64 {
        try comment.check()
        try run(
            """
            INSERT INTO comment (book, author, rating, text, language, spoiler, private, written, day, edited, source)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, id.value, comment.person.tidied ?? "", comment.rating?.halves, comment.text.tidiedLines,
            comment.language,
            comment.isSpoiler, comment.isPrivate, comment.written.seconds, comment.writtenOn?.description,
            comment.edited?.seconds,
            comment.source)
        return lastInsertedRowID
    }

    fileprivate func bookCommented(
        _ number: Int64, by person: String, orOthers: Bool = false
    ) throws -> BookID {
        // That there is a private one is its writer's to know.
        let found = try first(
            "SELECT book, author FROM comment WHERE id = ? AND (author = ? OR NOT private)", number, person
        ) { (book: BookID($0["book"]), person: $0["author"] as String) }
        guard let found else { throw CatalogueError.unknownComment(number) }
        guard orOthers || found.person == person else { throw CatalogueError.someoneElses(comment: number) }
        return found.book
    }

    func comments(on id: BookID, for person: String) throws -> [Comment] {
        try comments("book.work = (SELECT work FROM book WHERE id = ?)", id.value, for: person)
    }

    /// Of each book those on all editions of its work, the latest first.
    func comments(in batch: CardBatch, for person: String) throws -> [BookID: [Comment]] {
        try grouped(
            batch, Self.commentColumns,
            """
            book AS shown ON shown.id = asked.value CROSS JOIN book ON book.work = shown.work
                CROSS JOIN comment ON comment.book = book.id
            WHERE NOT private OR author = ? ORDER BY written DESC, comment.id DESC
            """, [person]
        ) { Self.comment($0, from: 1) }
    }

    /// What a person says openly of these very editions, the latest first.
    func comments(by person: String, onThese batch: CardBatch) throws -> [BookID: [Comment]] {
        try grouped(
            batch, Self.commentColumns,
            """
            book ON book.id = asked.value CROSS JOIN comment ON comment.book = book.id
            WHERE author = ? AND NOT private ORDER BY written DESC, comment.id DESC
            """, [person]
        ) { Self.comment($0, from: 1) }
    }

    fileprivate func comments(
        _ condition: String, _ value: any DatabaseValueConvertible, for person: String
    ) throws -> [Comment] {
        try all(
            """
            SELECT \(Self.commentColumns) FROM comment JOIN book ON book.id = comment.book
            WHERE \(condition) AND (NOT private OR author = ?) ORDER BY written DESC, comment.id DESC
            """, value, person
        ) { Self.comment($0, from: 0) }
    }

    fileprivate static let commentColumns = """
        comment.id, author, rating, text, comment.language, spoiler, private, written, edited, source, comment.book, \
        book.isbn, book.title, day
        """

    fileprivate static func comment(_ row: Row, from first: Int) -> Comment {
        Comment(
            id: row[first], person: row[first + 1],
            rating: (row[first + 2] as Double?).flatMap { Rating(halves: $0) }, text: row[first + 3],
            language: row[first + 4], isSpoiler: row[first + 5], isPrivate: row[first + 6],
            written: Date(seconds: row[first + 7]),
            writtenOn: (row[first + 13] as String?).flatMap { PartialDate($0) },
            edited: (row[first + 8] as Int64?).map { Date(seconds: $0) }, source: row[first + 9],
            book: BookID(row[first + 10]), isbn: isbn(row[first + 11]), bookTitle: row[first + 12])
    }
}
