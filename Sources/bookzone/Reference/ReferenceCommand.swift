// `bookzone reference`: whole catalogues beside the store, for look-ups without a network.
import ArgumentParser
import References
import Reporting

struct ReferenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference", abstract: "Keeps whole catalogues at hand, for look-ups without a network.",
        discussion: """
            A reference is made once from a file that a library or Open Library gives away, and is asked before any \
            source from then on, with --offline too. It lies in a folder beside the store, CATALOGUE.references, and \
            takes nothing from the store's own file. Alone the command lists the references.
            """,
        subcommands: [ReferenceAdd.self, ReferenceList.self, ReferenceRemove.self],
        defaultSubcommand: ReferenceList.self)
}

struct ReferenceList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the references: books, size, date and languages.",
        discussion: Exit.help([.success: "there are some", .incomplete: "there are none"]))

    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreOptions

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
                "\(name): not finished; `bookzone reference add` with the same files and options goes on, "
                    + "`bookzone reference remove` takes it away")
        }
        if references.isEmpty {
            Console.note("no reference; `bookzone reference add FILE` makes one")
            end.raise(to: .incomplete)
        }
        try end.end()
    }
}

struct ReferenceRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Takes a reference away, a half-made one too.",
        discussion: "Books that the store has from it stay in the store.")

    @Argument(help: "The name, as `reference list` shows it.") var name: String
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let bytes = try ReferenceFolder(besideStore: storeOptions.filePath).remove(name)
        try OutputFile(nil).write("\(name): removed, \(bytes.size) are free".printable + "\n")
    }
}
