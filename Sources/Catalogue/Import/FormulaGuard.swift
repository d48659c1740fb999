// Spreadsheets run a cell as a formula by its first character: one that is text gets an apostrophe, which goes again.

package enum FormulaGuard {
    private static let starts = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)

    /// Such a cell with an apostrophe before it, and so one that has apostrophes there already. A lone `-` is none.
    package static func guarded(_ cell: String) -> String {
        let scalars = cell.unicodeScalars
        guard scalars.count > 1, let first = scalars.first(where: { $0 != "'" }), starts.contains(first)
        else {
            return cell
        }
        return "'" + cell
    }

    /// Without that apostrophe.
    package static func unguarded(_ cell: String) -> String {
        guard cell.unicodeScalars.first == "'", let first = cell.unicodeScalars.first(where: { $0 != "'" }),
            starts.contains(first)
        else { return cell }
        return String(cell.unicodeScalars.dropFirst())
    }
}
