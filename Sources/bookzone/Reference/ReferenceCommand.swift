// `bookzone reference`: offline catalogues for look-ups without a network.
import ArgumentParser
import Formatting
import Output
import References

struct ReferenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference", abstract: "Manages offline copies of library catalogues.",
        discussion: """
            A reference is built once from files that a library or Open Library publishes. From then on it is \
            asked before any source, and also with --offline. References lie in a folder beside the store, \
            CATALOGUE.references. Without a subcommand, the references are listed.
            """,
        subcommands: [ReferenceAdd.self, ReferenceList.self, ReferenceRemove.self],
        defaultSubcommand: ReferenceList.self)
}

struct ReferenceList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists references with their books, size, date and languages.",
        discussion: Exit.help([.success: "there are some", .incomplete: "there are none"]))

    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreFileOptions

    func run() throws {
        let folder = ReferenceFolder(besideStore: try storeOptions.filePath)
        var end = Exit.success
        let references = folder.open { name, error in
            Console.note("\(name): \(error.message)".printable)
            end.raise(to: error.end)
        }
        try output.print(ReferenceRow.rows(references))
        for name in folder.unfinishedNames() {
            Console.note(
                "\(name): not finished; run `bookzone reference add` with the same files and options to continue, "
                    + "`bookzone reference remove` removes it")
        }
        if references.isEmpty {
            Console.note("no references; build one with `bookzone reference add FILE`")
            end.raise(to: .incomplete)
        }
        try end.end()
    }
}

struct ReferenceRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes a reference, even an incomplete one.",
        discussion: "Books that came from it stay in the store.")

    @Argument(help: "The name, as `reference list` shows it.") var name: String
    @OptionGroup var storeOptions: StoreFileOptions

    func run() throws {
        let bytes = try ReferenceFolder(besideStore: storeOptions.filePath).remove(name)
        try OutputFile(nil).write("\(name): removed, \(bytes.size) are free".printable + "\n")
    }
}
