// `bookzone copy`: the copies of books, each a thing with a place.
import ArgumentParser
import Batch
import Books
import Catalogue
import Formats
import Formatting
import Output
import Reading

struct Copies: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Adds, shows and changes copies of books.",
        discussion: """
            A copy is named by its number (copy:12), by the label that the house puts on it, or, if there is only \
            one of a book, by the book's ISBN or id:….
            """,
        subcommands: [
            CopyAdd.self, CopyShow.self, CopyMove.self, CopyEditing.self, CopyRemove.self, CopyLink.self,
        ])
}

struct CopyShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows copies: all, those of a book, or those in a place.",
        discussion: Exit.help([.success: "there are some", .incomplete: "there are none"]))

    @Argument(help: "A copy, or a book with all its copies.") var what: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only copies in this place, and in the places in it.", valueName: "path"))
    var place: String?
    @Option(
        help: ArgumentHelp("Only copies on this list.", valueName: "name"), completion: StoreCompletion.lists)
    var list: String?
    @Flag(help: "Also copies that are gone.") var gone = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var catalogue: CopyOptions

    func run() throws {
        let (store, _) = try catalogue.open()
        var query = CopyQuery()
        (query.place, query.list, query.includesGone) = (place, list, gone)
        let copies: [BookCopy]
        if let what, let book = try? BookSpecifier(given: what.tidied ?? ""), try store.book(book) != nil {
            query.book = book
            copies = try store.copies(query)
        } else {
            copies = try what.map { try store.copies(named: $0) } ?? store.copies(query)
        }
        try output.print(copies.map(CopyRow.init))
        if copies.isEmpty {
            if let list { try store.requireList(list) }
            Console.noteOnTerminal("no copies")
            throw Exit.incomplete
        }
    }
}

struct CopyMove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Moves copies to another place.",
        discussion: Exit.help([
            .success: "all were moved", .incomplete: "some are unknown",
            .badInput: "some match several copies",
        ]))

    @Argument(help: .copies) var copies: [String]
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A path such as room/case/shelf; an empty text if it is unknown.", valueName: "place"))
    var to: String
    @OptionGroup var catalogue: CopyOptions

    func run() throws {
        try catalogue.forEachCopy(of: copies, .editCopy) { store, copy in
            try store.edit(copy: copy, CopyEdit([.place: to]))
        }
    }
}

struct CopyEditing: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what is known of a copy.",
        discussion: """
            An empty text clears a field (--price ""). A copy with --gone or --reason is no longer counted; \
            --gone "" brings it back. If it was a book's last copy on its list, the book leaves the list.
            """)

    @Argument(help: .copy) var copy: String
    @OptionGroup var fields: CopyFields
    @Option(help: ArgumentHelp("When it left the house: a year, a month or a day.", valueName: "date"))
    var gone: String?
    @Option(
        help: ArgumentHelp(
            "Why it is gone: sold, lost, given or withdrawn. The date is today without --gone.",
            valueName: "reason"))
    var reason: String?
    @OptionGroup var catalogue: CopyOptions

    private var edit: CopyEdit {
        var edit = fields.edit
        (edit.texts[.gone], edit.texts[.reason]) = (gone, reason)
        return edit
    }

    func validate() throws {
        if edit.texts.isEmpty { throw ValidationError("give the fields to change: --place, --price …") }
        if gone == "", reason?.isEmpty == false {
            throw ValidationError("a copy that is not gone has no --reason")
        }
    }

    func run() throws {
        try catalogue.forEachCopy(of: [copy], .editCopy) { store, copy in
            let newList = try fields.newList(in: store)
            let changed = try store.edit(copy: copy, edit)
            // A copy that is gone is on no list.
            if let newList, changed.gone == nil { Console.note(newList.note) }
            return changed
        }
    }
}

struct CopyRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes copies that were never there.",
        discussion: """
            For copies that were sold, lost or given away, use `copy edit --reason`. A book without copies leaves the list.

            \(Exit.help([.success: "all were removed", .incomplete: "some are unknown", .badInput: "some match several copies"]))
            """)

    @Argument(help: .copies) var copies: [String]
    @OptionGroup var catalogue: CopyOptions

    func run() throws {
        try catalogue.forEachCopy(of: copies, .removeCopy) { store, copy in try store.removeCopy(copy) }
    }
}

