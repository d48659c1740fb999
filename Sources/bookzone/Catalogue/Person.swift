// `bookzone person`: shows everything that a person commented, or removes everything of a person.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Output

struct Person: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows or deletes a person's data.",
        subcommands: [PersonShow.self, PersonForget.self])
}

struct PersonShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows all comments by a person.",
        discussion: "`bookzone list show read --as NAME` shows the books they read.\n\n"
            + Exit.help([.success: "there are comments", .incomplete: "there are none"]))

    @Argument(completion: StoreCompletion.people) var name: String
    @OptionGroup var listing: CommentListing

    func run() throws {
        let (store, currentUser) = try listing.catalogue.openExisting()
        try listing.show(
            store.comments(by: store.spelling(of: name.tidied ?? ""), for: currentUser))
    }
}

struct PersonForget: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Deletes a person's comments, reading dates and loans for good.",
        discussion:
            """
            The deleted data is also overwritten in the store's file. Earlier backups still contain it. A loan of a copy that is \
            not returned stays until it is.
            """)

    @Argument(completion: StoreCompletion.people) var name: String
    @OptionGroup var storeOptions: StoreFileOptions

    func run() throws {
        let store = try storeOptions.openExisting(.account)
        let count = try store.forget(person: name.tidied ?? "")
        var parts = [count.comments.counted("comment")]
        if count.readings > 0 { parts.append("what they read of \(count.readings.counted("book"))") }
        if count.loans > 0 { parts.append(count.loans.counted("loan")) }
        if count.reservations > 0 { parts.append(count.reservations.counted("reservation")) }
        if count.sightings > 0 {
            parts.append("the name from \(count.sightings.counted("sighting")) in inventories")
        }
        let kept =
            switch count.keptLoans {
            case 0: ""
            case 1: "; 1 loan stays until the copy is returned"
            default: "; \(count.keptLoans) loans stay until the copies are returned"
            }
        let output = Result {
            try SavedChange.print("\(name.printable): \(parts.joined(separator: " and ")) removed\(kept)\n")
        }
        if try !store.clearPageGaps() {
            Console.note(
                "\(store.path.shownPath): traces may remain in the file, which can't be rewritten now: it is in use, or its "
                    + "disk or that of temporary files has no space for copies; run `\(Console.command.printable)` again"
            )
        }
        try output.get()
        if count.isEmpty { throw Exit.incomplete }
    }
}
