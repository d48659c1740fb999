// `bookzone store`: looking after the store's file.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Output

struct StoreFile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Checks, backs up and restores the store.",
        subcommands: [
            StoreInfoCommand.self, StoreCheck.self, StoreBackup.self, StoreRestore.self,
            StoreDumpCommand.self,
            StoreLoad.self,
        ])
}

struct StoreInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Shows what the store contains.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        try output.print([StoreInfoRow(info: storeOptions.openExisting().info())])
    }
}

struct StoreCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks the whole store for damage.",
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
        commandName: "backup", abstract: "Backs up the store, even while it is in use.",
        discussion: """
            The store and the backup are both checked before the backup gets its name; until then an earlier \
            backup stays. A damaged store is not backed up. A backup is an ordinary store: open it with `--store \
            FILE`, or restore it with `bookzone store restore FILE`. It does not contain references: copy the \
            folder CATALOGUE.references too, or build them again with `bookzone reference add`.

            \(Exit.help([.success: "the backup is complete", .badInput: "no backup was made: the file exists, or the store is damaged"]))
            """)

    @Argument(help: "The backup's file.", completion: .file()) var file: String
    @Flag(help: "Replace an existing backup.") var force = false
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        try storeOptions.openExisting().backUp(to: file, replacing: force)
    }
}

struct StoreRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restores the store from a backup.",
        discussion: """
            The backup is checked first and stays where it is. The replaced store is kept beside it under \
            another name. A store that is in use is not replaced. References are not changed.

            \(Exit.help([.success: "the store was restored", .badInput: "nothing was changed: the backup can't be used"]))
            """)

    @Argument(help: "The backup.", completion: .file()) var file: String
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let place = try storeOptions.place()
        let backup = try Store(path: file, ifMissing: .refuse)
        let aside = try backup.restore(to: place)
        let books = try backup.info().books.counted("book")
        let kept = aside.map { "; the previous store is now \($0)" } ?? ""
        try OutputFile(nil).write("\(place): \(books) from \(file)\(kept)".printable + "\n")
    }
}
