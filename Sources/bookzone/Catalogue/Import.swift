// `bookzone import`: books, lists and comments out of tables from elsewhere.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Foundation
import Output

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports tables of books and results of scans.",
        discussion: """
            Importing the same file again adds nothing twice. Data that a person edited or a source supplied is \
            not overwritten. A shared catalogue takes ISBNs, lists and comments; it looks up the rest itself.

            \(Exit.help([.success: "every row was imported", .badInput: "some rows were rejected"]))
            """,
        subcommands: [ImportGoodreads.self, ImportCSV.self, ImportScan.self])
}

struct ImportGoodreads: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goodreads", abstract: "Imports a Goodreads export.",
        discussion: """
            Shelves become lists. Ratings and reviews become your comments, and private notes stay private. To \
            export from Goodreads, choose My Books, Import and export. In a shared catalogue the lists become \
            your personal lists.
            """)

    @OptionGroup var table: TableOptions

    func run() throws {
        try table.load(sourceName: "Goodreads") { header in
            let layout = try TableLayout(header: header)
            guard layout.isGoodreads else {
                throw Refusal(
                    "\(table.file.printable): not a Goodreads export; for other tables, use `bookzone import csv`"
                )
            }
            return layout
        }
    }
}

struct ImportCSV: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "csv", abstract: "Imports a table of books, such as CSV.",
        discussion: """
            Fields may be separated by commas, semicolons, tabs or bars; the encoding may be UTF-8, UTF-16, or an \
            older one such as Windows-1252 or Shift_JIS, which is detected and reported. Columns are recognised by \
            their headers (ISBN, Title, Author, Publisher, Year, Lists, Rating, Review …), or can be named:

              bookzone import csv books.csv --column isbn=Nummer --column title=Titel

            A table without ISBNs needs titles and authors. If an ISBN is wrong, the book is imported without \
            it, with a warning. If a row has two ISBNs that contradict each other, it is rejected.

            A quoted review may span several lines. If its closing quote is not followed by a separator or the \
            end of the line, or if the row has fewer or more fields than the header, a quote is missing: that \
            line is rejected, and reading goes on with the next line.

            Dates may be a day, a month or a year in most forms: 2021-03-14, 14.03.2021, 3/14/2021, March 2021. Where a \
            column does not show whether 03/04/2021 begins with the day or the month, only the year is imported. Ratings \
            are 0 to 5 stars in halves: 4.5, 8/10, ****. What is not understood is reported with its line, and so are \
            columns that are not imported.

            If a spreadsheet removed the leading zeros of an ISBN-10, they are restored where check digit and \
            registered range match. ISBN-13s that a spreadsheet rounded (9.78043902348e+12) are not used.
            """)

    @OptionGroup var table: TableOptions

    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(
            "Read WHAT from the column NAME: \(TableColumn.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "what=name"))
    var columns: [NamedColumn] = []

    func run() throws {
        let name = table.file == "-" ? "standard input" : table.file.pathParts.last ?? table.file
        try table.load(sourceName: name) { header in
            let named = Dictionary(columns.map { ($0.column, $0.name) }) { $1 }
            return try TableLayout(header: header, named: named)
        }
    }
}

/// The rows that an import refused, as a table that can be mended and imported again.
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
