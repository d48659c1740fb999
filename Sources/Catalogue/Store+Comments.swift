// Comments: stored with the edition that was read, shown for every edition of its work.
import Books
import Foundation
package import GRDB

/// What was removed with a person's data.
public struct ForgottenPerson: Hashable, Sendable {
    public var comments = 0
    /// How many books they had read.
    public var readings = 0
    /// Returned loans.
    public var loans = 0
    public var reservations = 0
    /// Copies that they had seen in inventories.
    public var sightings = 0
    /// Loans that stay until the copies are returned.
    public var keptLoans = 0

    /// Whether nothing was known of them.
    public var isEmpty: Bool { self == ForgottenPerson() }
}

extension Store {
    /// Adds a comment to a book. A book that is specified by its ISBN may be new: it is stored with its ISBN only. A
    /// reply goes to the edition that its parent is about; a reply to a reply is one to its parent.
    ///
    /// - Returns: the comment's id.
    /// - Throws: `unknownBook`; `unknownComment` for the parent; `emptyComment` without text and rating; `overlongComment`.
    @discardableResult
    public func add(_ comment: Comment, to book: BookSpecifier) throws(CatalogueError) -> Int64 {
        try write { db in
            var comment = comment
            let id: BookID
            if let parent = comment.parent {
                id = try db.place(&comment, below: parent)
            } else {
                id = try db.ensure(book)
            }
            let number = try db.insert(comment, on: id)
            try db.index(id)
            return number
        }
    }

    /// `nil` if there is no comment with this id, or it is private and not by `person`, the current user.
    public func comment(_ number: Int64, for person: String) throws(CatalogueError) -> Comment? {
        try read { db in try db.comments("comment.id = ?", number, for: person).first }
    }

    /// Comments on all editions of the book's work, the latest first; private ones only if they are by `person`, the
    /// current user.
    public func comments(on id: BookID, for person: String) throws(CatalogueError) -> [Comment] {
        try read { db in try db.comments(on: id, for: person) }
    }

    /// All comments by `writer`, the latest first; private ones only if that is `person`, the current user.
    public func comments(by writer: String, for person: String) throws(CatalogueError) -> [Comment] {
        try read { db in try db.comments("author = ?", writer, for: person) }
    }

    /// A portion of the comments on all editions of a book's work, the latest first.
    ///
    /// - Parameter position: where the portion before ended; `nil` for the first one.
    /// - Throws: `unknownBook`.
    package func comments(
        on book: BookSpecifier, for person: String, after position: CommentPosition?, most: Int
    ) throws(CatalogueError) -> CommentPortion {
        try read { db in
            let id = try db.existingID(of: book)
            let comments = try db.comments(on: id, for: person, after: position, limit: most + 1)
            return CommentPortion(comments, most: most)
        }
    }

    /// A portion of the comments by `writer`, the latest first.
    package func comments(
        by writer: String, for person: String, after position: CommentPosition?, most: Int
    ) throws(CatalogueError) -> CommentPortion {
        try read { db in
            let comments = try db.comments(
                "author = ?", writer, for: person, after: position, limit: most + 1)
            return CommentPortion(comments, most: most)
        }
    }

    /// Some of the comments by `writer`, the latest first, and the number of all.
    ///
    /// - Parameter first: how many come before.
    package func comments(
        by writer: String, for person: String, from first: Int, most: Int
    ) throws(CatalogueError) -> (comments: [Comment], count: Int) {
        try read { db in
            let isSeen = "author = ? AND (NOT private OR author = ?)"
            let count = try db.count("SELECT count(*) FROM comment WHERE \(isSeen)", writer, person)
            let comments = try db.comments(
                """
                comment.id IN (
                    SELECT id FROM comment WHERE \(isSeen) ORDER BY written DESC, id DESC LIMIT ? OFFSET ?)
                ORDER BY written DESC, comment.id DESC
                """, writer, person, most, first)
            return (comments, count)
        }
    }

