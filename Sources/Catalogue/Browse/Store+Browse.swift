// Reads the catalogue page by page: the cost of a page does not grow with what comes before it.
import Books
import Foundation
internal import GRDB

extension Store {
    /// The books after or before a place, in their order.
    ///
    /// - Parameters:
    ///   - position: where the page begins; `nil` for the first page.
    ///   - isBackwards: whether the page ends there instead.
    ///   - size: books of a page, at least one.
    public func browse(
        _ query: BrowseQuery, from position: BrowsePosition? = nil, isBackwards: Bool = false, size: Int
    ) throws(CatalogueError) -> BrowsePage {
        try read { db in
            let filters = try db.filters(of: query)
            let most = filters.count > 1 ? BookFilter.mostCountedOfSeveral : BookFilter.mostCounted
            let count = try db.count(of: filters, most: most)
            let rows = try db.rows(
                filters, query.sort, from: position, isBackwards: isBackwards, limit: size + 1,
                isGathered: count <= min(most, BookFilter.mostGathered))
            let hasMore = rows.count > size
            let shown = isBackwards ? rows.prefix(size).reversed() : Array(rows.prefix(size))
            // All books are counted quickly.
            let isCut = !filters.isEmpty && count > most
            return BrowsePage(
                ids: shown.map(\.id), count: isCut ? most : count, isCountCut: isCut,
                next: isBackwards || hasMore ? shown.last?.position : nil,
                previous: (isBackwards ? hasMore : position != nil) ? shown.first?.position : nil)
        }
    }
}

/// A condition on a book, in SQL.
private struct BookFilter {
    /// Selects the books that meet it, each once; `nil` where those are too many to go through.
    var source: String?
    /// Whether `place.book` meets it.
    var check: String
    /// The values of each of the two.
    var values: [any DatabaseValueConvertible]
    /// Whether `check` reads further columns of `place`.
    var readsOrder = false

    /// A larger number of books is not told exactly.
    static let mostCounted = 10_000
    /// Of several filters each book must be looked up in each.
    static let mostCountedOfSeveral = 2000
    /// So many at most are read and sorted; of more, a page is found sooner by following the order's index.
    static let mostGathered = 4000
}

