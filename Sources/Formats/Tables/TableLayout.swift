// Which column contains what: by header, or as given by options.
import Books
import Catalogue
import Output

/// Where a table's columns are.
package struct TableLayout: Sendable {
    package let header: [String]
    /// The table has the marks of a Goodreads export.
    package let isGoodreads: Bool
    /// The table is one that this program wrote: its cells are exact.
    let isOwn: Bool
    private var places: [TableColumn: [Int]] = [:]
    /// Whether its dates are those of reading, and not of a review.
    let saysWhenRead: Bool
    /// Of columns with dates, whether the day stands before the month; none where that is not known.
    private var isDayFirst: [Int: Bool] = [:]

    /// - Parameter named: headers to take for a column instead of a guess, as they stand in the table.
    /// - Throws: `noColumn` when a named one is not there, `noISBNColumn` when there is none for ISBNs, nor for
    ///   titles and authors.
    package init(header: [String], named: [TableColumn: String] = [:]) throws(CatalogueError) {
        self.header = header
        let plain = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        for column in TableColumn.allCases {
            if let name = named[column] {
                guard let place = header.firstIndex(of: name) else { throw .noColumn(name, header: header) }
                places[column] = [place]
            } else {
                let taken = plain.indices.filter { place in
                    column.headers.contains(plain[place]) && !named.values.contains(header[place])
                }
                if !taken.isEmpty { places[column] = taken }
            }
        }
        // Elsewhere a `book_id` is a number of that table's own.
        saysWhenRead = !plain.contains("reviewdate")
        isOwn = plain.contains("originalscriptnames") && plain.contains("readings")
        // Another program's column of that name is in another form.
        if !isOwn, named[.readings] == nil { places[.readings] = nil }
        isGoodreads = plain.contains("exclusiveshelf") && plain.contains("bookid")
        if isGoodreads, let place = plain.firstIndex(of: "bookid") { places[.goodreads] = [place] }
        guard hasISBNs || (places[.title] != nil && places[.authors] != nil) else {
            throw .noISBNColumn(header: header)
        }
    }

    /// Without them books are known by title and authors alone.
    package var hasISBNs: Bool { places[.isbn] != nil }

    /// Looks at all that the columns hold: which way round their dates are, and what is not taken.
    ///
    /// - Parameter rows: are read to their end.
    /// - Returns: the headers of the columns that hold something and are not taken.
    /// - Throws: `unreadable`.
    mutating func survey(_ rows: inout DelimitedReader) throws(CatalogueError) -> [String] {
        let taken = Set(places.values.joined())
        let dates = [TableColumn.started, .date].flatMap { places[$0, default: []] }
        var left = Set(header.indices.filter { !taken.contains($0) })
        var found: [String] = []
        var orders: [Int: Set<Bool>] = [:]
        while let record = try rows.next() {
            for place in left where record.fields.indices.contains(place) {
                if record.fields[place].allSatisfy(\.isWhitespace) { continue }
                left.remove(place)
                found.append(header[place])
            }
            for place in dates where record.fields.indices.contains(place) {
                guard case .date(_, let isDayFirst?) = DateCell(record.fields[place]) else { continue }
                orders[place, default: []].insert(isDayFirst)
            }
        }
        let all = orders.values.reduce(into: Set()) { $0.formUnion($1) }
        for place in dates {
            let own = orders[place, default: []]
            // One program writes all of a table's dates the same way.
            isDayFirst[place] = own.count == 1 ? own.first : own.isEmpty && all.count == 1 ? all.first : nil
        }
        return header.filter(found.contains)
    }

    /// A column's date as far as the table tells it.
    enum DateReading: Hashable {
        case date(PartialDate)
        /// The year alone.
        case ambiguous(PartialDate, cell: String)
        case unknown(cell: String)
    }

    /// `nil` where the cell is empty.
    func date(_ column: TableColumn, in record: DelimitedRecord) -> DateReading? {
        for place in places[column, default: []] {
            guard let cell = value(at: place, in: record) else { continue }
            switch DateCell(cell) {
            case .date(let date, _): return .date(date)
            case .unknown: return .unknown(cell: cell)
            case .either(let dayFirst, let monthFirst):
                if let isDayFirst = isDayFirst[place] { return .date(isDayFirst ? dayFirst : monthFirst) }
                return PartialDate(dayFirst.description.prefix(4)).map { .ambiguous($0, cell: cell) }
            }
        }
        return nil
    }

    private func value(at place: Int, in record: DelimitedRecord) -> String? {
        guard record.fields.indices.contains(place) else { return nil }
        let value = FormulaGuard.unguarded(record.fields[place])
        return value.allSatisfy(\.isWhitespace) ? nil : value
    }

    /// Every one that is there and not empty, from left to right.
    func values(_ column: TableColumn, in record: DelimitedRecord) -> [String] {
        places[column, default: []].compactMap { value(at: $0, in: record) }
    }

    /// The first that is not empty.
    func value(_ column: TableColumn, in record: DelimitedRecord) -> String? {
        values(column, in: record).first
    }

    /// Several values of a cell.
    func parts(_ cell: String) -> [String] { isOwn ? CellText.escapedParts(cell) : CellText.parts(cell) }

    func names(_ cell: String) -> [String] { isOwn ? CellText.escapedParts(cell) : CellText.names(cell) }
}