    /// Replaces text, rating, language and flags of the stored comment. A private reply to a private comment of its own
    /// author stays private; what other people do with theirs changes no reply.
    ///
    /// - Throws: `unknownComment`; `someoneElses` if `comment.person` is not its author; `emptyComment`;
    ///   `overlongComment`.
    public func edit(_ comment: Comment, date: Date = .now) throws(CatalogueError) {
        try write { db in
            let book = try db.bookCommented(comment.id ?? 0, by: comment.person)
            try comment.check()
            try db.run(
                """
                UPDATE comment SET rating = ?, text = ?, language = ?, spoiler = ?,
                    private = ? OR private AND EXISTS (
                        SELECT 1 FROM comment AS parent
                        WHERE parent.id = comment.parent AND parent.private AND parent.author = comment.author),
                    edited = ?
                WHERE id = ?
                """, comment.rating?.halves, comment.text.tidiedLines, comment.language, comment.isSpoiler,
                comment.isPrivate,
                date.seconds, comment.id)
            try db.index(book)
        }
    }

    /// - Parameter orOthers: whether `person` is a moderator, who may remove anybody's public comments.
    /// - Throws: `unknownComment`; `someoneElses` if `person` is not its author.
    public func removeComment(
        _ number: Int64, by person: String, orOthers: Bool
    ) throws(CatalogueError) {
        try write { db in
            let book = try db.bookCommented(number, by: person, orOthers: orOthers)
            try db.run("DELETE FROM comment WHERE id = ?", number)
            try db.index(book)
        }
    }

    /// The latest public comments on all books.
    public func latestComments(limit: Int) throws(CatalogueError) -> [Comment] {
        try query { db in
            try db.comments("NOT private ORDER BY comment.id DESC LIMIT ?", limit)
        }
    }

    /// Removes all comments, readings, reservations and returned loans of a person, under all spellings of their name, and
    /// their name from inventories, also from the file's free space. `clearPageGaps` removes the last traces.
    public func forget(person: String) throws(CatalogueError) -> ForgottenPerson {
        try overwritingDeletedData { db in
            let forgotten = try db.forget(person)
            // The events, which are deleted as well, would have told the person's devices what is gone.
            try db.restartFeed()
            return forgotten
        }
    }
}

extension Database {
    package func forget(_ person: String) throws -> ForgottenPerson {
        let person = try joinSpellings(of: person)
        let books = try all("SELECT DISTINCT book FROM comment WHERE author = ?", person) {
            BookID($0["book"])
        }
        try run("DELETE FROM comment WHERE author = ?", person)
        let comments = changesCount
        let read = try count("SELECT count(DISTINCT book) FROM reading WHERE person = ?", person)
        try run("DELETE FROM reading WHERE person = ?", person)
        let loans = try forgetLoans(of: person)
        let sightings = try renameSightings(by: person, to: nil)
        try run("DELETE FROM personal_entry WHERE person = ?", person)
        try run("DELETE FROM event WHERE person = ?", person)
        try forgetChanges(of: person)
        for book in books { try index(book) }
        // The index keeps deleted words, also of comments removed before, until its segments are merged.
        try execute(sql: "INSERT INTO search (search) VALUES ('optimize')")
        try run("INSERT INTO upkeep (task) VALUES ('vacuum ' || hex(randomblob(8)))")
        return ForgottenPerson(
            comments: comments, readings: read, loans: loans.returned,
            reservations: loans.reservations, sightings: sightings, keptLoans: loans.kept)
    }
}

