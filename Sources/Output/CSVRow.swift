// Rows of comma-separated values, and cells that no spreadsheet runs.

/// A row of comma-separated values (RFC 4180).
package enum CSVRow {
    /// Quoted where it must be, formulas disarmed, nothing that steers a terminal; ended by carriage return and line
    /// feed.
    package static func line(_ cells: [String?], separator: Character = ",") -> String {
        cells.map { cell in
            let cell = (cell ?? "").harmless
            return quoted(isDigits(cell) ? cell : FormulaGuard.guarded(cell), separator)
        }
        .joined(separator: String(separator)) + "\r\n"
    }

    /// A formula whose value is the text, so that a spreadsheet leaves a number as it is.
    package static func digits(_ number: String) -> String { "=\"\(number)\"" }

    private static func isDigits(_ cell: String) -> Bool {
        let number = cell.utf8.dropFirst(2).dropLast()
        return digits(String(Substring(number))) == cell
            && number.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "X") }
    }

    /// Several values of one cell. The mark at the end keeps a single one with a comma in it whole.
    package static func joined(_ values: some Collection<String>) -> String {
        guard let first = values.first, values.count == 1 else { return values.joined(separator: "; ") }
        return first.contains(",") ? first + ";" : first
    }

    /// The same with a backslash before each semicolon and backslash of a value, so that they can be told apart again.
    package static func escaped(_ values: some Collection<String>) -> String {
        joined(values.map { $0.replacing("\\", with: "\\\\").replacing(";", with: "\\;") })
    }

    private static func quoted(_ cell: String, _ separator: Character) -> String {
        let special = [0x22, 0x0D, 0x0A, separator.asciiValue]
        guard cell.utf8.contains(where: { special.contains($0) }) else { return cell }
        // A mark may combine with a quote to one character, which is a quote all the same.
        let doubled = cell.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
    }
}

/// Guards text cells against being run as formulas, with an apostrophe that an import removes again.
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
