// Which column contains what: by the program that wrote the table, by header, or by options.
import Books
import Catalogue
import Output

/// The columns of a table.
package struct TableLayout: Sendable {
    package let header: [String]
    /// The program whose table it is; `nil` for an unknown program, and for this program's own tables.
    let dialect: TableDialect?
    /// Whether this program wrote the table, so that its cells are exact.
    let isOwn: Bool
    private var columns: [TableColumn: [Int]] = [:]
    private let headers: [String: Int]
    /// For columns with dates, whether the day is before the month; missing if unknown.
    private(set) var isDayFirst: [Int: Bool] = [:]
    /// For columns with ratings; missing if it is 5.
    private(set) var ratingScales: [Int: RatingScale] = [:]
    private var widths = RowWidths()

    /// A header without differences in spelling.
    static func folded(_ header: String) -> String {
        header.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// - Parameter named: headers of columns that are given instead of detected, as in the table.
    /// - Throws: `noColumn` if one of them is not in the table, `noISBNColumn` if there is no column of ISBNs, nor of
    ///   titles and authors.
    package init(header: [String], named: [TableColumn: String] = [:]) throws(CatalogueError) {
        let plain = header.map(Self.folded)
        self.header = header
        headers = Dictionary(zip(plain, plain.indices)) { first, _ in first }
        dialect = nil
        isOwn = plain.contains("originalscriptnames") && plain.contains("readings")
        for column in TableColumn.allCases {
            if let name = named[column] {
                guard let place = header.firstIndex(of: name) else { throw .noColumn(name, header: header) }
                columns[column] = [place]
            } else {
                let taken = plain.indices.filter { place in
                    column.headers.contains(plain[place]) && !named.values.contains(header[place])
                }
                if !taken.isEmpty { columns[column] = taken }
            }
        }
        // Another program's column with that name has another form.
        if !isOwn, named[.readings] == nil { columns[.readings] = nil }
        guard hasISBNs || (columns[.title] != nil && columns[.authors] != nil) else {
            throw .noISBNColumn(header: header)
        }
    }

    init(header: [String], of dialect: TableDialect) {
        let plain = header.map(Self.folded)
        self.header = header
        headers = Dictionary(zip(plain, plain.indices)) { first, _ in first }
        self.dialect = dialect
        isOwn = false
        for (header, column) in dialect.columns {
            if let place = headers[Self.folded(header)] { columns[column, default: []].append(place) }
        }
        columns = columns.mapValues { $0.sorted() }
    }

    /// If false, books in a table of an unknown program have only title and authors.
    package var hasISBNs: Bool { columns[.isbn] != nil || dialect != nil }

    func place(of header: String) -> Int? { headers[Self.folded(header)] }

    func places(of column: TableColumn) -> [Int] { columns[column, default: []] }

    /// Whether the last row of a file, which has no line end, is not the whole row. A spreadsheet may leave out empty cells
    /// at the end of rows, a program writes all of its columns.
    func cutsOff(_ record: DelimitedRecord) -> Bool {
        record.fields.count < header.count && widths.areRegular && (dialect != nil || widths.full > 0)
    }

    /// Whether cells of a row are missing which nearly all rows have, as where a line is broken.
    func lacksFields(_ record: DelimitedRecord) -> Bool {
        record.fields.count < header.count && !record.isUnended && widths.areRegular
    }

    /// Reads all cells to determine the order of dates, the best rating, and which columns are not imported.
    ///
    /// - Parameter rows: are read to their end.
    /// - Returns: the headers of columns that have values and are not imported.
    /// - Throws: `unreadable`.
    mutating func survey(_ rows: inout DelimitedReader) throws(CatalogueError) -> [String] {
        let taken = Set(columns.values.joined()).union(dialect?.taken.compactMap(place(of:)) ?? [])
        let dates = [TableColumn.started, .date, .reviewed].flatMap(places(of:))
        // Of other tables it is known.
        let ratings = dialect == nil && !isOwn ? [TableColumn.rating, .average].flatMap(places(of:)) : []
        var left = Set(header.indices.filter { !taken.contains($0) })
        var found: [String] = []
        var orders: [Int: Set<Bool>] = [:]
        var numbers: [Int: [Double]] = [:]
        while let record = try rows.next() {
            widths.add(record, header: header.count)
            for place in left where record.fields.indices.contains(place) {
                if record.fields[place].allSatisfy(\.isWhitespace) { continue }
                left.remove(place)
                found.append(header[place])
            }
            for place in dates where record.fields.indices.contains(place) {
                guard case .date(_, let isDayFirst?) = DateCell(record.fields[place]) else { continue }
                orders[place, default: []].insert(isDayFirst)
            }
            for place in ratings where record.fields.indices.contains(place) {
                guard let rating = RatingCell.number(record.fields[place]) else { continue }
                numbers[place, default: []].append(rating)
            }
        }
        let all = orders.values.reduce(into: Set()) { $0.formUnion($1) }
        for place in dates {
            let own = orders[place, default: []]
            // A program writes all dates of a table in the same order.
            isDayFirst[place] = own.count == 1 ? own.first : own.isEmpty && all.count == 1 ? all.first : nil
        }
        ratingScales = numbers.mapValues(RatingScale.init(of:)).filter { $0.value != .five }
        return header.filter(found.contains)
    }

    /// The values of a cell.
    func parts(of cell: String, in column: TableColumn) -> [String] {
        if isOwn { return CellText.escapedParts(cell) }
        guard let separator = dialect?.separators[column] else { return CellText.parts(cell) }
        if separator.isEmpty { return [cell.tidied].compactMap(\.self) }
        if separator.unicodeScalars.count == 1 {
            return CellText.split(cell, at: separator).compactMap(\.tidied)
        }
        return cell.split(separator: separator).compactMap { String($0).tidied }
    }

    func names(_ cell: String) -> [String] { isOwn ? CellText.escapedParts(cell) : CellText.names(cell) }
}

/// How many of a table's rows have all fields of its header.
private struct RowWidths {
    private(set) var (full, short) = (0, 0)

    /// Whether nine of ten rows have all, so that one with fewer is damaged.
    var areRegular: Bool { short * 10 <= full + short }

    /// - Parameter header: how many fields that has.
    mutating func add(_ record: DelimitedRecord, header: Int) {
        if record.isOverlong || record.isUnclosed || record.isUnended { return }
        if record.fields.count < header { short += 1 } else { full += 1 }
    }
}
