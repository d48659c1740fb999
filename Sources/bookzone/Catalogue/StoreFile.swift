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

    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let info = try storeOptions.openExisting().info()
        let lists = info.lists.map { "\($0.name.printable) \($0.count)" }.joined(separator: ", ")
        let rows = [
            ("File", info.path.printable), ("Size", "\(info.bytes) bytes"), ("Version", "\(info.version)"),
            ("Books", "\(info.books), \(info.booksWithISBN) with an ISBN; \(info.works) works"),
            ("Lists", lists),
            ("Comments", "\(info.comments), by \(info.people) \(info.people == 1 ? "person" : "people")"),
            ("Photos", "\(info.photos)"),
            ("Waiting", "\(info.pendingLookups) to be looked up"),
        ]
        try OutputFile(nil).write(rows.map { "\($0.padded(to: 10))\($1)\n" }.joined())
    }
}

struct StoreCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Reads the whole store and says what is wrong with it.",
        discussion: "Exit codes: 0 all is well, 2 it is damaged.")

    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        do {
            let store = try storeOptions.openExisting()
            let problems = try store.check().map(\.words)
            let lines = problems.isEmpty ? ["\(store.path): all is well"] : problems
            try OutputFile(nil).write(lines.map { $0.printable + "\n" }.joined())
            if !problems.isEmpty { throw ExitCode(2) }
        } catch let error as CatalogueError {
            guard case .damaged = error else { throw error }
            Console.note(error.message.printable)
            throw ExitCode(2)
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
