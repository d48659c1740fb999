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
        while true {
            let books = try store.books(after: last, count: 500)
            guard let id = books.last?.id else { break }
            last = id
            for book in books { try file.write(row(for: book, in: store)) }
        }
        try file.finish()
    }

    private func row(for book: Book, in store: Store) throws -> String {
        guard let id = book.id else { return "" }
        let own = try store.comments(on: id, for: person.name).first {
            $0.book == id && $0.person == person.name && !$0.isPrivate
        }
        let exported = ExportedBook(
            book, lists: try store.lists(with: id, for: person.name), comment: own,
            reading: try store.reading(of: id, by: person.name))
        return CSVRow.line(exported, ExportedBook.columns)
    }
}
