// `bookzone export`: writes books to a file for other programs.
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
            \(FileFormat.written.helpLines)

            Without books, a list or a search, all books of the store are exported. Books that are given and have no title yet \
            are looked up. ISBNs may come from a scan:

              bookzone scan box | bookzone export bibtex -

            Each book goes with the lists it is on, your latest comment with its rating, and each time you read it, as far as \
            the format has room for them. Not exported: other people's comments and reading dates; your private and earlier \
            comments; copies, except by abebooks; loans and reservations; which books are editions of one work; ratings \
            from sources; the origin of each field; photos; the history. `bookzone store dump` writes all of these. docs/formats.md says what each format leaves out.

            \(Exit.help([.success: "every book was exported", .incomplete: "some are unknown or don't fit", .badInput: "an argument is not an ISBN, or prices are in several currencies", .notAsked: "a source could not be asked"]))
            """)

    @Argument(
        help: ArgumentHelp("What to write.", valueName: "format"),
        completion: .list(FileFormat.written.map(\.name)))
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
    @Flag(help: "For spreadsheets, csv only: add a byte order mark, and keep ISBNs from being rounded.")
    var excel = false
    @Option(
        name: .output,
        help: ArgumentHelp(
            "Write to this file, or folder for calibre, which appears when it is complete.", valueName: "path"
        ),
        completion: .file())
    var outputPath: String?
    @OptionGroup var sources: SourceOptions
    @OptionGroup var catalogue: CatalogueOptions

    /// `nil` is standard output.
    private var output: String? { outputPath?.outputFile }

    func validate() throws {
        guard let chosen = FileFormat.written.named(format) else {
            throw ValidationError(
                "\(format): not a format that is written; choose one of \(FileFormat.written.names)"
            )
        }
        guard [!books.isEmpty, list != nil, search != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("give books, --list or --search: one of the three")
        }
        if chosen.folderWriter != nil, (output ?? "").isEmpty {
            throw ValidationError(
                "\(format) is a folder of files: give --output FOLDER, one that is new or empty")
        }
        if excel, format != "csv" { throw ValidationError("--excel requires the format csv") }
        if let search, search.tidied == nil { throw ValidationError("--search takes words") }
    }

    func run() async throws {
        guard let format = FileFormat.written.named(format) else { return }
        let (catalogue, currentUser, copies) = try opened(for: format)
        var end = Exit.success
        let chosen = try chosen(in: catalogue, for: currentUser, &end)
        try requireOneCurrency(of: copies, chosen)
        guard let export = try export(in: format, of: catalogue, copies) else { return }
        if let chosen {
            try await add(chosen, of: catalogue, for: currentUser, to: export, &end)
        } else {
            var last: BookID?
            while let books = try catalogue.keptBooks(after: last, for: currentUser) {
                last = books.last?.book.id
                for book in books { try export.add(book) }
            }
        }
        try export.finish()
        if chosen == nil {
            let copies = format.copyWriter == nil ? "copies, " : ""
            Console.note(
                "not exported: other people's comments, private and earlier comments, \(copies)loans, reservations, "
                    + "which books are editions of one work, photos, the history; `bookzone store dump`, where the store is, writes all of it"
            )
        }
        for book in export.left.large {
            let name = book.reference.map { "\($0)" } ?? book.title ?? ""
            Console.note(
                "\(name.printable): too large for this format; choose another, such as marcxml or csv")
        }
        for copy in export.left.copies { Console.note(copy.words.printable) }
        if export.left.unsold > 0 {
            Console.note(
                "\(export.left.unsold.counted("book")) \(export.left.unsold == 1 ? "has" : "have") no copy for sale; see `bookzone copy edit --price`"
            )
        }
        if export.left.incomplete > 0 {
            let rest = export.left.incomplete > export.left.named.count ? " …" : ""
            Console.note(
                "\(export.left.incomplete.counted("book")) can't be written in this format, for want of a title or an ISBN: \(export.left.named.joined(separator: ", "))\(rest)"
                    .printable)
        }
        if export.left.incomplete > 0 || !export.left.large.isEmpty { end.raise(to: .incomplete) }
        try end.end()
    }

    /// Also returns the copies, for a format of copies: these are in a store's file. Of a list on which copies are counted,
    /// they are those on it.
    private func opened(
        for format: FileFormat
    ) throws -> (catalogue: any LookupCatalogue, currentUser: String, copies: [BookCopy]) {
        if format.copyWriter != nil {
            let store = try catalogue.storeOptions.openExisting(.copies)
            let all = try store.copies(CopyQuery())
            let key = list.flatMap(ListName.init)?.key
            let counted = all.filter { $0.list == key }
            return (store, try catalogue.person.name(in: store), counted.isEmpty ? all : counted)
        }
        let (opened, currentUser) = try books.isEmpty ? catalogue.openExisting() : catalogue.open()
        // A shared catalogue's readings and comments have the account's name.
        return (opened, try opened.currentUser(currentUser), [])
    }

    /// A table of copies for sale has prices without a currency.
    ///
    /// - Parameter chosen: `nil` for all books.
    private func requireOneCurrency(of copies: [BookCopy], _ chosen: [BookSpecifier]?) throws {
        let chosen = chosen.map(Set.init)
        let forSale = copies.filter { copy in
            guard copy.isForSale, let chosen else { return copy.isForSale }
            let names = [copy.specifier, copy.book.map(BookSpecifier.id)].compactMap(\.self)
            return names.contains(where: chosen.contains)
        }
        let currencies = Dictionary(grouping: forSale) { $0.price?.currency ?? "" }
            .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        guard currencies.count > 1 else { return }
        let words = currencies.map { currency, copies in
            let names = copies.prefix(Self.mostNames).map(\.name).joined(separator: ", ")
            return "\(copies.count) in \(currency): \(names)\(copies.count > Self.mostNames ? " …" : "")"
        }
        throw Refusal(
            """
            the prices of these copies are in several currencies, and the table takes one (\(words.joined(separator: "; "))); \
            choose books with --list or --search, or see `bookzone copy edit --price`
            """)
    }

    /// How many copies of a currency are named.
    private static let mostNames = 3

    /// - Parameter catalogue: contains the covers.
    private func export(
        in format: FileFormat, of catalogue: any LookupCatalogue, _ copies: [BookCopy]
    ) throws -> (any BookExport)? {
        if let writer = format.folderWriter?(), let output {
            try ResultFile.checkStores(output)
            return FolderExport(
                writer: writer, folder: try OutputFolder(output), covers: catalogue)
        }
        guard
            let writer = format.copyWriter?(copies)
                ?? format.writer?(WriterOptions(isForSpreadsheets: excel))
        else { return nil }
        return try FileExport(writer: writer, file: BufferedOutput(ResultFile.open(output)))
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
        return books.isEmpty ? nil : try BookArguments.references(books, &end)
    }

    /// In order, each book once.
    private func add(
        _ chosen: [BookSpecifier], of catalogue: any LookupCatalogue, for person: String,
        to export: any BookExport, _ end: inout Exit
    ) async throws {
        let lookup = try sources.lookupService(in: catalogue, for: person)
        var failures = SourceFailures()
        var left = chosen.uniqued[...]
        while !left.isEmpty {
            let batch = left.prefix(Self.mostHeld)
            left = left.dropFirst(batch.count)
            var cards: [BookSpecifier: BookCard] = [:]
            try catalogue.forEachCard(of: Array(batch), for: person) { card in
                if let id = card.book.id { cards[.id(id)] = card }
                if let isbn = card.book.isbn { cards[.isbn(isbn)] = card }
            }
            let unnamed = batch.filter { cards[$0]?.book.title == nil }
            let isbns = unnamed.compactMap { cards[$0]?.book.isbn ?? $0.isbn }.uniqued
            var answers: [ISBN: LookupAnswer] = [:]
            if !isbns.isEmpty { try await lookup.lookUp(isbns, asking: .missing) { answers[$0.isbn] = $0 } }
            for book in batch {
                let answer = (cards[book]?.book.isbn ?? book.isbn).flatMap { answers[$0] }
                if let answer { failures.note(answer) }
                guard let card = answer?.card ?? cards[book] else {
                    let isPending = answer?.status == .notAsked
                    Console.note(
                        isPending
                            ? "\(book): not exported: a source could not be asked"
                            : CatalogueError.unknownBook(book).message.printable)
                    end.raise(to: isPending ? .notAsked : .incomplete)
                    continue
                }
                try export.add(KeptBook(card, for: person))
            }
        }
        try failures.noteWaiting(in: lookup)
    }

    /// How many books are looked up together.
    private static let mostHeld = 500
}

extension [FileFormat] {
    /// One line for each format, with a description.
    var helpLines: String {
        map { "  \($0.name.padding(toLength: 15, withPad: " ", startingAt: 0))\($0.title)" }
            .joined(separator: "\n")
    }

    var names: String { map(\.name).joined(separator: ", ") }
}

/// Books that were not written.
private struct BooksLeft {
    /// Those that are too large for the format.
    private(set) var large: [Book] = []
    /// How many lack a title or an ISBN that the format requires, and the names of the first.
    private(set) var (incomplete, named): (Int, [String]) = (0, [])
    /// How many have no copy for sale.
    var unsold = 0
    var copies: [CopyRefusal] = []

    /// How many books are named.
    private static let mostNames = 10

    /// Adds one that the format can't represent.
    mutating func add(_ book: Book, isTooLarge: Bool) {
        if isTooLarge { return large.append(book) }
        incomplete += 1
        guard named.count < Self.mostNames else { return }
        let parts = [book.reference.map { "\($0)" }, book.title].compactMap(\.self)
        named.append(parts.joined(separator: " "))
    }
}

extension CopyRefusal {
    /// `copy:4 (K 1): not exported: no price`.
    fileprivate var words: String {
        let words = reasons.map { reason in
            switch reason {
            case .noPrice: "no price"
            case .noTitle: "its book has no title"
            case .lent: copy.stateWords
            case .longPrice(let limit): "a price of more than \(limit) characters"
            }
        }
        return "\(copy.name): not exported: \(words.joined(separator: ", "))"
    }
}

/// The destination of an export: a file or a folder.
private protocol BookExport: AnyObject {
    var left: BooksLeft { get }

    func add(_ book: KeptBook) throws
    func finish() throws
}

private final class FileExport: BookExport {
    private var writer: any EntryWriter
    private var file: BufferedOutput
    private(set) var left = BooksLeft()

    init(writer: any EntryWriter, file: consuming BufferedOutput) throws {
        self.writer = writer
        self.file = file
        try self.file.write(self.writer.beginning())
    }

    func add(_ book: KeptBook) throws {
        left.copies += writer.copiesLeft(of: book)
        let text = writer.text(of: book)
        guard text.isEmpty else { return try file.write(text) }
        let refusal = writer.refusal(of: book)
        if refusal == .notForSale {
            left.unsold += 1
            return
        }
        left.add(book.book, isTooLarge: refusal == .tooLarge)
    }

    func finish() throws {
        try file.write(writer.end())
        try file.finish()
    }
}

private final class FolderExport: BookExport {
    private var writer: any FolderWriter
    private let folder: OutputFolder
    private let covers: any BookReader
    private(set) var left = BooksLeft()

    init(writer: any FolderWriter, folder: OutputFolder, covers: any BookReader) {
        self.writer = writer
        self.folder = folder
        self.covers = covers
    }

    func add(_ book: KeptBook) throws {
        let cover = try book.book.id.flatMap { try covers.coverJPEG(of: .id($0), .large) }
        guard let (path, text) = writer.file(of: book, hasCover: cover != nil) else {
            left.add(book.book, isTooLarge: false)
            return
        }
        try folder.write(text.utf8, to: path)
        if let cover { try folder.write(cover, to: path[..<path.nameStart] + "cover.jpg") }
    }

    func finish() throws { try folder.finish() }
}
