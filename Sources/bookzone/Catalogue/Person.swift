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
        commandName: "forget", abstract: "Deletes a person's comments and reading dates for good.",
        discussion:
            "The deleted data is also overwritten in the store's file. Earlier backups still contain it.")

    @Argument(completion: StoreCompletion.people) var name: String
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let store = try storeOptions.openExisting(.account)
        let count = try store.forget(person: store.spelling(of: name.tidied ?? ""))
        let readings = count.readings > 0 ? " and what they read of \(count.readings.counted("book"))" : ""
        try OutputFile(nil).write(
            "\(name.printable): \(count.comments.counted("comment"))\(readings) removed\n")
        if count == (0, 0) { throw Exit.incomplete }
    }
}
