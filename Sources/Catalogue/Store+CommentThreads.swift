// Comments with their replies, in portions.
import Books
internal import GRDB

extension Store {
    /// Threads of comments on all editions of the book's work.
    ///
    /// - Parameter first: how many come before.
    package func threads(
        on id: BookID, for person: String, from first: Int, most: Int, mostReplies: Int
    ) throws(CatalogueError) -> CommentThreads {
        try read { db in
            var found = CommentThreads()
            found.count = try db.countThreads(on: id, for: person)
            (found.meanRating, found.raters) = try db.rating(of: id)
            if first < found.count {
                found.threads = try db.threads(on: id, for: person, from: first, most: most)
                try db.addReplies(to: &found, for: person, from: 0, most: mostReplies)
            }
            return found
        }
    }

    /// One thread on the book's work, and a portion of its replies.
    ///
    /// - Parameter first: how many replies come before.
    /// - Returns: `nil` if the reader sees no such thread.
    package func thread(
        _ number: Int64, on id: BookID, for person: String, from first: Int, most: Int
    ) throws(CatalogueError) -> CommentThreads? {
        try read { db in
            guard let comment = try db.thread(number, on: id, for: person) else { return nil }
            var found = CommentThreads()
            found.threads = [comment]
            found.count = try db.countThreads(on: id, for: person)
            (found.meanRating, found.raters) = try db.rating(of: id)
            try db.addReplies(to: &found, for: person, from: first, most: most)
            return found
        }
    }
}

extension Database {
    /// Of comments on a book's work; its values are the book and twice the reader.
    private static let areThreads = """
        comment JOIN book ON book.id = comment.book
        WHERE \(ofWork) AND (NOT private OR author = ?) AND NOT EXISTS (
            SELECT 1 FROM comment AS parent
            WHERE parent.id = comment.parent AND (NOT parent.private OR parent.author = ?))
        """

    fileprivate func countThreads(on id: BookID, for person: String) throws -> Int {
        try count("SELECT count(*) FROM \(Self.areThreads)", id.value, person, person)
    }

    /// `max` determines the row of the rating.
    fileprivate func rating(of id: BookID) throws -> (mean: Double?, raters: Int) {
        try first(
            """
            SELECT avg(rating) AS mean, count(*) AS raters FROM (
                SELECT rating, max(comment.id) FROM comment JOIN book ON book.id = comment.book
                WHERE \(Self.ofWork) AND NOT private AND rating NOT NULL GROUP BY author)
            """, id.value
        ) { (mean: ($0["mean"] as Double?).map { $0 / 2 }, raters: $0["raters"] as Int) } ?? (nil, 0)
    }

    /// Sorts numbers, as texts may be long.
    fileprivate func threads(on id: BookID, for person: String, from first: Int, most: Int) throws
        -> [Comment]
    {
        try comments(
            """
            comment.id IN (
                SELECT comment.id FROM \(Self.areThreads)
                ORDER BY written DESC, comment.id DESC LIMIT ? OFFSET ?)
            ORDER BY written DESC, comment.id DESC
            """, id.value, person, person, most, first)
    }

    fileprivate func thread(_ number: Int64, on id: BookID, for person: String) throws -> Comment? {
        try comments(
            "comment.id IN (SELECT comment.id FROM \(Self.areThreads) AND comment.id = ?)", id.value, person,
            person, number
        ).first
    }

    /// Those of each thread, the earliest first.
    ///
    /// - Parameter start: how many of each thread come before.
    fileprivate func addReplies(
        to found: inout CommentThreads, for person: String, from start: Int, most: Int
    ) throws {
        let threads = "[\(found.threads.compactMap(\.id).map { "\($0)" }.joined(separator: ","))]"
        let areReplies = """
            FROM comment WHERE parent IN (SELECT value FROM json_each(?)) AND (NOT private OR author = ?)
            """
        let replies = try comments(
            """
            comment.id IN (
                SELECT id FROM (
                    SELECT id, row_number() OVER (PARTITION BY parent ORDER BY written, id) AS place \(areReplies))
                WHERE place > ? AND place - ? <= ?)
            ORDER BY written, comment.id
            """, threads, person, start, start, most)
        found.replies = Dictionary(grouping: replies) { $0.parent ?? 0 }
        let counts = try all(
            "SELECT parent, count(*) AS count \(areReplies) GROUP BY parent", threads, person
        ) { ($0["parent"] as Int64, $0["count"] as Int) }
        found.replyCounts = Dictionary(uniqueKeysWithValues: counts)
    }
}

extension Database {
    /// Of a comment that came back: a reply to it or by it is one to its parent, and on the parent's edition.
    ///
    /// - Returns: the books from which and to which replies went.
    func alignReplies(of comment: Int64) throws -> Set<BookID> {
        try run(
            """
            UPDATE comment SET parent = (SELECT parent FROM comment AS above WHERE above.id = comment.parent)
            WHERE parent = ?1 AND (SELECT parent FROM comment WHERE id = ?1) NOT NULL
            """, comment)
        let apart = try all(
            """
            SELECT comment.id AS id, comment.book AS old, above.book AS new
            FROM comment JOIN comment AS above ON above.id = comment.parent
            WHERE (comment.id = ?1 OR comment.parent = ?1
                OR comment.parent = (SELECT parent FROM comment WHERE id = ?1)) AND comment.book <> above.book
            """, comment
        ) { (id: $0["id"] as Int64, old: $0["old"] as Int64, new: $0["new"] as Int64) }
        for reply in apart { try run("UPDATE comment SET book = ? WHERE id = ?", reply.new, reply.id) }
        return Set(apart.flatMap { [BookID($0.old), BookID($0.new)] })
    }
}
