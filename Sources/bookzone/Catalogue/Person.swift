// `bookzone person`: what one reader wrote, and forgetting them.
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
        discussion: "Exit codes: 0 there is something, 1 there is nothing.")

    @Argument var name: String
    @Flag(help: "Show comments that give the story away.") var spoilers = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let comments = try storeOptions.openExisting().comments(by: name.tidied ?? "", for: reader.name)
        let report = CommentReport(output.chosen, showsSpoilers: spoilers)
        try report.write(comments, to: try OutputFile(output.output))
        if comments.isEmpty { throw ExitCode(1) }
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
        try OutputFile(nil).write("\(name.printable): \(count) comment\(count == 1 ? "" : "s") removed\n")
        if count == 0 { throw ExitCode(1) }
    }
}
