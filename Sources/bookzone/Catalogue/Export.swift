// `bookzone export`: all books as a table, for spreadsheets and other programs.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Output

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exports all books.",
        discussion: """
            An export is for other programs. It leaves out what does not fit into a table: see `bookzone export \
            csv --help`. To save the whole store and load it again, use `bookzone store dump`.
            """,
        subcommands: [ExportCSV.self])
}

struct ExportCSV: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "csv", abstract: "Writes all books as a CSV table.",
        discussion: """
            One row per book: its data, the lists it is on, your latest comment with its rating, and each time you \
            read it. `bookzone import csv` reads the table.

            Not exported: other people's comments and reading dates; your private and earlier comments; dates \
            and languages of comments; further ISBNs; ratings from sources; the origin of each field; photos; \
            the history. `bookzone store dump` writes all of these.

            A cell that a spreadsheet would take for a formula begins with an apostrophe.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file, which appears when it is complete.", valueName: "file"),
        completion: .file())
    var output: String?
    @OptionGroup var person: PersonOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let catalogue = try storeOptions.existingCatalogue()
        var file = BufferedOutput(try ResultFile.open(output))
        try file.write(CSVRow.heads(ExportedBook.columns))
        let currentUser = try person.name(in: catalogue)
        var last: BookID?
        while let books = try catalogue.keptBooks(after: last, for: currentUser) {
            last = books.last?.book.id
            for book in books { try file.write(CSVRow.line(ExportedBook(book), ExportedBook.columns)) }
        }
        try file.finish()
        Console.note(
            "not exported: other people's comments, private and earlier comments, their dates, photos, the history; "
                + "`bookzone store dump` writes all of it")
    }
}
