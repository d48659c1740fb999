// One line of a table for spreadsheets, which take a cell that looks like a formula for one.

/// A row of comma-separated values (RFC 4180).
package enum CSVRow {
    /// Quoted where it must be, formulas disarmed, nothing that steers a terminal; ended by carriage return and line
    /// feed.
    package static func line(_ cells: [String?]) -> String {
        cells.map { quoted(disarmed(($0 ?? "").harmless)) }.joined(separator: ",") + "\r\n"
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

    /// With an apostrophe before a first character that would make it a formula. A lone `-` is none.
    private static func disarmed(_ cell: String) -> String {
        guard cell.unicodeScalars.count > 1, let first = cell.unicodeScalars.first,
            "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
        else { return cell }
        return "'" + cell
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.utf8.contains(where: { [0x2C, 0x22, 0x0D, 0x0A].contains($0) }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }
}
