// `bookzone history` and `bookzone undo`: what was done to the store, and taking it back.
import ArgumentParser
import Catalogue
import Reporting

struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says who changed what in the store, and when.",
        discussion: """
            The latest first. What look-ups and scans brought in is not listed; `lookup` says where each comes from.

            \(Exit.help([.success: "there is something", .incomplete: "there is nothing"]))
            """)

    @Argument(
        help: "An ISBN, or id:… for a book without one; also one that was removed. Without it, all changes.")
    var book: String?
    @Option(help: "At most this many changes.") var limit = 100
    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit is at least 1") }
    }

    func run() throws {
        let reference = try book.map { try BookArgument.parse([$0]).reference() }
        let changes = try storeOptions.existingCatalogue().history(
            of: reference, for: person.name, limit: limit)
        try output.print(changes.map(HistoryRow.init))
        if changes.isEmpty { throw Exit.incomplete }
    }
}

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Takes back the last change that you made to the store.",
        discussion: """
            Again takes back the one before it, and so on. What others did to the same books since stays, and so does \
            what look-ups found.

            \(Exit.help([.success: "it is as it was before", .incomplete: "there is nothing to take back"]))
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let catalogue = try storeOptions.existingCatalogue()
        let entry = try catalogue.undo(by: person.name)
        try output.print(entry.map { [HistoryRow(entry: $0)] } ?? [])
        if entry == nil {
            Console.note("nothing of \(try catalogue.speaker(person.name).printable)'s is left to take back")
            throw Exit.incomplete
        }
    }
}
