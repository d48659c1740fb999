// `bookzone store dump` and `store load`: the whole store as text.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Foundation
import Output

struct StoreDumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Writes the whole store as JSON Lines.",
        discussion: """
            The dump contains everything: the data of all people, private comments and the history. `bookzone \
            store load` makes the same store from it, also in a later version. References are not in it; build \
            them again with `bookzone reference add`.
            """)

    @Option(name: .shortAndLong, help: .resultFile, completion: .file()) var output: String?
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
        commandName: "load", abstract: "Makes a store from a dump.",
        discussion: """
            The store appears when it is complete. An existing store is never replaced; choose another path with \
            --store.

            \(Exit.help([.success: "the store is complete", .badInput: "no store was made: the dump is incomplete, or the file exists"]))
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