extension Database {
    fileprivate func filters(of query: BrowseQuery) throws -> [BookFilter] {
        var filters: [BookFilter] = []
        /// The books in a table's rows.
        func require(_ table: String, _ condition: String, _ values: any DatabaseValueConvertible...) {
            filters.append(
                BookFilter(
                    source: "SELECT DISTINCT book FROM \(table) WHERE \(condition)",
                    check:
                        "EXISTS (SELECT 1 FROM \(table) WHERE \(condition) AND \(table).book = place.book)",
                    values: values))
        }
        if let list = query.list {
            let name = ListName(list)
            if let state = name?.state {
                require("reading", "person = ? AND state = ?", query.person, state.rawValue)
            } else {
                require("list_entry", "list = ?", try listID(list) ?? 0)
            }
        }
        if let list = query.ownList {
            require("personal_entry", "person = ? AND key = ?", query.person, ListName(list)?.key ?? "")
        }
        if let reader = query.reader { require("reading", "person = ?", reader) }
        if let place = query.place { require("copy", "place = ? AND gone IS NULL", place) }
        for (kind, value) in query.terms.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            require("book_term", "kind = ? AND value = ?", kind.rawValue, value)
        }
        if let years = query.years {
            let values = [-Int64(years.upperBound), -Int64(years.lowerBound)]
            filters.append(
                BookFilter(
                    source: "SELECT book FROM book_order WHERE year_rank BETWEEN ? AND ?",
                    check: "place.year_rank BETWEEN ? AND ?", values: values, readsOrder: true))
        }
        if query.isLent {
            let list = try listID(BrowseQuery.lent) ?? 0
            let source = """
                SELECT book FROM list_entry WHERE list = ?
                UNION SELECT book FROM personal_entry WHERE person = ? AND key = ?
                """
            filters.append(
                BookFilter(
                    source: source, check: "place.book IN (\(source))",
                    values: [list, query.person, BrowseQuery.lent]))
        }
        if query.isUnread {
            filters.append(
                BookFilter(
                    source: nil,
                    check: """
                        NOT EXISTS (SELECT 1 FROM reading WHERE reading.book = place.book AND person = ? AND state = ?)
                        """, values: [query.person, ReadingStatus.State.read.rawValue]))
        }
        return try sortedBySize(filters)
    }

    /// Those with the fewest books first.
    private func sortedBySize(_ filters: [BookFilter]) throws -> [BookFilter] {
        guard filters.count > 1 else { return filters }
        return try filters.map { filter in
            guard let source = filter.source else { return (filter, Int.max) }
            return (
                filter, try count(source, StatementArguments(filter.values), most: BookFilter.mostCounted)
            )
        }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// How many books meet all filters; of many, only that there are more than `most`.
    fileprivate func count(of filters: [BookFilter], most: Int) throws -> Int {
        guard let first = filters.first else {
            return try count("SELECT count(*) FROM book_order")
        }
        let rest = filters.dropFirst()
        guard let source = first.source, !rest.contains(where: \.readsOrder) else {
            let (from, values) = Self.from(filters, along: nil)
            return try count("SELECT 1 FROM \(from)", values, most: most)
        }
        let checks = (["1"] + rest.map(\.check)).joined(separator: " AND ")
        let values = filters.map { StatementArguments($0.values) }.reduce(StatementArguments(), +)
        return try count("SELECT 1 FROM (\(source)) AS place WHERE \(checks)", values, most: most)
    }

    private func count(_ sql: String, _ values: StatementArguments, most: Int) throws -> Int {
        let sql = "SELECT count(*) FROM (\(sql) LIMIT ?)"
        return try Int.fetchOne(cachedStatement(sql: sql), arguments: values + [most + 1]) ?? 0
    }

    /// What follows FROM, up to the last condition.
    ///
    /// - Parameter sort: the order whose index is followed; `nil` to begin with the books that meet the first filter.
    private static func from(
        _ filters: [BookFilter], along sort: BrowseQuery.Sort?
    ) -> (sql: String, values: StatementArguments) {
        var (rest, values) = (filters[...], StatementArguments())
        var from = "book_order AS place" + (sort.map { " INDEXED BY book_order_\($0.rawValue)" } ?? "")
        if sort == nil, let first = rest.first, let source = first.source {
            from = "(\(source)) AS found CROSS JOIN book_order AS place ON place.book = found.book"
            values += StatementArguments(first.values)
            rest = rest.dropFirst()
        }
        for filter in rest { values += StatementArguments(filter.values) }
        return ("\(from) WHERE \((["1"] + rest.map(\.check)).joined(separator: " AND "))", values)
    }

    fileprivate func rows(
        _ filters: [BookFilter], _ sort: BrowseQuery.Sort, from position: BrowsePosition?, isBackwards: Bool,
        limit: Int, isGathered: Bool
    ) throws -> [(id: BookID, position: BrowsePosition)] {
        let columns = sort.columns.map { "place.\($0.name)" }
        var (from, values) = Self.from(filters, along: isGathered ? nil : sort)
        if let position {
            let places = columns.map { _ in "?" }.joined(separator: ", ")
            from += " AND (\(columns.joined(separator: ", "))) \(isBackwards ? "<" : ">") (\(places))"
            values += StatementArguments(position.keys.map(\.databaseValue))
        }
        let order = columns.map { isBackwards ? "\($0) DESC" : $0 }.joined(separator: ", ")
        let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(from) ORDER BY \(order) LIMIT ?"
        let rows = try Row.fetchAll(cachedStatement(sql: sql), arguments: values + [limit])
        return rows.map { row in
            let keys = sort.columns.enumerated().map { place, column in
                column.isText
                    ? BrowsePosition.Key.bytes(row[place]) : BrowsePosition.Key.number(row[place])
            }
            return (BookID(row[columns.count - 1]), BrowsePosition(keys: keys))
        }
    }
}

extension BrowsePosition.Key {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .number(let number): number.databaseValue
        case .bytes(let bytes): bytes.databaseValue
        }
    }
}
