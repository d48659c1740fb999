// `bookzone person`: what one person wrote, and forgetting them.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct Person: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what a person commented, or removes all that is theirs.",
        subcommands: [PersonShow.self, PersonForget.self])
}

struct PersonShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows all that a person commented.",
        discussion: "`bookzone list show read --as NAME` shows what they read.\n\n"
            + Exit.help([.success: "there is something", .incomplete: "there is nothing"]))

    @Argument(completion: StoreCompletion.people) var name: String
    @OptionGroup var listing: CommentListing

    func run() throws {
        let store = try listing.storeOptions.existingCatalogue()
        try listing.show(store.comments(by: name.tidied ?? "", for: listing.person.name))
    }
}

struct PersonForget: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Removes all that a person commented, and what they read, for good.",
        discussion: "Nothing of it stays in the store's file. Backups made earlier still hold it.")

    @Argument(completion: StoreCompletion.people) var name: String
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let count = try storeOptions.openExisting(.account).forget(person: name.tidied ?? "")
        let readings = count.readings > 0 ? " and what they read of \(count.readings.counted("book"))" : ""
        try OutputFile(nil).write(
            "\(name.printable): \(count.comments.counted("comment"))\(readings) removed\n")
        if count == (0, 0) { throw Exit.incomplete }
    }
}
