// `bookzone export`: all books as a table, for spreadsheets and other programs.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes all books out.",
        discussion: """
            For other programs: a table leaves out what has no place in it, as `bookzone export csv --help` says. The whole \
            store, to be loaded again, is what `bookzone store dump` writes.
            """,
        subcommands: [ExportCSV.self])
}

struct ExportCSV: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "csv", abstract: "Writes all books as a table.",
        discussion: """
            A row for each book: what it is, the lists it is on, your latest comment with its rating, and when you read \
            it. `bookzone import csv` takes the table back.

            Left out is what has no place in such a table: what others say and have read; your private and your \
            earlier comments, the days and languages of comments; further ISBNs, sources' ratings, and who said what \
            of a book; photos; the history. `bookzone store dump` writes all of it, to be loaded again.

            Cells that a spreadsheet would run as a formula begin with an apostrophe.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to a file, which appears when it is whole.", valueName: "file"),
        completion: .file())
    var output: String?
    @OptionGroup var person: PersonOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let catalogue = try storeOptions.existingCatalogue()
        var file = BufferedOutput(try ResultFile.open(output))
        try file.write(CSVRow.heads(ExportedBook.columns))
        var last: BookID?
        while let books = try catalogue.keptBooks(after: last, for: person.name) {
            last = books.last?.book.id
            for book in books {
                let exported = ExportedBook(
                    book.book, lists: book.lists, comment: book.comment, reading: book.reading)
                try file.write(CSVRow.line(exported, ExportedBook.columns))
            }
        }
        try file.finish()
        Console.note(
            "left out: what others say, private and earlier comments, their days, photos, the history; "
                + "`bookzone store dump` writes all of it")
    }
}
