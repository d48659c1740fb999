// `bookzone lend`, `return`, `reserve` and `loans`: who has which copy.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Output

struct Lend: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lends copies to a person.",
        discussion: """
            A copy that is lent, lost or gone is not lent, nor one that is held for somebody who reserved its book.

            \(Exit.help([.success: "all were lent", .incomplete: "some are unknown", .badInput: "some were not lent"]))
            """)

    @Argument(help: .copies) var copies: [String]
    @Option(help: ArgumentHelp("Who borrows them.", valueName: "person"), completion: StoreCompletion.people)
    var to: String
    @Option(help: ArgumentHelp("The last day, such as 2026-12-24.", valueName: "date")) var due: Day?
    @OptionGroup var catalogue: CopyOptions

    func validate() throws {
        if to.tidied == nil { throw ValidationError("--to is the name of a person") }
        if let due, let today = Day.today, due < today {
            throw ValidationError("--due \(due) is in the past")
        }
    }

    func run() throws {
        try catalogue.forEachCopy(of: copies, .lend) { store, copy in
            try store.lend(copy, to: to.tidied ?? "", due: due)
        }
    }
}

struct Return: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes copies back that were lent.",
        discussion: """
            If somebody has reserved the book, the copy is held for them from now on. One that was lost is there again.

            \(Exit.help([.success: "all were taken back", .incomplete: "some are unknown", .badInput: "some were not lent"]))
            """)

    @Argument(help: .copies) var copies: [String]
    @OptionGroup var catalogue: CopyOptions

    func run() throws {
        try catalogue.forEachCopy(of: copies, .takeBack) { store, copy in try store.takeBack(copy) }
    }
}

struct Reserve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reserves a book for a person.",
        discussion: """
            A copy in the house is held for them; otherwise the next one that comes back and that nobody else waits for. The \
            reservation ends when a copy is lent to them.

            \(Exit.help([.success: "it was done", .incomplete: "the book or copy is unknown", .badInput: "it was not"]))
            """)

    @Argument(help: "An ISBN, id:… for a book without one, or copy:… or the label of one of its copies.")
    var book: String
    @Option(
        name: .customLong("for"), help: ArgumentHelp("Who waits for it.", valueName: "person"),
        completion: StoreCompletion.people) var person: String
    @Flag(help: "Cancel the reservation.") var cancel = false
    @OptionGroup var catalogue: CopyOptions

    func validate() throws {
        if person.tidied == nil { throw ValidationError("--for is the name of a person") }
    }

    func run() throws {
        let (store, currentUser) = try catalogue.open()
        let book = try specifier(in: store)
        let person = person.tidied ?? ""
        let words: String
        if cancel {
            // Then, the store may not know the name any more.
            let reader = try store.spelling(of: person)
            try store.recordingChange(.cancelReservation, by: currentUser).cancelReservation(
                of: book, for: person)
            words = "the reservation for \(reader) is cancelled"
        } else {
            let held = try store.recordingChange(.reserve, by: currentUser).reserve(book, for: person)
            let reader = try store.spelling(of: person)
            words =
                held.map { "\($0.name) is held for \(reader)" }
                ?? "reserved for \(reader); every copy is lent or held"
        }
        try SavedChange.print("\(book)  \(words.printable)\n")
    }

    /// Of the book itself, or of the one of which it names a copy.
    private func specifier(in store: Store) throws -> BookSpecifier {
        let text = book.tidied ?? ""
        do throws(ISBNError) { return try BookSpecifier(given: text) } catch {
            if let known = try store.copies(named: text).first?.specifier { return known }
            switch error {
            case .length where !text.isEmpty, .character: throw CatalogueError.unknownCopy(text)
            case .length, .prefix, .checkDigit: return try BookArgument.parse([text]).reference()
            }
        }
    }
}

struct Loans: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the copies that are lent, and to whom.",
        discussion: "Those that are due first come first.\n\n"
            + Exit.help([.success: "there are some", .incomplete: "there are none"]))

    @Flag(help: "Only those whose last day has passed.") var overdue = false
    @Option(
        help: ArgumentHelp("Only what this person has.", valueName: "name"),
        completion: StoreCompletion.people)
    var person: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var catalogue: CopyOptions

    func validate() throws {
        if let person, person.tidied == nil { throw ValidationError("--person is the name of a person") }
    }

    func run() throws {
        let (store, _) = try catalogue.open()
        let loans = try store.loans(of: person.map { try store.spelling(of: $0.tidied ?? "") })
            .filter { !overdue || $0.loan?.isOverdue == true }
        let none = overdue ? "nothing is overdue" : "nothing is lent"
        try output.print(
            loans.map(CopyRow.init), orSay: none + (person.map { " to \($0)".printable } ?? ""))
    }
}

extension Day: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
