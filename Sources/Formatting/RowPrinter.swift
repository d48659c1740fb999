// Prints rows in each of the output formats.
import Catalogue
import Output

/// Prints rows of one kind, one after another.
package struct RowPrinter<Record: Row>: ~Copyable {
    private let format: OutputFormat
    private let columns: [Column<Record>]
    private var output: BufferedOutput
    private let width: Int?
    private var isFirst = true

    /// Writes what comes before the first row.
    ///
    /// - Parameters:
    ///   - columns: of CSV, if they differ from those of the kind.
    ///   - width: the columns of the terminal on which tables and cards are shown; `nil` if they go elsewhere.
    package init(
        _ format: OutputFormat, to output: consuming OutputFile, columns: [Column<Record>] = Record.columns,
        width: Int? = nil
    ) throws(OutputError) {
        self.format = format
        self.columns = columns
        self.width = width
        self.output = BufferedOutput(output)
        if format == .csv { try self.output.write(CSVRow.heads(columns)) }
    }

    /// Buffered until `flush()` or `finish()`, or until there is enough.
    package mutating func print(_ row: Record) throws {
        try output.write(try text(of: row))
        isFirst = false
    }

    /// What `print` would print.
    package func text(of row: Record) throws -> String {
        switch format {
        case .card: (isFirst ? "" : "\n") + Self.text(row.cardLines(width: width))
        case .table: Self.text(row.tableLines(width: width))
        case .text: Self.text(row.textLines)
        case .jsonl: try JSONLine.line(row)
        case .csv: CSVRow.line(row, columns)
        }
    }

    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// Adds rows that may change, until others are written: see `BufferedOutput.write(draft:)`.
    package mutating func print(draft text: String) throws(OutputError) { try output.write(draft: text) }

    /// Prints bytes that may not be valid text, such as a path, among the rows.
    package mutating func print(bytes: [UInt8]) throws(OutputError) { try output.write(bytes: bytes) }

    package mutating func flush() throws(OutputError) { try output.flush() }

    /// Completes the output: see `OutputFile.finish()`.
    package mutating func finish() throws(OutputError) { try output.finish() }

    /// The name of the temporary file; `nil` if there is none.
    package var partialName: String? { output.partialName }
}

/// The values of `--format`.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// Everything about a book on one screen, for people.
    case card
    /// Columns, for people.
    case table
    /// The plain answer, one per line, for other programs.
    case text
    /// One JSON object per line, with everything known.
    case jsonl
    /// For spreadsheets (RFC 4180).
    case csv
}

/// One row of a listing, for people and programs.
///
/// It encodes itself as its object in JSON Lines: every key is always present, in `snake_case`, with `null` if
/// nothing is known.
package protocol Row: Encodable, Sendable {
    /// Whether there is a card for it, which shows more than a line.
    static var hasCards: Bool { get }
    /// Its fields in CSV and JSON Lines.
    static var columns: [Column<Self>] { get }
    /// For people, without line ends; safe for a terminal.
    ///
    /// - Parameter width: the terminal's columns, which no line exceeds; `nil` cuts and wraps nothing.
    func tableLines(width: Int?) -> [String]
    /// The same, as a card.
    func cardLines(width: Int?) -> [String]
    /// The plain answer, without line ends; empty if a plain list omits the row.
    var textLines: [String] { get }
}

extension Row {
    package static var hasCards: Bool { false }
    package func tableLines(width: Int?) -> [String] { textLines.flatMap { $0.folded(to: width, indent: 4) } }
    package func cardLines(width: Int?) -> [String] { tableLines(width: width) }
}
