// Which books the people here like best.
import Books
import Foundation
internal import GRDB

/// A work as the people here rate it.
public struct LikedBook: Hashable, Sendable {
    /// One of its editions.
    public var book: Book
    /// 0…5, of each person's latest open rating.
    public var average: Double
    public var count: Int
    /// 0…5, see `Store.bestLiked`.
    public var weighted: Double
}

extension Store {
    /// So many ratings of the mean of all works each work is given before its own count.
    static let priorRatings = 5.0

    /// The best first, by the Bayesian average (C·m + Σr) / (C + n) that IMDb made known as its weighted rating: m the mean
    /// of all works' ratings, n and Σr the work's own, C `priorRatings`. A single five stars so does not stand above many
    /// fours.
    public func bestLiked(limit: Int) throws(CatalogueError) -> [LikedBook] {
        try read { db in
            let rows = try db.all(
                """
                WITH latest AS (SELECT work, author, rating, max(comment.id) FROM comment JOIN book ON book.id = book
                        WHERE NOT private AND rating NOT NULL GROUP BY work, author),
                    mean AS (SELECT avg(rating) AS rating FROM latest)
                SELECT (SELECT id FROM book WHERE book.work = latest.work ORDER BY title IS NULL, id LIMIT 1) AS book,
                    avg(latest.rating) / 2 AS average, count(*) AS count,
                    (? * mean.rating + sum(latest.rating)) / (? + count(*)) / 2 AS weighted
                FROM latest, mean GROUP BY work ORDER BY weighted DESC, count DESC, book LIMIT ?
                """, Self.priorRatings, Self.priorRatings, limit
            ) { (BookID($0["book"]), $0["average"] as Double, $0["count"] as Int, $0["weighted"] as Double) }
            return try rows.map { id, average, count, weighted in
                LikedBook(book: try db.existingBook(id), average: average, count: count, weighted: weighted)
            }
        }
    }
}
