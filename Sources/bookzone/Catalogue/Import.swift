// `bookzone import`: imports books, lists and comments from other programs' files.
import ArgumentParser
import Books
import Catalogue
import Formats
import Formatting
import Foundation
import Output

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports books from the files of other catalogues, and results of scans.",
        usage: "bookzone import [FORMAT] FILE [options]",
        discussion: """
            The format is recognised by the file's content, whatever its name is; give it to be sure. A ZIP may be around any \
            of them, and any of them may come from a pipe:

              bookzone scan box --format jsonl | bookzone import -

            A folder is taken for a library of Calibre, or for one of exported books.

            \(FileFormat.read.helpLines)

            Importing the same file again adds nothing twice. Data that a person edited or a source supplied is not \
            overwritten. Shelves become lists. Ratings and reviews become your comments, and private notes stay private. \
            What is not understood is reported with its line, and so are columns and fields that are not imported. A shared \
            catalogue takes ISBNs, lists and comments; it looks up the rest itself.

            The columns of a table are recognised by their headers (ISBN, Title, Author, Publisher, Year, Lists, Rating, \
            Review …), or can be named:

              bookzone import books.csv --column isbn=Nummer --column title=Titel

            docs/formats.md describes each format.

            \(Exit.help([.success: "everything was imported", .badInput: "some rows were rejected"]))
            """)

    @Argument(
        help: ArgumentHelp(
            "The file, or - for standard input; optionally preceded by its format.", valueName: "file"),
        completion: .file())
    var arguments: [String] = []

    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(
            "Read WHAT from the column NAME: \(TableColumn.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "what=name"))
    var columns: [NamedColumn] = []
    @Option(
        help: ArgumentHelp("Write rejected rows to this file, each with the reason.", valueName: "file"),
        completion: .file())
    var rejects: String?
    @Option(help: ArgumentHelp("Also put all books on this list.", valueName: "name"))
    var list: String?
    @Flag(help: "Show what the import would do, without changing the store.") var dryRun = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var catalogue: CatalogueOptions

    private var file: String { arguments.last ?? "-" }
    private var format: String? { arguments.count == 2 ? arguments[0] : nil }

    func validate() throws {
        guard (1...2).contains(arguments.count) else {
            throw ValidationError("give one file, optionally preceded by its format")
        }
        if let format, FileFormat.read.named(format) == nil {
            throw ValidationError(
                "\(format): not a format that is read; choose one of \(FileFormat.read.names)")
        }
        if let list, ListName(list) == nil {
            throw ValidationError("--list takes a name with a letter or a digit")
        }
        if let list, list.utf8.count > ListName.limit {
            throw ValidationError("--list takes a name of at most \(ListName.limit) bytes")
        }
        if let list { try ListName.checkOne(list) }
        try ResultFile.checkFile(rejects, "--rejects")
        if let rejects, rejects == output.output {
            throw ValidationError("--rejects and --output name one file; choose two")
        }
    }

    func run() throws {
        let imported = try ImportFile(file)
        if holdsRecords(imported) { return try importRecords(of: imported) }
        let (store, currentUser) = try catalogue.open(isDryRun: dryRun)
        let chosen = try chosenFormat(of: imported)
        let source = TableSource(
            name: chosen.site ?? (file == "-" ? "standard input" : file.pathParts.last ?? file),
            date: imported.date, person: currentUser, list: list)
        var reader = try reader(of: imported, chosen, from: source)
        note(reader)
        if chosen.hasNumbersAlone { reader = try NumberedEntries(reader, in: store) }
        let progress = ImportProgress()
        defer { progress.clear() }
        reader = ProgressEntries(reader, progress)
        var printer = try output.printer(of: ImportRow.self, inputs: [file])
        let refused = try rejects.map { try RefusedRows(header: reader.header, path: $0, inputs: [file]) }
        let summary = try store.catalogueRecording(.importTable, source.name, by: currentUser)
            .importEntries(&reader, isDryRun: dryRun) { row in
                progress.clear()
                refused?.add(row) ?? note(row)
            }
        do {
            try refused?.finish()
            try printer.print(
                ImportRow(
                    summary: summary, untaken: reader.leftOut, rejects: rejects,
                    takesBookData: store.takesBookData))
            try printer.finish()
        } catch let error as OutputError {
            throw dryRun ? error : SavedChange.refusal(error)
        }
        if let note = summary.newLists.note { Console.note(note) }
        if dryRun {
            Console.note("dry run: nothing was imported")
        } else {
            try store.nameByReferences(nil)
        }
        if summary.refused + summary.wrongISBNs > 0 { throw Exit.badInput }
    }

    /// Whether it is a run's records of photos, of which there may be none.
    private func holdsRecords(_ imported: ImportFile) -> Bool {
        if format == FileFormat.scan.name { return imported.isScan || imported.head.isEmpty }
        return format == nil && columns.isEmpty && imported.isScan
    }

    private func importRecords(of imported: ImportFile) throws {
        let idle = [
            ("--column", !columns.isEmpty), ("--rejects", rejects != nil), ("--list", list != nil),
            ("--dry-run", dryRun),
        ]
        if let (option, _) = idle.first(where: \.1) {
            throw ValidationError(
                "\(option) applies to tables and other files of books, not to results of a scan")
        }
        try ScanImport(file: imported, storeOptions: catalogue.storeOptions).run()
    }

    private func chosenFormat(of imported: ImportFile) throws -> FileFormat {
        if let named = format.flatMap(FileFormat.read.named) { return named }
        if !columns.isEmpty { return .csv }
        guard let found = try FileFormat.ofAnyTable(imported) else {
            throw Refusal(
                "\(file.shownPath): in none of the formats that are read; `bookzone import --help` lists them"
            )
        }
        return found
    }

    private func reader(
        of imported: ImportFile, _ format: FileFormat, from source: TableSource
    ) throws -> any EntryReader {
        guard columns.isEmpty else {
            let table = try TableFile(imported)
            let named = Dictionary(columns.map { ($0.column, $0.name) }) { $1 }
            return try TableReader(table, TableLayout(header: table.header, named: named), from: source)
        }
        guard let open = format.reader else { throw Refusal("\(format.title): can only be exported") }
        return try open(imported, source)
    }

    /// Reports what was guessed.
    private func note(_ reader: any EntryReader) {
        if let encoding = reader.encoding {
            Console.note(
                "\(file.shownPath): read as \(encoding), which was guessed; save it as UTF-8 if letters are wrong"
            )
        }
        if let table = reader as? TableReader, !table.hasISBNs {
            Console.note(
                "\(file.shownPath): no ISBN column: books are identified by title, authors and year; "
                    + "--column isbn=NAME names one")
        }
    }

    private func note(_ row: RefusedRow) {
        Console.note("\(file.shownPath):\(row.line): \(row.reason.words.printable)")
    }
}

/// `--column isbn=Nummer`: a column of a table, and its content.
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

/// The rows that were not imported, as a table that can be corrected and imported.
final class RefusedRows {
    private let file: OutputFile
    private let header: [String]
    private var failure: OutputError?

    /// - Parameter inputs: see `ResultFile`.
    init(header: [String], path: String, inputs: [String]) throws {
        file = try ResultFile.open(path, inputs: inputs)
        self.header = header
        try file.write(CSVRow.line(header + ["line", "reason"]))
    }

    /// Fields beyond the header's are after the reason, so that every other value is under its header. An error in writing
    /// is reported by `finish`, so that the import continues.
    func add(_ row: RefusedRow) {
        guard failure == nil else { return }
        let missing = Array(repeating: "", count: max(0, header.count - row.fields.count))
        let fields: [String] =
            row.fields.prefix(header.count) + missing + ["\(row.line)", row.reason.words]
            + row.fields.dropFirst(header.count)
        do { try file.write(CSVRow.line(fields)) } catch { failure = error }
    }

    func finish() throws(OutputError) {
        if let failure { throw failure }
        try file.finish()
    }
}
