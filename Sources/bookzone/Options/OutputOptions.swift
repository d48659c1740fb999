// In which form results are printed, and where to.
import ArgumentParser
import Formatting
import Foundation

struct OutputOptions: ParsableArguments {
    @Option(
        help: "Default: table on a terminal, text elsewhere. A card shows all details of a book.")
    var format: OutputFormat?

    @Option(name: .shortAndLong, help: .resultFile, completion: .file()) var output: String?

    var isOnTerminal: Bool { output == nil && isatty(STDOUT_FILENO) == 1 }

    /// For a person at a terminal a table.
    var chosen: OutputFormat { format ?? (isOnTerminal ? .table : .text) }

    /// Columns of the terminal that results are shown on; `nil` when they go elsewhere.
    var width: Int? { output == nil ? Console.columns(of: STDOUT_FILENO) : nil }

    /// - Parameters:
    ///   - chosen: where it is not what was chosen.
    ///   - inputs: see `ResultFile`.
    func printer<R: Row>(
        of kind: R.Type, as chosen: OutputFormat? = nil, inputs: [String] = []
    ) throws -> RowPrinter<R> {
        if format == .card, !R.hasCards { throw ValidationError("--format card is for books") }
        return try RowPrinter(
            chosen ?? self.chosen, to: ResultFile.open(output, inputs: inputs), width: width)
    }

    /// Prints all there is.
    func print<R: Row>(_ rows: some Sequence<R>) throws {
        var printer = try printer(of: R.self)
        for row in rows { try printer.print(row) }
        try printer.finish()
    }
}
