// `bookzone list`: what is owned, wanted, lent, or on any other list.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct Lists: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Keeps lists of books: owned, wanted, and others by name.",
        subcommands: [ListAdd.self, ListRemove.self, ListShow.self])
}

struct ListAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Puts books on a list.",
        discussion: """
            A book that is on the list already stays there once. A list is made by its first book.

            EXAMPLES
              bookzone list add wanted 0439023483
              bookzone scan box1 | bookzone list add owned -
            """)

    @Argument(help: "owned, wanted, or any name.") var name: String
    @OptionGroup var arguments: BookArguments
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        var code: Int32 = 0
        let given = arguments.references(&code)
        let store = try storeOptions.open()
        let books = try given.filter { book in
            guard case .id = book, try store.book(book) == nil else { return true }
            Console.note(CatalogueError.unknownBook(book).message)
            code = max(code, 1)
            return false
        }
        let added = try store.add(books, to: name)
        try OutputFile(nil).write(
            "\(name.printable): \(added) added, \(books.count - added) already there\n")
        if code != 0 { throw ExitCode(code) }
    }
}

struct ListRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Takes books off a list.",
        discussion: "The books stay in the store. A list other than owned and wanted goes with its last book."
    )

    @Argument(help: "owned, wanted, or any name.") var name: String
    @OptionGroup var arguments: BookArguments
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        var code: Int32 = 0
        let books = arguments.references(&code)
        let removed = try storeOptions.openExisting().remove(books, from: name)
        try OutputFile(nil).write(
            "\(name.printable): \(removed) removed, \(books.count - removed) not on it\n")
        if code != 0 { throw ExitCode(code) }
    }
}

struct ListShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the books of a list, or all lists.")

    @Argument(help: "A list's name; without one, all lists are named.") var name: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var reader: ReaderOptions

    func run() throws {
        let store = try storeOptions.openExisting()
        guard let name else { return try showLists(store.lists()) }
        try BookPrinter(output, store, reader).print(store.books(on: name))
    }

    private func showLists(_ lists: [BookList]) throws {
        let file = try OutputFile(output.output)
        let width = lists.map(\.name.columns).max() ?? 0
        if output.chosen == .csv { try file.write(CSVRow.line(["list", "books"])) }
        for list in lists {
            switch output.chosen {
            case .table, .text:
                try file.write("\(list.name.printable.padded(to: width))  \(list.count)\n")
            case .jsonl: try file.write(JSONLine.line(list))
            case .csv: try file.write(CSVRow.line([list.name.printable, "\(list.count)"]))
            }
        }
        try file.finish()
    }
}

extension BookList: Encodable {
    private enum CodingKeys: String, CodingKey { case list, books }

    public func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: CodingKeys.self)
        try record.encode(name, forKey: .list)
        try record.encode(count, forKey: .books)
    }
}
