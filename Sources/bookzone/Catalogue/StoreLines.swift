// `bookzone store dump` and `store load`: the whole store as text.
import ArgumentParser
import Books
import Catalogue
import Foundation
import Reporting

struct StoreDumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Writes the whole store out as lines of JSON.",
        discussion: """
            Everything, of all people, private comments and the history too: `bookzone store load` makes the same store \
            of it again, also in a later version. References lie beside the store and are not in it: \
            `bookzone reference add` makes them again.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to a file, which appears when it is whole.", valueName: "file"),
        completion: .file())
    var output: String?
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let store = try storeOptions.openExisting()
        var file = BufferedOutput(try ResultFile.open(output))
        try store.dump { try file.write($0 + "\n") }
        try file.finish()
    }
}

struct StoreLoad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Makes a store of what `store dump` wrote.",
        discussion: """
            It appears when all of it is there. No store is replaced: give --store PATH where there is one already.

            \(Exit.help([.success: "the store is there, and whole", .badInput: "nothing was made: the dump is not whole, or a file is in the way"]))
            """)

    @Argument(help: "The dump, or - for standard input.", completion: .file()) var file: String
    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let place = try storeOptions.place()
        let input = try InputLines(file)
        try Store.load({ try input.next() }, to: place)
        let books = try Store(path: place).info().books.counted("book")
        try OutputFile(nil).write("\(place): \(books) from \(file)".printable + "\n")
    }
}

/// The lines of a file or of standard input, one at a time, of any length.
private final class InputLines {
    private let name: String
    private let stream: UnsafeMutablePointer<FILE>
    private var buffer: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    init(_ file: String) throws(CatalogueError) {
        guard let stream = file == "-" ? fdopen(STDIN_FILENO, "r") : fopen(file, "re") else {
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
    func next() throws(CatalogueError) -> String? {
        errno = 0
        let count = getline(&buffer, &capacity, stream)
        guard count >= 0, let buffer else {
            if ferror(stream) != 0 { throw .unreadable(path: name, errno: errno) }
            return nil
        }
        let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
        return String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
}
