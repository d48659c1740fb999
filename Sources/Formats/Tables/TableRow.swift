// One row of a table, with what is known of its columns.
import Books
import Catalogue
import Output

struct TableRow {
    let record: DelimitedRecord
    let layout: TableLayout

    /// The cell under a header, as it stands in tables of the program; `nil` where it is empty.
    subscript(header: String) -> String? { layout.place(of: header).flatMap(value(at:)) }

    /// - Throws: what is wrong with the row as a whole.
    func check() throws(RefusedRow.Reason) {
        if record.isOverlong { throw .overlong(limit: DelimitedReader.limit) }
        if record.isUnclosed { throw .unclosedQuote }
        guard record.fields.dropFirst(layout.header.count).allSatisfy(\.isEmpty) else {
            throw .tooManyFields(record.fields.count, header: layout.header.count)
        }
    }

    /// Every one that is there and not empty, from left to right.
    func values(_ column: TableColumn) -> [String] { layout.places(of: column).compactMap(value(at:)) }

    /// The first that is not empty.
    func value(_ column: TableColumn) -> String? { values(column).first }

    /// The several values of all cells of a column.
    func parts(_ column: TableColumn) -> [String] {
        values(column).flatMap { layout.parts(of: $0, in: column) }
    }

    /// A column's date as far as the table tells it.
    enum DateReading: Hashable {
        case date(PartialDate)
        /// The year alone.
        case ambiguous(PartialDate, cell: String)
        case unknown(cell: String)
    }

    /// `nil` where the cell is empty.
    func date(_ column: TableColumn) -> DateReading? {
        for place in layout.places(of: column) {
            guard let cell = value(at: place) else { continue }
            switch DateCell(cell) {
            case .date(let date, _): return .date(date)
            case .unknown: return .unknown(cell: cell)
            case .either(let dayFirst, let monthFirst):
                if let isDayFirst = layout.isDayFirst[place] {
                    return .date(isDayFirst ? dayFirst : monthFirst)
                }
                return PartialDate(dayFirst.description.prefix(4)).map { .ambiguous($0, cell: cell) }
            }
        }
        return nil
    }

    private func value(at place: Int) -> String? {
        guard record.fields.indices.contains(place) else { return nil }
        let value = FormulaGuard.unguarded(record.fields[place])
        return value.allSatisfy(\.isWhitespace) ? nil : value
    }
}
