// Captures the output of a printer.
import Foundation
import Output
import TestSupport
import Testing

@testable import Formatting

extension RowPrinter {
    /// The whole output.
    static func printed(
        _ format: OutputFormat, _ rows: [Record], columns: [Column<Record>] = Record.columns
    ) throws -> String {
        let folder = try TemporaryFolder()
        var printer = try RowPrinter(format, to: OutputFile(folder.file("out").path), columns: columns)
        for row in rows { try printer.print(row) }
        try printer.finish()
        return try #require(folder.text("out"))
    }
}
