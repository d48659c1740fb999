// One line of a table for spreadsheets, which take a cell that looks like a formula for one.

/// A row of comma-separated values (RFC 4180).
public enum CSVRow {
    /// Quoted where it must be, formulas disarmed, ended by carriage return and line feed.
    public static func line(_ cells: [String?]) -> String {
        cells.map { quoted(disarmed($0 ?? "")) }.joined(separator: ",") + "\r\n"
    }

    /// With an apostrophe before a first character that would make it a formula. A lone `-` is none.
    private static func disarmed(_ cell: String) -> String {
        guard cell.unicodeScalars.count > 1, let first = cell.unicodeScalars.first,
            "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
        else { return cell }
        return "'" + cell
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
            return cell
        }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }
}
