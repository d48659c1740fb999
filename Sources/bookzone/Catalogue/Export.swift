// `bookzone export`: books as a file for other programs.
import ArgumentParser
import Books
import Catalogue
import Formats
import Formatting
import Lookup
import Output

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exports books in the formats of other programs.",
        usage: "bookzone export FORMAT [BOOK …] [options]",
        discussion: """
            \(writable)

            Without books, a list or a search, all books of the store are exported. Books that are given and have no title yet \
            are looked up. ISBNs may come from a scan:

              bookzone scan box | bookzone export bibtex -

            Each book goes with the lists it is on, your latest comment with its rating, and each time you read it, as far as \
            the format has room for them. Not exported: other people's comments and reading dates; your private and earlier \
            comments; ratings from sources; the origin of each field; photos; the history. `bookzone store dump` writes \
            all of these. docs/formats.md says what each format leaves out.

            \(Exit.help([.success: "every book was exported", .incomplete: "some are unknown or don't fit", .badInput: "an argument is not an ISBN", .notAsked: "a source could not be asked"]))
            """)

    @Argument(
        help: ArgumentHelp("What to write.", valueName: "format"), completion: .list(formats.map(\.name)))
    var format: String
    @Argument(
        help: "ISBNs, id:… for books without one, or - to read them from standard input, one per line.")
    var books: [String] = []
    @Option(
        help: ArgumentHelp("Export the books on this list.", valueName: "name"),
        completion: StoreCompletion.lists)
    var list: String?
    @Option(help: ArgumentHelp("Export the books that `search` finds.", valueName: "words"))
    var search: String?
    @Flag(help: "For spreadsheets: with a byte order mark, and ISBNs that stay as they are. With csv.")
    var excel = false
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file, which appears when it is complete.", valueName: "file"),
        completion: .file())
    var output: String?
    @OptionGroup var sources: SourceOptions
    @OptionGroup var catalogue: CatalogueOptions

    private static var formats: [FileFormat] { FileFormat.all.filter { $0.writer != nil } }

    private static var writable: String {
        formats.map { "  \($0.name.padding(toLength: 15, withPad: " ", startingAt: 0))\($0.title)" }
            .joined(separator: "\n")
    }

    func validate() throws {
        guard FileFormat.named(format)?.writer != nil else {
            throw ValidationError(
                "\(format): not a format that is written; choose one of \(Self.formats.map(\.name).joined(separator: ", "))"
            )
        }
        guard [!books.isEmpty, list != nil, search != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("give books, --list or --search: one of the three")
        }
        if excel, format != "csv" { throw ValidationError("--excel goes with csv") }
        if let search, search.tidied == nil { throw ValidationError("--search takes words") }
    }

    func run() async throws {
        guard let open = FileFormat.named(format)?.writer else { return }
        let (catalogue, currentUser) = try books.isEmpty ? catalogue.openExisting() : catalogue.open()
        var end = Exit.success
        var export = BookExport(
            writer: open(WriterOptions(isForSpreadsheets: excel)),
            file: BufferedOutput(try ResultFile.open(output)))
        try export.begin()
        if let chosen = try chosen(in: catalogue, for: currentUser, &end) {
            try await add(chosen, of: catalogue, for: currentUser, to: &export, &end)
        } else {
            var last: BookID?
            while let books = try catalogue.keptBooks(after: last, for: currentUser) {
                last = books.last?.book.id
                for book in books { try export.add(book) }
            }
            Console.note(
                "not exported: other people's comments, private and earlier comments, photos, the history; "
                    + "`bookzone store dump` writes all of it")
        }
        try export.finish()
        if export.left > 0 {
            Console.note(
                "\(export.left.counted("book")) can't be written in this format, for want of a title or an ISBN"
            )
            end.raise(to: .incomplete)
        }
        try end.end()
    }

    /// `nil` for all books.
    private func chosen(
        in catalogue: any LookupCatalogue, for person: String, _ end: inout Exit
    ) throws -> [BookSpecifier]? {
        if let list { return try catalogue.ids(on: list, for: person).map(BookSpecifier.id) }
        if let search {
            return try catalogue.ids(
                found: SearchQuery(words: search, person: person, limit: Int(Int32.max))
            ).map(BookSpecifier.id)
        }
        return books.isEmpty ? nil : BookArguments.references(books, &end)
    }

    /// In their order, each book once.
    private func add(
        _ chosen: [BookSpecifier], of catalogue: any LookupCatalogue, for person: String,
        to export: inout BookExport, _ end: inout Exit
    ) async throws {
        let lookup = try sources.lookupService(in: catalogue, for: person)
        var failures = SourceFailures()
        var left = chosen.uniqued[...]
        while !left.isEmpty {
            let batch = left.prefix(Self.mostHeld)
            left = left.dropFirst(batch.count)
            var cards: [BookSpecifier: BookCard] = [:]
            for book in batch { cards[book] = try catalogue.card(of: book, for: person) }
            let unnamed = batch.filter { cards[$0]?.book.title == nil }
            let isbns = unnamed.compactMap { cards[$0]?.book.isbn ?? $0.isbn }.uniqued
            var answers: [ISBN: LookupAnswer] = [:]
            if !isbns.isEmpty { try await lookup.lookUp(isbns, asking: .missing) { answers[$0.isbn] = $0 } }
            for book in batch {
                let answer = (cards[book]?.book.isbn ?? book.isbn).flatMap { answers[$0] }
                if let answer { failures.note(answer) }
                guard let card = answer?.card ?? cards[book] else {
                    Console.note(CatalogueError.unknownBook(book).message.printable)
                    end.raise(to: answer?.status == .notAsked ? .notAsked : .incomplete)
                    continue
                }
                try export.add(KeptBook(card, for: person))
            }
        }
        failures.noteWaiting()
    }

    /// Books that are looked up together.
    private static let mostHeld = 500
}

/// An export on its way into a file.
private struct BookExport: ~Copyable {
    var writer: any EntryWriter
    var file: BufferedOutput
    /// Books that the format could not hold.
    private(set) var left = 0

    init(writer: any EntryWriter, file: consuming BufferedOutput) {
        self.writer = writer
        self.file = file
    }

    mutating func begin() throws { try file.write(writer.beginning()) }

    mutating func add(_ book: KeptBook) throws {
        let text = writer.text(of: book)
        if text.isEmpty { left += 1 } else { try file.write(text) }
    }

    mutating func finish() throws {
        try file.write(writer.end())
        try file.finish()
    }
}
