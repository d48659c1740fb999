// The rows that an import refused, as a table that can be mended and imported again.
import Catalogue
import Formatting
import Output

final class RefusedRows {
    private let file: OutputFile
    private var failure: OutputError?

    /// - Parameter inputs: see `ResultFile`.
    init(header: [String], path: String, inputs: [String]) throws {
        file = try ResultFile.open(path, inputs: inputs)
        try file.write(CSVRow.line(header + ["line", "reason"]))
    }

    /// A failure to write waits for `finish`: the import goes on.
    func add(_ row: RefusedRow) {
        guard failure == nil else { return }
        do { try file.write(CSVRow.line(row.fields + ["\(row.line)", row.reason.words])) } catch {
            failure = error
        }
    }

    func finish() throws(OutputError) {
        if let failure { throw failure }
        try file.finish()
    }
}
