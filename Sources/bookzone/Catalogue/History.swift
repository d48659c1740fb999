// `bookzone history` and `bookzone undo`: lists changes to the store, and reverts them.
import ArgumentParser
import Catalogue
import Output

struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows who changed what in the store, and when.",
        discussion: """
            The latest change comes first. Changes by look-ups and scans are not listed; `lookup` shows the \
            origin of each field.

            \(Exit.help([.success: "there are changes", .incomplete: "there are none"]))
            """)

    @Argument(
        help:
            "An ISBN, or id:… for a book without one. The book may have been removed since. Without it, all changes are shown."
    )
    var book: String?
    @Option(help: "Show at most this many changes.") var limit = 100
    @OptionGroup var output: OutputOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit is at least 1") }
    }

    func run() throws {
        let reference = try book.map { try BookArgument.parse([$0]).reference() }
        let (store, currentUser) = try catalogue.openExisting()
        let changes = try store.history(of: reference, for: currentUser, limit: limit)
        try output.print(changes.map(HistoryRow.init), orSay: "no changes yet")
    }
}

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Reverts your last change to the store.",
        discussion: """
            Run it again to revert the change before that, and so on. Later changes by other people to the same \
            books stay, and so does what look-ups found.

            \(Exit.help([.success: "the change was reverted", .incomplete: "there is nothing to revert", .badInput: "it corrects a photo of an inventory that has ended", .tryAgain: "a shared catalogue could not be reached"]))
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var catalogue: CatalogueOptions

    func run() throws {
        let (store, currentUser) = try catalogue.openExisting()
        // Before anything is reverted, because the output may be refused.
        var printer = try output.printer(of: HistoryRow.self)
        let entry = try store.undo(by: currentUser)
        do {
            if let entry { try printer.print(HistoryRow(entry: entry)) }
            try printer.finish()
        } catch let error as OutputError {
            throw entry == nil ? error : SavedChange.refusal(error)
        }
        if entry?.hasEffect == false {
            Console.note("nothing is different now: later changes replaced it, or depend on what it added")
        }
        if entry?.action == .decide {
            Console.note("results files are not changed; `bookzone review --again` shows their photos again")
        }
        if entry == nil {
            Console.note("nothing left to revert for \(try store.currentUser(currentUser).printable)")
            throw Exit.incomplete
        }
    }
}