struct CopyLink: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Gives copies labels of their own.",
        discussion: """
            A label names one copy, and is never read as an ISBN. Of several identical copies of a book, one without a label is \
            chosen.

            EXAMPLES
              bookzone copy link 0439023483 "K 1204"
              bookzone copy link - < labels.tsv      # a copy and its label on each line, with a tab or a comma between them
              bookzone copy link --photos run.jsonl  # of each photo in a scan's results that shows one ISBN and one label

            \(Exit.help([.success: "all have their labels", .incomplete: "some copies are unknown", .badInput: "some labels are taken or wrong"]))
            """)

    @Argument(help: "A copy, or - for lines of standard input.") var copy: String?
    @Argument(help: "Its label.") var label: String?
    @Option(
        help: ArgumentHelp(
            "Take ISBN and label from the photos of these results.", valueName: "results"),
        completion: .file())
    var photos: String?
    @OptionGroup var catalogue: CopyOptions

    func validate() throws {
        let isComplete = photos == nil ? copy != nil && (copy == "-") == (label == nil) : copy == nil
        guard isComplete else { throw ValidationError("give a copy and its label, -, or --photos") }
        if let label, label.tidied == nil { throw ValidationError("the label is empty") }
    }

    func run() throws {
        let (labels, end) =
            try photos.map(Self.labels(inPhotosOf:))
            ?? label.map { ([CopyLabel(copy: copy ?? "", label: $0)], .success) } ?? Self.listedLabels()
        try catalogue.change(labels, .editCopy, label, end: end, naming: \.origin) { store, line in
            try store.label(line.copy, as: line.label)
        }
    }

    private struct CopyLabel {
        var copy: String
        var label: String
        /// The photo that shows it.
        var photo: String?

        /// In front of what is wrong with it.
        var origin: String? { photo.map { "\($0): label “\(label)”" } }
    }

    private typealias Labels = (labels: [CopyLabel], end: Exit)

    /// Photos without a label are passed over; so are those with several labels or books, and this is said.
    private static func labels(inPhotosOf results: String) throws -> Labels {
        try ResultFile.checkRecords([results])
        var labels: [CopyLabel] = []
        var end = Exit.success
        var batch = RecordBatch([PhotoPath(results)])
        while true {
            do throws(PartError) {
                guard let result = try batch.next() else { return (labels, end) }
                for record in result.records {
                    let found = record.others.filter { $0.number.kind == .label }
                    guard let label = found.first else { continue }
                    guard found.count == 1, record.ownISBNs.count == 1 else {
                        let shown =
                            found.map { "label “\($0.number.value)”" }
                            + record.ownISBNs.map(\.isbn.hyphenated)
                        let words = shown.joined(separator: ", ")
                        Console.note(
                            "\(record.pageName): does not show one label and one ISBN, but \(words); left out"
                                .printable)
                        end.raise(to: .badInput)
                        continue
                    }
                    labels.append(
                        CopyLabel(
                            copy: record.ownISBNs[0].isbn.isbn13, label: label.number.value,
                            photo: record.pageName))
                }
            } catch {
                Console.note(error.message)
                end.raise(to: .badInput)
            }
        }
    }

    /// Of lines of standard input.
    private static func listedLabels() throws(Refusal) -> Labels {
        var labels: [CopyLabel] = []
        var end = Exit.success
        for line in try TextFile.lines("-") where line.tidied != nil {
            let unquoted = line.replacing(/"[^"]*"/, with: "")
            let mark = ["\t", ";"].first { unquoted.contains($0) } ?? ","
            let fields = DelimitedReader.fields(of: line, separatedBy: Array(mark.utf8)[0]) ?? []
            guard let copy = fields.first?.tidied,
                let label = fields.dropFirst().joined(separator: mark).tidied
            else {
                Console.note("\(line.excerpt): not a copy and a label, with a tab or a comma between them")
                end.raise(to: .badInput)
                continue
            }
            labels.append(CopyLabel(copy: copy, label: label))
        }
        return (labels, end)
    }
}

