// The options of every kind of import, and what is done with them.
import ArgumentParser
import Books
import Catalogue
import Foundation
import Reporting

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
        let store = try storeOptions.catalogue().recorded(.importTable, sourceName, by: person.name)
        let summary = try store.importTable(&table, columns, from: source, isRehearsal: dryRun) {
            refused?.add($0) ?? Self.note($0, in: file)
        }
        try refused?.finish()
        try printer.print(ImportRow(summary: summary, rejects: rejects))
        try printer.finish()
        if dryRun { Console.note("dry run: nothing was kept") }
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
