// The one place that knows what the formats are.
import Catalogue
import Output

/// Prints rows of one kind, each as it comes.
package struct RowPrinter<Record: Row>: ~Copyable {
    private let format: OutputFormat
    private let columns: [Column<Record>]
    private var output: BufferedOutput
    private let width: Int?
    private var isFirst = true

    /// Writes what comes before the first row.
    ///
    /// - Parameters:
    ///   - columns: of CSV, where they are not all those of the kind.
    ///   - width: columns of the terminal that tables and cards are shown on; `nil` where they go elsewhere.
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

    /// Is written when enough has gathered, and at `flush()` or `finish()`.
    package mutating func print(_ row: Record) throws {
        switch format {
        case .card:
            if !isFirst { try output.write("\n") }
            try output.write(lines: row.cardLines(width: width))
        case .table: try output.write(lines: row.tableLines(width: width))
        case .text: try output.write(lines: row.textLines)
        case .jsonl: try output.write(JSONLine.line(row))
        case .csv: try output.write(CSVRow.line(row, columns))
        }
        isFirst = false
    }

    /// Prints what is no text, such as a path, among the rows.
    package mutating func print(bytes: [UInt8]) throws(OutputError) { try output.write(bytes: bytes) }

    package mutating func flush() throws(OutputError) { try output.flush() }

    /// Completes the output: see `OutputFile.finish()`.
    package mutating func finish() throws(OutputError) { try output.finish() }

    /// How the unfinished file is called; `nil` when there is none.
    package var partialName: String? { output.partialName }
}

/// What `--format` takes.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// All that is known of a book on a screen of its own, for a person.
    case card
    /// Columns for a person.
    case table
    /// The plain answer, one a line, for other programs.
    case text
    /// One JSON object a line, with everything known.
    case jsonl
    /// For spreadsheets (RFC 4180).
    case csv
}

/// One row of a listing, as people and programs see it.
///
/// What it encodes is its object in JSON Lines: every key always there, in `snake_case`, `null` where nothing is known.
package protocol Row: Encodable, Sendable {
    /// Whether there is more to show of one than a line.
    static var hasCards: Bool { get }
    /// What it says in CSV and JSON Lines.
    static var columns: [Column<Self>] { get }
    /// For a person's eyes, without line ends; safe for a terminal.
    ///
    /// - Parameter width: columns of the terminal, which no line exceeds; `nil` cuts and folds nothing.
    func tableLines(width: Int?) -> [String]
    /// The same with all there is room for on a screen.
    func cardLines(width: Int?) -> [String]
    /// The plain answer, without line ends; empty when a plain list leaves the row out.
    var textLines: [String] { get }
}

extension Row {
    package static var hasCards: Bool { false }
    package func tableLines(width: Int?) -> [String] { textLines.flatMap { $0.folded(to: width, indent: 4) } }
    package func cardLines(width: Int?) -> [String] { tableLines(width: width) }
}
