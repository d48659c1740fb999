// `bookzone store`: looking after the store's file.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct StoreFile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Looks after the store's file.",
        subcommands: [
            StoreInfoCommand.self, StoreCheck.self, StoreBackup.self, StoreRestore.self,
            StoreDumpCommand.self,
            StoreLoad.self,
        ])
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
        discussion: """
            The store and its copy are both read to their ends before the copy gets its name; until then an earlier \
            one stays. A damaged store is not backed up. The copy is a store of its own: `--store FILE` opens it, \
            `bookzone store restore FILE` puts it back. References are not in it: copy the folder beside the store, \
            CATALOGUE.references, or make them again with `bookzone reference add`.

            \(Exit.help([.success: "the copy is there and whole", .badInput: "no copy was made: a file is in the way, or the store is damaged"]))
            """)

    @Argument(help: "The copy's name.", completion: .file()) var file: String
    @Flag(help: "Replace a store of that name.") var force = false
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        try storeOptions.openExisting().backUp(to: file, replacing: force)
    }
}

struct StoreRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Puts a backup in the place of the store.",
        discussion: """
            The backup is read to its end first, and stays where it is. The store that it replaces is kept beside it \
            under another name. A store that somebody has open is not replaced. References beside the store stay as \
            they are.

            \(Exit.help([.success: "the store is that of the backup", .badInput: "nothing was changed: the backup can't be used"]))
            """)

    @Argument(help: "The backup: any store.", completion: .file()) var file: String
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let place = try storeOptions.place()
        let backup = try Store(path: file, ifMissing: .refuse)
        let aside = try backup.restore(to: place)
        let books = try backup.info().books.counted("book")
        let kept = aside.map { "; the store that was there is now \($0)" } ?? ""
        try OutputFile(nil).write("\(place): \(books) from \(file)\(kept)".printable + "\n")
    }
}
