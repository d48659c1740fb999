// The options of every kind of import, and what is done with them.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Foundation
import Output

struct TableOptions: ParsableArguments {
    @Argument(help: "The table, or - for standard input.", completion: .file()) var file: String
    @Option(
        help: ArgumentHelp("Write rejected rows to this file, each with the reason.", valueName: "file"),
        completion: .file())
    var rejects: String?
    @Option(help: ArgumentHelp("Also put all books on this list.", valueName: "name"))
    var list: String?
    @Flag(help: "Show what the import would do, without changing the store.") var dryRun = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if let list, ListName(list) == nil {
            throw ValidationError("--list takes a name with a letter or a digit")
        }
        if let list, list.contains(",") {
            throw ValidationError(
                "--list \(list): a list's name can't contain a comma; import once for each list")
        }
        if let rejects, rejects == output.output {
            throw ValidationError("--rejects and --output name one file; choose two")
        }
    }

    /// Imports the table and prints the summary.
    func load(sourceName: String, layout: ([String]) throws -> TableLayout) throws {
        let (input, date) = try open()
        let table = try TableFile(input, name: file)
        var columns = try layout(table.header)
        if let encoding = table.encoding {
            Console.note(
                "\(file.printable): read as \(encoding), which was guessed; save it as UTF-8 if letters are wrong"
            )
        }
        if !columns.hasISBNs {
            Console.note(
                "\(file.printable): no ISBN column: books are identified by title, authors and year; "
                    + "--column isbn=NAME names one")
        }
        var printer = try output.printer(of: ImportRow.self, inputs: [file])
        let refused = try rejects.map { try RefusedRows(header: table.header, path: $0, inputs: [file]) }
        let untaken = try table.survey(&columns)
        var rows = try table.rows()
        let store = try storeOptions.catalogue()
        let currentUser = try store.spelling(of: person.name)
        let source = TableSource(name: sourceName, date: date, person: currentUser, list: list)
        let newList = try list.map { try NewList($0, in: store) } ?? nil
        let summary = try store.recorded(.importTable, sourceName, by: currentUser)
            .importTable(&rows, columns, from: source, isDryRun: dryRun) {
                refused?.add($0) ?? Self.note($0, in: file)
            }
        try refused?.finish()
        try printer.print(ImportRow(summary: summary, untaken: untaken, rejects: rejects))
        try printer.finish()
        if let newList { Console.note(newList.note) }
        if dryRun {
            Console.note("dry run: nothing was imported")
        } else {
            try store.nameByReferences(nil)
        }
        if summary.refused + summary.wrongISBNs > 0 { throw Exit.badInput }
    }

    private func open() throws -> (FileHandle, Date) {
        guard file != "-" else { return (.standardInput, .now) }
        var status = stat()
        guard let input = FileHandle(reading: file), fstat(input.fileDescriptor, &status) == 0 else {
            throw CatalogueError.unreadable(path: file, errno: errno)
        }
        return (input, Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec)))
    }

    private static func note(_ row: RefusedRow, in file: String) {
        Console.note("\(file.printable):\(row.line): \(row.reason.words.printable)")
    }
}

/// `--column isbn=Nummer`: which column of a table means what.
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
