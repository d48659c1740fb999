// In which form results are printed, and where to.
import ArgumentParser
import Foundation
import Reporting

struct OutputOptions: ParsableArguments {
    @Option(help: "table, text, jsonl or csv; else table on a terminal and text elsewhere.")
    var format: OutputFormat?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to a file, which appears when it is whole.", valueName: "file"),
        completion: .file())
    var output: String?

    var chosen: OutputFormat { format ?? (output == nil && isatty(STDOUT_FILENO) == 1 ? .table : .text) }
}
