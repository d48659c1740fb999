// One row of a table, with the layout of the table.
import Books
import Catalogue
import Output

struct TableRow {
    let record: DelimitedRecord
    let layout: TableLayout

    /// The cell under a header, as in tables of the program; `nil` if it is empty.
    subscript(header: String) -> String? { layout.place(of: header).flatMap(value(at:)) }

    /// - Throws: if the row as a whole is invalid.
    func check() throws(RefusedRow.Reason) {
        if record.isOverlong { throw .overlong(limit: DelimitedReader.limit) }
        if record.isUnclosed { throw .unclosedQuote }
        if record.isTruncated || (record.isUnended && layout.cutsOff(record)) { throw .truncated }
        if layout.lacksFields(record) {
            throw .tooFewFields(record.fields.count, header: layout.header.count)
        }
        guard record.fields.dropFirst(layout.header.count).allSatisfy(\.isEmpty) else {
            throw .tooManyFields(record.fields.count, header: layout.header.count)
        }
    }

    /// All cells that are not empty, from left to right.
    func values(_ column: TableColumn) -> [String] { layout.places(of: column).compactMap(value(at:)) }

    /// The first cell that is not empty.
    func value(_ column: TableColumn) -> String? { values(column).first }

    /// The values of all cells of a column.
    func parts(_ column: TableColumn) -> [String] {
        values(column).flatMap { layout.parts(of: $0, in: column) }
    }

    /// A date, as exact as the table allows.
    enum DateReading: Hashable {
        case date(PartialDate)
        /// Only the year is certain.
        case ambiguous(PartialDate, cell: String)
        case unknown(cell: String)
    }

    /// `nil` if the cell is empty.
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

    /// The first rating of a column: 0…5 stars, `nil` if it is not understood; and the scale if its cell does not say
    /// what the best one is.
    func stars(_ column: TableColumn) -> (cell: String, stars: Double?, scale: RatingScale?)? {
        for place in layout.places(of: column) {
            guard let cell = value(at: place) else { continue }
            let scale = layout.ratingScales[place, default: .five]
            return (
                cell, RatingCell.stars(cell, in: scale), RatingCell.number(cell) == nil ? nil : scale
            )
        }
        return nil
    }

    private func value(at place: Int) -> String? {
        guard record.fields.indices.contains(place) else { return nil }
        let value = FormulaGuard.unguarded(record.fields[place])
        return value.allSatisfy(\.isWhitespace) ? nil : value
    }
}
