// `bookzone store`: looking after the store's file.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct StoreFile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Looks after the store's file.",
        subcommands: [StoreInfoCommand.self, StoreCheck.self, StoreBackup.self])
}

struct StoreInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Says what the store holds.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        try output.print([StoreInfoRow(info: storeOptions.openExisting().info())])
    }
}

struct StoreCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Reads the whole store and says what is wrong with it.",
        discussion: Exit.help([.success: "all is well", .badInput: "it is damaged"]))

    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        do {
            let store = try storeOptions.openExisting()
            let problems = try store.check().map(\.words)
            let lines = problems.isEmpty ? ["\(store.path): all is well"] : problems
            try OutputFile(nil).write(lines.map { $0.printable + "\n" }.joined())
            if !problems.isEmpty { throw Exit.badInput }
        } catch let error as CatalogueError {
            guard case .damaged = error else { throw error }
            throw Refusal(error.message)
        }
    }
}

struct StoreBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies the store, also while others use it.",
        discussion: "The copy is a store of its own: `--store FILE` opens it.")

    @Argument(help: "The copy's name.") var file: String
    @Flag(help: "Replace a file of that name.") var force = false
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        try storeOptions.openExisting().backUp(to: file, replacing: force)
    }
}
