// Rows of comma-separated values, with cells that no spreadsheet executes.

/// A row of comma-separated values (RFC 4180).
package enum CSVRow {
    /// Quoted if necessary, without formulas and characters that control a terminal; ends in CR LF.
    package static func line(_ cells: [String?], separator: Character = ",") -> String {
        cells.map { cell in
            let cell = (cell ?? "").harmless
            return quoted(isDigits(cell) ? cell : FormulaGuard.guarded(cell), separator)
        }
        .joined(separator: String(separator)) + "\r\n"
    }

    /// A formula whose value is the text, so that a spreadsheet does not convert a number.
    package static func digits(_ number: String) -> String { "=\"\(number)\"" }

    private static func isDigits(_ cell: String) -> Bool {
        let number = cell.utf8.dropFirst(2).dropLast()
        return digits(String(Substring(number))) == cell
            && number.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "X") }
    }

    /// Several values in one cell. The separator at the end keeps a single value that contains a comma whole.
    package static func joined(_ values: some Collection<String>) -> String {
        guard let first = values.first, values.count == 1 else { return values.joined(separator: "; ") }
        return first.contains(",") ? first + ";" : first
    }

    /// The same, with a backslash before each semicolon and backslash of a value, so that the values can be separated
    /// again.
    package static func escaped(_ values: some Collection<String>) -> String {
        joined(values.map { $0.replacing("\\", with: "\\\\").replacing(";", with: "\\;") })
    }

    private static func quoted(_ cell: String, _ separator: Character) -> String {
        let special = [0x22, 0x0D, 0x0A, separator.asciiValue]
        guard cell.utf8.contains(where: { special.contains($0) }) else { return cell }
        // A combining mark may form one character with a quote, which must still be doubled.
        let doubled = cell.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
    }
}

/// Prevents text cells from being executed as formulas, with an apostrophe that an import removes.
package enum FormulaGuard {
    private static let starts = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)

    /// A cell that looks like a formula, with an apostrophe before it; the same for one that starts with such an
    /// apostrophe. A single `-` is not changed.
    package static func guarded(_ cell: String) -> String {
        let scalars = cell.unicodeScalars
        guard scalars.count > 1, let first = scalars.first(where: { $0 != "'" }), starts.contains(first)
        else {
            return cell
        }
        return "'" + cell
    }

    /// Removes that apostrophe.
    package static func unguarded(_ cell: String) -> String {
        guard cell.unicodeScalars.first == "'", let first = cell.unicodeScalars.first(where: { $0 != "'" }),
            starts.contains(first)
        else { return cell }
        return String(cell.unicodeScalars.dropFirst())
    }
}
