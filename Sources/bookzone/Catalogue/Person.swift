// `bookzone person`: what one person wrote, and forgetting them.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct Person: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows or removes all that a person commented.",
        subcommands: [PersonShow.self, PersonForget.self])
}

struct PersonShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows all that a person commented.",
        discussion: Exit.help([.success: "there is something", .incomplete: "there is nothing"]))

    @Argument var name: String
    @Flag(help: "Show comments that give the story away.") var spoilers = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let comments = try storeOptions.openExisting().comments(by: name.tidied ?? "", for: person.name)
        try output.print(comments.map { CommentRow($0, showsSpoilers: spoilers) })
        if comments.isEmpty { throw Exit.incomplete }
    }
}

struct PersonForget: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Removes all that a person commented, for good.",
        discussion: "Nothing of it stays in the store's file. Backups made earlier still hold it.")

    @Argument var name: String
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let count = try storeOptions.openExisting().forget(person: name.tidied ?? "")
        try OutputFile(nil).write("\(name.printable): \(count.counted("comment")) removed\n")
        if count == 0 { throw Exit.incomplete }
    }
}
