// Counts of what the store holds.
import Books
internal import GRDB

/// What books, photos or readings are counted by.
public enum StatisticsKey: String, Hashable, Sendable, CaseIterable {
    /// Books by the year of the edition.
    case year
    /// Books by the two-letter code of their language.
    case language
    case publisher
    /// Books by the registration group of their ISBN, such as a country.
    case group
    /// Books by where a part of their data comes from; a book may have several sources.
    case source
    /// Photos by the result of their scan.
    case outcome
    /// Readings that are finished, by the month or year of their end.
    case reading

    /// Whether the values have an order of their own; otherwise the highest count comes first.
    public var isChronological: Bool { self == .year || self == .reading }
}

/// How many have a value.
public struct StatisticsCount: Hashable, Sendable {
    /// `nil` for those of which it is not known.
    public var value: String?
    public var count: Int

    public init(value: String?, count: Int) { (self.value, self.count) = (value, count) }
}

extension Store {
    /// In the order of the values or of the counts, see `StatisticsKey`; those without a value are last.
    public func statistics(by key: StatisticsKey) throws(CatalogueError) -> [StatisticsCount] {
        let counts = try read { db in
            guard let counting = key.counting else { return try db.booksByGroup() }
            return try db.all("SELECT \(counting)") {
                StatisticsCount(value: $0["value"], count: $0["count"])
            }
        }
        return counts.sorted { one, other in
            guard let left = one.value, let right = other.value else { return one.value != nil }
            if !key.isChronological, one.count != other.count { return one.count > other.count }
            return left < right
        }
    }
}

extension StatisticsKey {
    /// What follows SELECT; `nil` for groups, which are not in the database.
    fileprivate var counting: String? {
        switch self {
        case .year: "CAST(year AS TEXT) AS value, count(*) AS count FROM book GROUP BY year"
        case .language:
            """
            value, count FROM term WHERE kind = 'language'
            UNION ALL SELECT NULL, rest FROM (SELECT (SELECT count(*) FROM book)
                - (SELECT coalesce(sum(count), 0) FROM term WHERE kind = 'language') AS rest) WHERE rest > 0
            """
        case .publisher: "publisher AS value, count(*) AS count FROM book GROUP BY publisher"
        case .source:
            """
            source AS value, count(DISTINCT book.id) AS count
            FROM book LEFT JOIN origin ON origin.book = book.id GROUP BY source
            """
        case .outcome: "nullif(status, '') AS value, count FROM photo_status WHERE count > 0"
        case .reading:
            "substr(ended, 1, 7) AS value, count(*) AS count FROM reading WHERE state = 'read' GROUP BY value"
        case .group: nil
        }
    }
}

extension Database {
    fileprivate func booksByGroup() throws -> [StatisticsCount] {
        var counts: [String?: Int] = [:]
        for isbn in try all("SELECT isbn FROM book", decode: { $0["isbn"] as Int64? }) {
            let name = isbn.flatMap { ISBN(value: UInt64($0))?.registrationGroupName }
            counts[name, default: 0] += 1
        }
        return counts.map { StatisticsCount(value: $0.key, count: $0.value) }
    }
}
