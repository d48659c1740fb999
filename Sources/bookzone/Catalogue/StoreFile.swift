// `bookzone store`: backups and maintenance of the store's file.
import ArgumentParser
import Books
import Catalogue
import Formats
import Formatting
import Foundation
import Output

struct StoreFile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Checks, backs up and restores the store.",
        subcommands: [
            StoreInfoCommand.self, StoreCheck.self, StoreBackup.self, StoreRestore.self,
            StoreDumpCommand.self,
            StoreLoad.self, StoreCovers.self,
        ])

    /// A backup or dump by a newer version is refused like any other that can't be used.
    fileprivate static func refusingNewer<Value>(_ file: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch CatalogueError.newer(_, let version, let known) {
            throw Refusal(CatalogueError.newer(path: file, version: version, known: known).message)
        }
    }

    fileprivate static func checkIsFile(_ path: String) throws {
        guard path.contains("://") else { return }
        throw ValidationError(
            "\(path.printable): is an address; fetch the file first, with curl or the provider's program")
    }
}

struct StoreInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Shows what the store contains.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreFileOptions

    func run() throws {
        try output.print([StoreInfoRow(info: storeOptions.openExisting().info())])
    }
}

struct StoreCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks the whole store for damage.",
        discussion: Exit.help([.success: "all is well", .badInput: "it is damaged"]))

    @OptionGroup var storeOptions: StoreFileOptions

    func run() throws {
        do {
            let store = try storeOptions.openExisting()
            let problems = try store.check().map(\.words)
            let lines = problems.isEmpty ? ["\(store.path): all is well"] : problems
            try OutputFile(nil).write(lines.map { $0.printable + "\n" }.joined())
            if !problems.isEmpty { throw Exit.badInput }
        } catch let error as CatalogueError {
            switch error {
            case .damaged, .emptied: throw Refusal(error.message)
            default: throw error
            }
        }
    }
}

struct StoreBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Backs up the store, even while it is in use.",
        discussion: """
            The store and the backup are both checked before the backup gets its name; until then an earlier \
            backup stays. A damaged store is not backed up. If there are covers, or photos of a site, the \
            backup is a TAR file with all of them; otherwise it is an ordinary store, which `--store FILE` \
            opens. `bookzone store restore FILE` takes both. It does not contain references: copy the folder \
            CATALOGUE.references too, or build them again with `bookzone reference add`.

            \(Exit.help([.success: "the backup is complete", .badInput: "no backup was made: the file exists, or the store is damaged"]))
            """)

    @Argument(help: "The backup's file.", completion: .file()) var file: String
    @Flag(help: "Replace an existing backup.") var force = false
    @OptionGroup var storeOptions: StoreFileOptions

    func validate() throws {
        if file == "-" { throw ValidationError("a backup is a file, not standard output; give its name") }
    }

    func run() throws {
        try ResultFile.checkRun(file)
        try ResultFile.checkStores(file)
        let store = try storeOptions.openExisting()
        if try StoreArchive.isNeeded(for: store) {
            try StoreArchive.write(store, to: file, replacing: force)
        } else {
            try store.backUp(to: file, replacing: force)
        }
    }
}

struct StoreRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restores the store from a backup.",
        discussion: """
            The backup is checked first and stays where it is. The replaced store is kept beside it under \
            another name. A store that is in use is not replaced. Covers and photos of the backup are added to \
            those that are there; a damaged file of covers is replaced, and kept under another name. References are \
            not changed.

            \(Exit.help([.success: "the store was restored", .badInput: "nothing was changed: the backup can't be used"]))
            """)

    @Argument(help: "The backup.", completion: .file()) var file: String
    @OptionGroup var storeOptions: StoreFileOptions

    func validate() throws { try StoreFile.checkIsFile(file) }

    func run() throws {
        let place = try storeOptions.place()
        let restored = try StoreFile.refusingNewer(file) { try StoreArchive.restore(file, to: place) }
        let books = restored.books.counted("book")
        let kept =
            (restored.aside.map { "; the previous store is now \($0)" } ?? "")
            + (restored.covers.map { "; the damaged covers are now \($0)" } ?? "")
        try SavedChange.print("\(place): \(books) from \(file)\(kept)".printable + "\n")
    }
}

struct StoreDumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Writes the whole store as JSON Lines.",
        discussion: """
            The dump contains everything: the data of all people, private comments and the history. `bookzone \
            store load` makes the same store from it, also in a later version. References are not in it; build \
            them again with `bookzone reference add`.
            """)

    @Option(name: .output, help: .resultFile, completion: .file()) var output: String?
    @OptionGroup var storeOptions: StoreFileOptions

    func run() throws {
        let store = try storeOptions.openExisting()
        // It has the hashes of passwords.
        if try store.hasAccounts() { umask(umask(0) | Store.others) }
        var file = BufferedOutput(try ResultFile.open(output?.outputFile))
        try store.dump { try file.write($0 + "\n") }
        try file.finish()
    }
}

struct StoreLoad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Makes a store from a dump.",
        discussion: """
            The store appears when it is complete. An existing store is never replaced; choose another path with \
            --store.

            \(Exit.help([.success: "the store is complete", .badInput: "no store was made: the dump can't be used, or the file exists"]))
            """)

    @Argument(help: "The dump, or - for standard input.", completion: .file()) var file: String
    @OptionGroup var storeOptions: StoreFileOptions

    func validate() throws { try StoreFile.checkIsFile(file) }

    func run() throws {
        let place = try storeOptions.place()
        let input = try InputLines(file)
        try StoreFile.refusingNewer(file) { try Store.load({ try input.next() }, to: place) }
        let books = try Store(path: place).info().books.counted("book")
        try SavedChange.print("\(place): \(books) from \(file)".printable + "\n")
    }
}

/// The lines of a file or of standard input, one at a time, of any length.
private final class InputLines {
    private let name: String
    private let stream: UnsafeMutablePointer<FILE>
    private var buffer: UnsafeMutablePointer<CChar>?
    private var capacity = 0
    private var number = 0

    init(_ file: String) throws(CatalogueError) {
        guard let stream = file == "-" ? fdopen(STDIN_FILENO, "r") : fopen(file.systemPath, "re") else {
            throw .unreadable(path: file, errno: errno)
        }
        name = file
        self.stream = stream
    }

    deinit {
        fclose(stream)
        free(buffer)
    }

    /// Without its end; `nil` after the last.
    ///
    /// - Throws: `unreadable`, `encoding`.
    func next() throws(CatalogueError) -> String? {
        errno = 0
        let count = getline(&buffer, &capacity, stream)
        guard count >= 0, let buffer else {
            if ferror(stream) != 0 { throw .unreadable(path: name, errno: errno) }
            return nil
        }
        let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
        let line = bytes.last == 0x0A ? bytes.dropLast() : bytes[...]
        number += 1
        // A dump is exact.
        guard let text = String(validating: line, as: UTF8.self) else {
            throw number == 1 ? .noDump(line: 1) : .encoding(path: name, "another encoding than UTF-8")
        }
        return text
    }
}
