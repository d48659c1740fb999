// `bookzone import`: books, lists and comments out of tables from elsewhere.
import ArgumentParser
import Catalogue
import Foundation
import Reporting

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes in tables of books, and results of scans.",
        discussion: """
            A second run adds nothing twice, and nothing that a person edited or a source said is overwritten. A \
            shared catalogue takes books by their ISBNs alone, with lists and comments; what they are, its own \
            sources say.

            \(Exit.help([.success: "every row was taken", .badInput: "some were refused"]))
            """,
        subcommands: [ImportGoodreads.self, ImportCSV.self, ImportScan.self])
}

struct ImportGoodreads: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goodreads", abstract: "Takes in a Goodreads export.",
        discussion: """
            Shelves become lists, ratings and reviews your comments; private notes stay private. Goodreads writes the \
            file at My Books, Import and export. In a shared catalogue the lists are your own.
            """)

    @OptionGroup var table: TableOptions

    func run() throws {
        try table.load(sourceName: "Goodreads") { header in
            let layout = try TableLayout(header: header)
            guard layout.isGoodreads else {
                throw Refusal(
                    "\(table.file.printable): no Goodreads export; `bookzone import csv` takes any table")
            }
            return layout
        }
    }
}

struct ImportCSV: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "csv", abstract: "Takes in any table with a column of ISBNs.",
        discussion: """
            Commas, semicolons, tabs or bars between the fields; UTF-8, UTF-16 or ISO-8859-1. Columns are known by \
            their headers (ISBN, Title, Author, Publisher, Year, Lists, Rating, Review …), or named:

              bookzone import csv books.csv --column isbn=Nummer --column title=Titel

            A table without ISBNs needs titles and authors. A book whose ISBN is wrong is kept without it, and said; \
            two ISBNs that contradict each other refuse their row.

            A review may have several lines. Where the quote that ends it does not stand before a separator or a \
            line's end, or the row has not as many fields as the header, a quote is missing: that line is refused, \
            and the next row begins on the next.

            ISBN-10s that a spreadsheet took the leading zeros from get them back where check digit and registered \
            range hold; ISBN-13s that it rounded (9.78043902348e+12) are not used.
            """)

    @OptionGroup var table: TableOptions

    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(
            "Take the column NAME for WHAT: \(TableColumn.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "what=name"))
    var columns: [NamedColumn] = []

    func run() throws {
        let name = table.file == "-" ? "standard input" : URL(filePath: table.file).lastPathComponent
        try table.load(sourceName: name) { header in
            let named = Dictionary(columns.map { ($0.column, $0.name) }) { $1 }
            return try TableLayout(header: header, named: named)
        }
    }
}
