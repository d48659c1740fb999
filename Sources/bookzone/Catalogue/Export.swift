// `bookzone export`: all books as a table, for spreadsheets and other programs.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes all books out.", subcommands: [ExportCSV.self])
}

struct ExportCSV: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "csv", abstract: "Writes all books as a table.",
        discussion: """
            With the lists each is on, your latest comment, and when you read it. Cells that a spreadsheet would run as a formula begin \
            with an apostrophe. `bookzone import csv` takes the table back.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to a file, which appears when it is whole.", valueName: "file"),
        completion: .file())
    var output: String?
    @OptionGroup var person: PersonOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let store = try storeOptions.openExisting()
        var file = BufferedOutput(try ResultFile.open(output))
        try file.write(CSVRow.heads(ExportedBook.columns))
        var last: BookID?
        while let books = try store.keptBooks(after: last, for: person.name) {
            last = books.last?.book.id
            for book in books {
                let exported = ExportedBook(
                    book.book, lists: book.lists, comment: book.comment, reading: book.reading)
                try file.write(CSVRow.line(exported, ExportedBook.columns))
            }
        }
        try file.finish()
    }
}
