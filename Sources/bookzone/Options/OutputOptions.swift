// The output format and file.
import ArgumentParser
import Formatting
import Foundation

/// For results that are books, which have cards.
typealias BookOutputOptions = ResultOptions<OutputFormat>
/// For all other results.
typealias OutputOptions = ResultOptions<RowFormat>

struct ResultOptions<Format: ResultFormat>: ParsableArguments {
    @Option(help: Format.help) var format: Format?

    @Option(name: .output, help: .resultFile, completion: .file()) var outputPath: String?

    /// `nil` is standard output.
    var output: String? { outputPath?.outputFile }

    var isOnTerminal: Bool { output == nil && isatty(STDOUT_FILENO) == 1 }

    var chosen: OutputFormat { format?.format ?? formatOfName ?? (isOnTerminal ? .table : .text) }

    /// The format that the ending of the output file names; `nil` if it names none.
    var formatOfName: OutputFormat? { output.flatMap(OutputFormat.init(ofName:)) }

    /// The columns of the terminal that shows the results; `nil` if they go elsewhere.
    var width: Int? { output == nil ? Console.columns(of: STDOUT_FILENO) : nil }

    /// - Parameters:
    ///   - chosen: the format, if it is not the one from the options.
    ///   - inputs: see `ResultFile`.
    func printer<R: Row>(
        of kind: R.Type, as chosen: OutputFormat? = nil, inputs: [String] = []
    ) throws -> RowPrinter<R> {
        let chosen = chosen ?? self.chosen
        if chosen == .card, !R.hasCards { throw ValidationError("--format card is for books") }
        return try RowPrinter(chosen, to: ResultFile.open(output, inputs: inputs), width: width)
    }

    func print<R: Row>(_ rows: some Sequence<R>) throws {
        var printer = try printer(of: R.self)
        for row in rows { try printer.print(row) }
        try printer.finish()
    }

    /// - Parameter none: what to say on a terminal if there are none, which ends with `Exit.incomplete`.
    func print<R: Row>(_ rows: [R], orSay none: String) throws {
        try print(rows)
        if rows.isEmpty {
            Console.noteOnTerminal(none)
            throw Exit.incomplete
        }
    }
}

/// The values of a `--format` option.
protocol ResultFormat: ExpressibleByArgument, Sendable {
    var format: OutputFormat { get }
    static var help: ArgumentHelp { get }
}

extension OutputFormat: ResultFormat {
    /// The format that the ending of a file's name names; `nil` if it names none.
    init?(ofName name: String) {
        let name = name.lowercased()
        guard let format = name.hasSuffix(".csv") ? Self.csv : name.hasSuffix(".jsonl") ? .jsonl : nil else {
            return nil
        }
        self = format
    }

    var format: OutputFormat { self }

    static var help: ArgumentHelp { "\(RowFormat.help.abstract) A card shows all details of a book." }
}

/// The formats of results that have no cards.
enum RowFormat: String, CaseIterable, ResultFormat {
    case table, text, jsonl, csv

    var format: OutputFormat {
        switch self {
        case .table: .table
        case .text: .text
        case .jsonl: .jsonl
        case .csv: .csv
        }
    }

    static var help: ArgumentHelp {
        "Default: by the name of the output file (.csv, .jsonl); else table on a terminal, and text elsewhere."
    }
}
