// The output format and file.
import ArgumentParser
import Formatting
import Foundation

struct OutputOptions: ParsableArguments {
    @Option(
        help: """
            Default: by the name of the output file (.csv, .jsonl); else table on a terminal, and text elsewhere. \
            A card shows all details of a book.
            """)
    var format: OutputFormat?

    @Option(name: .shortAndLong, help: .resultFile, completion: .file()) var output: String?

    var isOnTerminal: Bool { output == nil && isatty(STDOUT_FILENO) == 1 }

    var chosen: OutputFormat { format ?? formatOfName ?? (isOnTerminal ? .table : .text) }

    /// The format that the ending of the output file names; `nil` if it names none.
    var formatOfName: OutputFormat? {
        let name = output?.lowercased() ?? ""
        return name.hasSuffix(".csv") ? .csv : name.hasSuffix(".jsonl") ? .jsonl : nil
    }

    /// The columns of the terminal that shows the results; `nil` if they go elsewhere.
    var width: Int? { output == nil ? Console.columns(of: STDOUT_FILENO) : nil }

    /// - Parameters:
    ///   - chosen: the format, if it is not the one from the options.
    ///   - inputs: see `ResultFile`.
    func printer<R: Row>(
        of kind: R.Type, as chosen: OutputFormat? = nil, inputs: [String] = []
    ) throws -> RowPrinter<R> {
        if format == .card, !R.hasCards { throw ValidationError("--format card is for books") }
        return try RowPrinter(
            chosen ?? self.chosen, to: ResultFile.open(output, inputs: inputs), width: width)
    }

    /// Prints all rows.
    func print<R: Row>(_ rows: some Sequence<R>) throws {
        var printer = try printer(of: R.self)
        for row in rows { try printer.print(row) }
        try printer.finish()
    }
}