/// Fields of a copy that is there.
struct CopyFields: ParsableArguments {
    // Texts may begin with a hyphen.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Its own label: a number, or the text of a barcode.", valueName: "text"))
    var label: String?
    @Option(
        help: ArgumentHelp("The shared list on which it is counted. Default: owned.", valueName: "name"),
        completion: StoreCompletion.lists)
    var list: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where it is: a path such as room/case/shelf.", valueName: "path"))
    var place: String?
    @Option(parsing: .unconditional) var condition: String?
    @Option(help: ArgumentHelp("Amount and currency, such as \"12.50 EUR\".", valueName: "price")) var price:
        String?
    @Option(help: ArgumentHelp("When it came: a year, a month or a day.", valueName: "date")) var acquired:
        String?
    @Option(parsing: .unconditional) var notes: String?

    var edit: CopyEdit {
        let texts: [CopyEdit.Field: String?] = [
            .label: label, .list: list, .place: place, .condition: condition, .price: price,
            .acquired: acquired,
            .notes: notes,
        ]
        return CopyEdit(texts.compactMapValues(\.self))
    }

    func validate() throws { if let list { try ListName.checkOne(list) } }

    func newList(in store: Store) throws(CatalogueError) -> NewList? {
        guard let list else { return nil }
        return try NewList(list, in: store)
    }
}

extension ListName {
    /// Refuses what may be meant as several lists.
    static func checkOne(_ name: String) throws {
        if name.contains(",") {
            throw ValidationError("\(name): a list's name can't contain a comma; give one list at a time")
        }
    }
}

extension Store {
    /// - Throws: `unknownList`.
    fileprivate func requireList(_ name: String) throws(CatalogueError) {
        if try !hasList(name) { throw .unknownList(name) }
    }

    func hasList(_ name: String) throws(CatalogueError) -> Bool {
        let key = ListName(name)?.key
        return try lists().contains { $0.person == nil && ListName($0.name)?.key == key }
    }
}

extension ArgumentHelp {
    static let copy: ArgumentHelp = "copy:…, a label, or the ISBN or id:… of a book with one copy."
    static let copies: ArgumentHelp =
        "Each copy:…, a label, or the ISBN or id:… of a book with one copy; or - to read them from standard input, one per line."
}

extension CopyOptions {
    /// Changes each copy of the arguments, or of lines of standard input.
    func forEachCopy(
        of copies: [String], _ action: HistoryEntry.Action, _ body: (Store, String) throws -> BookCopy
    ) throws {
        let copies = try Console.names(copies)
        try change(copies, action, copies.count == 1 ? copies[0] : nil, body)
    }

    /// Changes copies as one change, and prints the copies that result.
    ///
    /// - Parameters:
    ///   - end: the exit code so far.
    ///   - naming: where an item comes from, for messages; `nil` if the message itself says it.
    func change<Item>(
        _ items: [Item], _ action: HistoryEntry.Action, _ detail: String?, end: Exit = .success,
        naming: (Item) -> String? = { _ in nil },
        _ body: (Store, Item) throws -> BookCopy
    ) throws {
        let (store, currentUser) = try open()
        try store.change(items, action, detail, by: currentUser, end: end, naming: naming, body).end()
    }
}

extension Store {
    /// The same in a store that is open.
    ///
    /// - Returns: the exit code.
    func change<Item>(
        _ items: [Item], _ action: HistoryEntry.Action, _ detail: String?, by currentUser: String,
        end: Exit, naming: (Item) -> String? = { _ in nil },
        _ body: (Store, Item) throws -> BookCopy
    ) throws -> Exit {
        var end = end
        let store = recordingChange(action, detail, by: currentUser)
        let output = try OutputFile(nil)
        for item in items {
            do {
                let row = CopyRow(try body(store, item))
                try SavedChange.printing { try output.write(row.textLines.map { $0 + "\n" }.joined()) }
            } catch let error as CatalogueError {
                guard [.incomplete, .badInput].contains(error.end) else { throw error }
                let origin = naming(item).map { "\($0): " } ?? ""
                Console.note("\(origin)\(error.message)".printable)
                end.raise(to: error.end)
            }
        }
        return end
    }
}
