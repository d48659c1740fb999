// Works in the order of what people do with them: rate, discuss, list or photograph.
import Books
import Foundation
internal import GRDB

/// What works are ranked by, and which count.
public struct TopQuery: Hashable, Sendable {
    public enum Measure: String, Hashable, Sendable, CaseIterable {
        /// The Bayesian average of public ratings, see `Store.top`.
        case rating
        /// The number of public comments with a text.
        case comments
        /// The number of lists that an edition is on.
        case lists
        /// The number of times that a copy was lent.
        case loans
        /// The number of photos that show an edition.
        case scans
    }

    public var measure: Measure
    /// Only what was rated, written, listed, lent or photographed from this day, month or year on.
    public var since: PartialDate?
    /// Where it begins, for what has a moment. A comment of which only the day is known has the same day everywhere.
    public var zone: TimeZone
    /// Only works with an edition in this language: an ISO 639 code of two or three letters.
    public var language: String?
    /// Whether personal lists count, too. On a site they would tell that somebody has put the work on one.
    public var countsPersonalLists: Bool
    public var limit: Int

    public init(
        _ measure: Measure, since: PartialDate? = nil, in zone: TimeZone = .gmt, language: String? = nil,
        countsPersonalLists: Bool = true, limit: Int
    ) {
        (self.measure, self.since, self.language, self.limit) = (measure, since, language, limit)
        self.zone = zone
        self.countsPersonalLists = countsPersonalLists
    }
}

/// A work in a ranking.
public struct RankedBook: Hashable, Sendable {
    /// One of its editions.
    public var book: Book
    /// What the order is by: the weighted rating, 0…5, or the count.
    public var score: Double
    /// Of ratings, comments, lists, loans or photos.
    public var count: Int
    /// 0…5, the mean of each user's latest public rating; `nil` unless works are ranked by rating.
    public var average: Double?
}

extension Store {
    /// How many ratings with the mean of all works are added to each work's own.
    static let priorRatings = 5.0

    /// The highest score first, then the highest count, then the work that came first.
    ///
    /// Ratings are weighted by the Bayesian average (C·m + Σr) / (C + n): m is the mean of all ratings, n and Σr are the
    /// work's own count and sum, and C is `priorRatings`. So a single five-star rating does not rank above many four-star
    /// ones. It is the weighted rating that IMDb states for its Top 250, v / (v + m) · R + m / (v + m) · C
    /// (https://www.imdb.com/chart/top/), with other letters.
    public func top(_ query: TopQuery) throws(CatalogueError) -> [RankedBook] {
        let isRating = query.measure == .rating
        let mean = "SELECT 1.0 * sum(total) / sum(count) AS rating FROM sums"
        let language = query.language.map { LanguageCode.shortest($0) ?? $0 }
        let inLanguage = "SELECT book FROM book_term WHERE kind = 'language' AND value = ?2"
        return try read { db in
            let rows = try db.all(
                """
                WITH sums AS (\(query.sums)),
                    best AS (SELECT work, total, count,
                            \(isRating ? "(\(Self.priorRatings) * rating + total) / (\(Self.priorRatings) + count) / 2" : "1.0 * count") AS score
                        FROM sums\(isRating ? ", (\(mean))" : "") WHERE ?2 IS NULL OR work IN (SELECT work FROM book WHERE id IN (\(inLanguage)))
                        ORDER BY score DESC, count DESC, work LIMIT ?4)
                SELECT (SELECT id FROM book WHERE book.work = best.work
                        ORDER BY ?2 NOT NULL AND id NOT IN (\(inLanguage)), title IS NULL, id LIMIT 1) AS book,
                    total / 2.0 / count AS average, count, score
                FROM best ORDER BY score DESC, count DESC, work
                """, query.since?.beginning(in: query.zone)?.seconds, language,
                query.since?.description, query.limit
            ) { (BookID($0["book"]), $0["average"] as Double?, $0["count"] as Int, $0["score"] as Double) }
            let books = try db.existingBooks(rows.map(\.0))
            return zip(books, rows).map { book, row in
                RankedBook(book: book, score: row.3, count: row.2, average: row.1)
            }
        }
    }
}

extension TopQuery {
    /// Whether a comment counts. The first condition, which all of them meet, needs no more than an index.
    private static let isCounted = """
        written >= coalesce(?1, 0) - 86400
            AND CASE WHEN day IS NULL THEN written >= coalesce(?1, 0) ELSE day >= coalesce(?3, '') END
        """

    /// Each work with its count, and the sum of its ratings in half stars. `?1` is the moment from which on things count,
    /// `?3` the day.
    fileprivate var sums: String {
        switch measure {
        case .rating where since == nil: "SELECT work, total, count FROM work_rating"
        case .rating:
            """
            SELECT work, sum(rating) AS total, count(*) AS count
            FROM (SELECT work, rating, max(comment.id) FROM comment JOIN book ON book.id = comment.book
                WHERE NOT private AND rating NOT NULL AND \(Self.isCounted) GROUP BY work, author) GROUP BY work
            """
        case .comments:
            """
            SELECT work, NULL AS total, sum(comments) AS count
            FROM (SELECT book, count(*) AS comments FROM comment INDEXED BY comment_text
                    WHERE NOT private AND text <> '' AND \(Self.isCounted) GROUP BY book) AS said
                JOIN book ON book.id = said.book GROUP BY work
            """
        case .lists:
            """
            SELECT work, NULL AS total, count(*) AS count
            FROM (SELECT book, added FROM list_entry
                    \(countsPersonalLists ? "UNION ALL SELECT book, added FROM personal_entry" : "")) AS entry
                JOIN book ON book.id = entry.book
            WHERE entry.added >= coalesce(?1, 0) GROUP BY work
            """
        case .loans:
            """
            SELECT work, NULL AS total, sum(loans) AS count
            FROM (SELECT copy, count(*) AS loans FROM loan INDEXED BY loan_copy
                    WHERE lent >= coalesce(?1, 0) GROUP BY copy) AS lending
                JOIN copy ON copy.id = lending.copy JOIN book ON book.id = copy.book GROUP BY work
            """
        case .scans:
            """
            SELECT work, NULL AS total, count(DISTINCT photo_isbn.sha256) AS count
            FROM photo_isbn JOIN book ON book.isbn = photo_isbn.isbn
                \(since == nil ? "" : "JOIN photo INDEXED BY photo_date USING (sha256, page) WHERE photo.date >= ?1")
            GROUP BY work
            """
        }
    }
}
