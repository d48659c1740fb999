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
    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
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
        let summary = try storeOptions.open().importTable(
            &table, columns, from: TableSource(name: sourceName, date: date, person: person.name)
        ) { refused?.add($0) ?? Self.note($0, in: file) }
        try refused?.finish()
        try printer.print(ImportRow(summary: summary, rejects: rejects))
        try printer.finish()
        if summary.refused > 0 { throw Exit.badInput }
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
