// `bookzone list`: lists of books: owned, wanted, lent or any other, and reading states.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Lookup
import Output

struct Lists: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Manages lists of books: owned, wanted and your own.",
        discussion: """
            Without a subcommand, it shows all lists with their number of books.

            Everybody who uses the store shares the lists owned, wanted and those with other names. The lists \
            reading, read and abandoned belong to one person each (--as). Case makes no difference. Common names \
            are understood: to-read and wishlist mean wanted, “your library” means owned, currently-reading \
            means reading, and did-not-finish means abandoned.
            """,
        subcommands: [ListAdd.self, ListRemove.self, ListShow.self], defaultSubcommand: ListShow.self)
}

struct ListAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Puts books on a list.",
        discussion: """
            A book that is already on the list is not added again. A list is created with its first book. \
            Sources are asked about the books only with --lookup; otherwise the books wait for `lookup \
            --pending`.

            Every reading of a book is kept. --date is a day, a month or a year. Without it a reading begins today, and \
            ends today if the book was being read; otherwise no date is recorded. A date that falls within a known \
            reading corrects when that one ended.

            EXAMPLES
              bookzone list add wanted 0439023483
              bookzone list add read 0439023483 --date 2026-11-02 --as maria
              bookzone list add read 0439023483 --date 2019
              bookzone scan box1 | bookzone list add owned -
              bookzone scan box1 | bookzone list add owned --lookup -
            """)

    @Argument(
        help: "owned, wanted, read, reading, abandoned, or any name.", completion: StoreCompletion.lists)
    var name: String
    @OptionGroup var arguments: BookArguments
    @Flag(help: "Look up books without a title now, and print a line for each book.")
    var lookup = false
    @Option(
        help: ArgumentHelp(
            "When the book was started, finished or abandoned: 2026-11-02, 2026-11 or 2026.",
            valueName: "date"))
    var date: PartialDate?
    @OptionGroup var sources: SourceOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        if !lookup, let option = sources.given { throw ValidationError("\(option) requires --lookup") }
        try ListName.checkOne(name)
        try date?.check(for: name)
    }

    func run() async throws {
        var end = Exit.success
        let given = try arguments.references(&end)
        let (store, currentUser) = try catalogue.open()
        let list = ListName(name)
        // It refuses options before anything is changed.
        let lookupService =
            lookup
            ? try sources.lookupService(in: store, for: currentUser, covers: CoverWorker.maker()) : nil
        // If a site can't be reached, the change must still be saved for sending later.
        let hasNewBooks =
            try store.isRemote || given.contains { try $0.isbn != nil && store.book($0) == nil }
        let recordingStore = store.catalogueRecording(.putOnList, list?.text ?? name, by: currentUser)
        let change = try recordingStore.put(given, on: name, by: currentUser, on: date)
        let (added, left, unknown) = (change.count, change.noLongerWanted ?? 0, change.unknown ?? [])
        for book in unknown {
            Console.note(CatalogueError.unknownBook(book).message)
            end.raise(to: .incomplete)
        }
        let books = given.filter { !unknown.contains($0) }
        try SavedChange.print(
            "\((list?.text ?? name).printable): \(added) added, \(books.count - added) already there"
                + (left > 0 ? "; \(left) no longer wanted\n" : "\n"))
        if let newList = change.newList { Console.note(newList.note) }
        if list?.key == ListName.wanted { try noteOwned(of: books, in: store, for: currentUser) }
        if let lookupService {
            var printer = try RowPrinter<BookRow>(.text, to: OutputFile(nil))
            do {
                end.raise(to: try await lookupService.answer(books, person: currentUser, to: &printer))
                try printer.finish()
            } catch let error as OutputError {
                throw SavedChange.refusal(error)
            }
            try await lookupService.finishCovers()
        } else {
            try store.nameByReferences(books)
            let isUnnamed = try books.contains { try store.book($0)?.title == nil }
            if hasNewBooks, isUnnamed { try store.unnamed().note() }
        }
        try end.end()
    }

    /// Points out wanted books that are owned.
    private func noteOwned(
        of books: [BookSpecifier], in store: any LookupCatalogue, for currentUser: String
    ) throws(CatalogueError) {
        let owned = Set(try store.ids(on: ListName.owned, for: currentUser))
        for book in books {
            guard let known = try store.book(book), let id = known.id, owned.contains(id) else { continue }
            Console.note("\(known.isbn?.hyphenated ?? id.description): this book is owned already")
        }
    }
}

struct ListRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Takes books off a list.",
        discussion: """
            The books stay in the store. A list that becomes empty is removed, except owned and wanted. --date removes only \
            the readings of that date.
            """)

    @Argument(
        help: "owned, wanted, read, reading, abandoned, or any name.", completion: StoreCompletion.lists)
    var name: String
    @OptionGroup var arguments: BookArguments
    @Option(help: ArgumentHelp("Remove only readings that started or ended on this date.", valueName: "date"))
    var date: PartialDate?
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws { try date?.check(for: name) }

    func run() throws {
        var end = Exit.success
        let books = try arguments.references(&end)
        let list = ListName(name)
        let (existing, currentUser) = try catalogue.openExisting()
        let store = existing.catalogueRecording(.takeOffList, list?.text ?? name, by: currentUser)
        let removed =
            try list?.state.map { try store.unmark(books, as: $0, by: currentUser, on: date) }
            ?? store.remove(books, from: name)
        try SavedChange.print(
            "\((list?.text ?? name).printable): \(removed) removed, \(books.count - removed) not on it\n")
        try end.end()
    }
}

struct ListShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the books on a list, or all lists.")

    @Argument(help: "The list's name. Without it, all lists are shown.", completion: StoreCompletion.lists)
    var name: String?
    @OptionGroup var output: BookOutputOptions
    @OptionGroup var catalogue: CatalogueOptions

    func run() throws {
        let (store, currentUser) = try catalogue.openExisting()
        if let name {
            let ids = try store.ids(on: name, for: currentUser)
            try output.print(ids, in: store, for: currentUser)
            if ids.isEmpty { Console.noteOnTerminal("\((ListName(name)?.text ?? name).printable): no books") }
        } else {
            try output.print(ListRow.rows(store.lists()))
            try store.unnamed().note()
        }
    }
}
