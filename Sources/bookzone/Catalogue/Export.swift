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
            With the lists each is on and your latest comment. Cells that a spreadsheet would run as a formula begin \
            with an apostrophe. `bookzone import csv` takes the table back.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to a file, which appears when it is whole.", valueName: "file"),
        completion: .file())
    var output: String?
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let store = try storeOptions.openExisting()
        let file = try OutputFile(output)
        try file.write(BookTable.header)
        var last: BookID?
        while true {
            let books = try store.books(after: last, count: 500)
            guard let id = books.last?.id else { break }
            last = id
            try file.write(books.map { try row(for: $0, in: store) }.joined())
        }
        try file.finish()
    }

    private func row(for book: Book, in store: Store) throws -> String {
        guard let id = book.id else { return "" }
        let own = try store.comments(on: id, for: reader.name).first {
            $0.book == id && $0.person == reader.name && !$0.isPrivate
        }
        return BookTable.row(book, lists: try store.lists(with: id), comment: own)
    }
}