extension Rating {
    /// As stored: 0…10, with a fraction for quarter stars.
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
            INSERT INTO comment (book, author, rating, text, language, spoiler, private, written, day, edited, source,
                parent)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, id.value, comment.person.tidied ?? "", comment.rating?.halves, comment.text.tidiedLines,
            comment.language,
            comment.isSpoiler, comment.isPrivate, comment.written.seconds, comment.writtenOn?.description,
            comment.edited?.seconds,
            comment.source, comment.parent)
        return lastInsertedRowID
    }

    /// Makes a comment a reply to another one, or to the one that this replies to itself. It is private if that is.
    ///
    /// - Returns: the edition that it goes to.
    /// - Throws: `unknownComment` if there is no such parent, or the comment's author may not see it.
    func place(_ comment: inout Comment, below parent: Int64) throws -> BookID {
        let found = try first(
            "SELECT ifnull(parent, id) AS parent, book, private FROM comment WHERE id = ? AND (author = ? OR NOT private)",
            parent, comment.person
        ) { (parent: $0["parent"] as Int64, book: BookID($0["book"]), isPrivate: $0["private"] as Bool) }
        guard let found else { throw CatalogueError.unknownComment(parent) }
        comment.parent = found.parent
        comment.isPrivate = comment.isPrivate || found.isPrivate
        return found.book
    }

    fileprivate func bookCommented(
        _ number: Int64, by person: String, orOthers: Bool = false
    ) throws -> BookID {
        // The existence of a private comment is known to its author only.
        let found = try first(
            "SELECT book, author FROM comment WHERE id = ? AND (author = ? OR NOT private)", number, person
        ) { (book: BookID($0["book"]), person: $0["author"] as String) }
        guard let found else { throw CatalogueError.unknownComment(number) }
        guard orOthers || found.person == person else { throw CatalogueError.someoneElses(comment: number) }
        return found.book
    }

    func comments(
        on id: BookID, for person: String, after position: CommentPosition? = nil, limit: Int? = nil
    ) throws -> [Comment] {
        try comments(Self.ofWork, id.value, for: person, after: position, limit: limit)
    }

    func countComments(on id: BookID, for person: String) throws -> Int {
        try count(
            """
            SELECT count(*) FROM comment JOIN book ON book.id = comment.book
            WHERE \(Self.ofWork) AND (NOT private OR author = ?)
            """, id.value, person)
    }

    /// The comments on this edition that `person` can see.
    func commentTally(of id: BookID, for person: String) throws -> CommentTally {
        try first(
            """
            SELECT count(*) AS count, json_array(sum(id), max(coalesce(edited, written)), sum(length(text)),
                sum(rating), sum(private)) AS state
            FROM comment WHERE book = ? AND (NOT private OR author = ?)
            """, id.value, person
        ) { CommentTally(count: $0["count"], state: $0["state"]) } ?? CommentTally(count: 0, state: "")
    }

    /// Reads the comments on one book: by itself, SQLite may read all comments of a person.
    static let commentByBook = "comment INDEXED BY comment_book"

    static let ofWork = "book.work = (SELECT work FROM book WHERE id = ?)"

    /// For each book those on all editions of its work, the latest first.
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

    /// A person's public comments on these editions, without replies, the latest first.
    func comments(by person: String, onThese batch: CardBatch) throws -> [BookID: [Comment]] {
        try grouped(
            batch, Self.commentColumns,
            """
            book ON book.id = asked.value CROSS JOIN \(Self.commentByBook) ON comment.book = book.id
            WHERE author = ? AND NOT private AND comment.parent IS NULL ORDER BY written DESC, comment.id DESC
            """, [person]
        ) { Self.comment($0, from: 1) }
    }

    fileprivate func comments(
        _ condition: String, _ value: any DatabaseValueConvertible, for person: String,
        after position: CommentPosition? = nil, limit: Int? = nil
    ) throws -> [Comment] {
        try comments(
            """
            \(condition) AND (NOT private OR author = ?) AND (written, comment.id) < (?, ?)
            ORDER BY written DESC, comment.id DESC LIMIT ?
            """, value, person, position?.written ?? Int64.max, position?.id ?? Int64.max, limit ?? -1)
    }

    /// - Parameter rest: what follows WHERE.
    func comments(_ rest: String, _ values: (any DatabaseValueConvertible)?...) throws -> [Comment] {
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT \(Self.commentColumns) FROM comment JOIN book ON book.id = comment.book WHERE \(rest)
                    """), arguments: StatementArguments(values))
        return try Array(rows.map { Self.comment($0, from: 0) })
    }

    static let commentColumns = """
        comment.id, author, rating, text, comment.language, spoiler, private, written, edited, source, comment.book, \
        book.isbn, book.title, day, comment.parent
        """

    static func comment(_ row: Row, from first: Int) -> Comment {
        Comment(
            id: row[first], person: row[first + 1],
            rating: (row[first + 2] as Double?).flatMap { Rating(halves: $0) }, text: row[first + 3],
            language: row[first + 4], isSpoiler: row[first + 5], isPrivate: row[first + 6],
            written: Date(seconds: row[first + 7]),
            writtenOn: (row[first + 13] as String?).flatMap { PartialDate($0) },
            edited: (row[first + 8] as Int64?).map { Date(seconds: $0) }, source: row[first + 9],
            parent: row[first + 14], book: BookID(row[first + 10]), isbn: isbn(row[first + 11]),
            bookTitle: row[first + 12])
    }
}
