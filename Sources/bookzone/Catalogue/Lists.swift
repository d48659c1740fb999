// `bookzone list`: what is owned, wanted, lent, or on any other list, and what a person reads.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct Lists: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Keeps lists of books: owned, wanted, and others by name.",
        discussion: """
            Alone it names the lists, with how many books are on each.

            owned, wanted and lists of other names belong to all who share the store; reading, read and abandoned to \
            a person each (--as). Case makes no difference, and usual other names are understood: to-read and \
            wishlist are wanted, “your library” is owned, currently-reading is reading, did-not-finish is abandoned.
            """,
        subcommands: [ListAdd.self, ListRemove.self, ListShow.self], defaultSubcommand: ListShow.self)
}

struct ListAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Puts books on a list.",
        discussion: """
            A book that is on the list already stays there once. A list is made by its first book. Nobody is asked \
            what the books are unless --lookup is given: until then they wait for `lookup --pending`.

            A book has one of reading, read and abandoned for each person. It began today, or on --date, and so it \
            ended where it was being read; when else it was read is known only where --date says so.

            EXAMPLES
              bookzone list add wanted 0439023483
              bookzone list add read 0439023483 --date 2026-11-02 --as maria
              bookzone scan box1 | bookzone list add owned -
              bookzone scan box1 | bookzone list add owned --lookup -
            """)

    @Argument(
        help: "owned, wanted, read, reading, abandoned, or any name.", completion: StoreCompletion.lists)
    var name: String
    @OptionGroup var arguments: BookArguments
    @Flag(help: "Ask at once what the books are that have no title yet, and print a line for each book.")
    var lookup = false
    @Option(help: ArgumentHelp("When it was begun, read or abandoned: 2026-11-02.", valueName: "day"))
    var date: Day?
    @OptionGroup var sources: SourceOptions
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    func validate() throws {
        if !lookup, let option = sources.given { throw ValidationError("\(option) goes with --lookup") }
        if name.contains(",") {
            throw ValidationError("\(name): a list's name has no comma; add to one list after the other")
        }
        if date != nil, ListName(name)?.state == nil {
            throw ValidationError("--date goes with reading, read and abandoned")
        }
    }

    func run() async throws {
        var end = Exit.success
        let given = arguments.references(&end)
        let store = try storeOptions.catalogue()
        let books = try given.filter { book in
            guard case .id = book, try store.book(book) == nil else { return true }
            Console.note(CatalogueError.unknownBook(book).message)
            end.raise(to: .incomplete)
            return false
        }
        let list = ListName(name)
        // A site that can't be reached must not keep the change from waiting here.
        let local = store as? Store
        let lists = try local?.lists().compactMap { $0.person == nil ? ListName($0.name)?.key : nil }
        let isNew = list.map { $0.state == nil && lists?.contains($0.key) == false } ?? false
        let wanted = try local.map { try Set($0.ids(on: ListName.wanted, for: person.name)) } ?? []
        let recorded = store.recorded(.putOnList, list?.text ?? name, by: person.name)
        let added =
            try list?.state.map { try recorded.mark(books, as: $0, by: person.name, on: date) }
            ?? recorded.add(books, to: name)
        var output = BufferedOutput(try OutputFile(nil))
        let left = try wanted.subtracting(local?.ids(on: ListName.wanted, for: person.name) ?? []).count
        try output.write(
            "\((list?.text ?? name).printable): \(added) added, \(books.count - added) already there"
                + (left > 0 ? "; \(left) no longer wanted\n" : "\n"))
        try output.flush()
        if isNew { Console.note("\((list?.text ?? name).printable): a new list") }
        if lookup {
            var printer = try RowPrinter<BookRow>(.text, to: OutputFile(nil))
            let lookup = try sources.informant(in: store, for: person.name)
            end.raise(to: try await lookup.answer(books, person: person.name, to: &printer))
            try printer.finish()
        } else {
            try store.unnamed().note()
        }
        try end.end()
    }
}

struct ListRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Takes books off a list.",
        discussion: "The books stay in the store. A list other than owned and wanted goes with its last book."
    )

    @Argument(
        help: "owned, wanted, read, reading, abandoned, or any name.", completion: StoreCompletion.lists)
    var name: String
    @OptionGroup var arguments: BookArguments
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    func run() throws {
        var end = Exit.success
        let books = arguments.references(&end)
        let list = ListName(name)
        let store = try storeOptions.existingCatalogue()
            .recorded(.takeOffList, list?.text ?? name, by: person.name)
        let removed =
            try list?.state.map { try store.unmark(books, as: $0, by: person.name) }
            ?? store.remove(books, from: name)
        try OutputFile(nil).write(
            "\((list?.text ?? name).printable): \(removed) removed, \(books.count - removed) not on it\n")
        try end.end()
    }
}

struct ListShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the books of a list, or names all lists.")

    @Argument(help: "A list's name; without one, all lists are named.", completion: StoreCompletion.lists)
    var name: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    func run() throws {
        let store = try storeOptions.existingCatalogue()
        if let name {
            try output.print(store.ids(on: name, for: person.name), in: store, for: person)
        } else {
            try output.print(ListRow.rows(store.lists()))
            try store.unnamed().note()
        }
    }
}
