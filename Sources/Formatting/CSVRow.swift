// One line of a table for spreadsheets, which take a cell that looks like a formula for one.
import Catalogue
import Output

/// A row of comma-separated values (RFC 4180).
package enum CSVRow {
    /// Quoted where it must be, formulas disarmed, nothing that steers a terminal; ended by carriage return and line
    /// feed.
    package static func line(_ cells: [String?]) -> String {
        cells.map { quoted(FormulaGuard.guarded(($0 ?? "").harmless)) }.joined(separator: ",") + "\r\n"
    }

    package static func line<Record>(_ record: Record, _ columns: [Column<Record>]) -> String {
        line(columns.map { $0.cell(record) })
    }

    package static func heads<Record>(_ columns: [Column<Record>]) -> String { line(columns.map(\.head)) }

    /// Several values of one cell. The mark at the end keeps a single one with a comma in it whole.
    package static func joined(_ values: some Collection<String>) -> String {
        guard let first = values.first, values.count == 1 else { return values.joined(separator: "; ") }
        return first.contains(",") ? first + ";" : first
    }

    /// The same with a backslash before each semicolon and backslash of a value, so that they can be told apart again.
    package static func escaped(_ values: some Collection<String>) -> String {
        joined(values.map { $0.replacing("\\", with: "\\\\").replacing(";", with: "\\;") })
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.utf8.contains(where: { [0x2C, 0x22, 0x0D, 0x0A].contains($0) }) else { return cell }
        // A mark may combine with a quote to one character, which is a quote all the same.
        let doubled = cell.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
    }
}
