// `bookzone import`: books, lists and comments out of tables from elsewhere.
import ArgumentParser
import Books
import Catalogue
import Foundation
import Reporting

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes in tables of books.",
        discussion: """
            A second run adds nothing twice, and nothing that a person edited or a source said is overwritten.

            \(Exit.help([.success: "every row was taken", .badInput: "some were refused"]))
            """,
        subcommands: [ImportGoodreads.self, ImportCSV.self])
}

struct ImportGoodreads: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goodreads", abstract: "Takes in a Goodreads export.",
        discussion: """
            Shelves become lists, ratings and reviews your comments; private notes stay private. Goodreads writes the \
            file at My Books, Import and export.
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

struct NamedColumn: ExpressibleByArgument {
    var column: TableColumn
    var name: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let column = TableColumn(rawValue: parts[0]) else { return nil }
        self.column = column
        self.name = parts[1]
    }
}

/// What both kinds of import have in common.
struct TableOptions: ParsableArguments {
    @Argument(help: "The table, or - for standard input.", completion: .file()) var file: String
    @Option(
        help: ArgumentHelp("Write the refused rows here, each with the reason.", valueName: "file"),
        completion: .file())
    var rejects: String?
    @Option(help: ArgumentHelp("Put every book of the table on this list too.", valueName: "name"))
    var list: String?
    @Flag(help: "Say what the import would do, and keep nothing of it.") var dryRun = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if let list, ListName(list) == nil {
            throw ValidationError("--list takes a name with a letter or a digit")
        }
        if let rejects, rejects == output.output {
            throw ValidationError("--rejects and --output name one file; choose two")
        }
    }

    /// Imports the table and prints the summary.
    func load(sourceName: String, layout: ([String]) throws -> TableLayout) throws {
        let (input, date) = try open()
        var table = DelimitedReader(input, name: file)
        var header = try table.next()?.fields ?? []
        // Spreadsheets may say their separator in a line of its own.
        if header.first?.lowercased().hasPrefix("sep=") == true { header = try table.next()?.fields ?? [] }
        let columns = try layout(header)
        var printer = try output.printer(of: ImportRow.self, inputs: [file])
        let refused = try rejects.map { try RefusedRows(header: header, path: $0, inputs: [file]) }
        if !columns.hasISBNs {
            Console.note(
                "\(file.printable): no column with ISBNs: books are told apart by title, authors and year; "
                    + "--column isbn=NAME names one")
        }
        let source = TableSource(name: sourceName, date: date, person: person.name, list: list)
        let summary = try storeOptions.open().importTable(&table, columns, from: source, isRehearsal: dryRun)
        { refused?.add($0) ?? Self.note($0, in: file) }
        try refused?.finish()
        try printer.print(ImportRow(summary: summary, rejects: rejects))
        try printer.finish()
        if dryRun { Console.note("dry run: nothing was kept") }
        if summary.refused + summary.wrongISBNs > 0 { throw Exit.badInput }
    }

    private func open() throws -> (FileHandle, Date) {
        guard file != "-" else { return (.standardInput, .now) }
        do {
            let input = try FileHandle(forReadingFrom: URL(filePath: file))
            let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
            return (input, date ?? .now)
        } catch {
            throw CatalogueError.unreadable(path: file, errno: errno)
        }
    }

    private static func note(_ row: RefusedRow, in file: String) {
        Console.note("\(file.printable):\(row.line): \(row.reason.words.printable)")
    }
}
