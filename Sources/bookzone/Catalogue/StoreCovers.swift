// `bookzone store covers`: how many covers are kept, and how much space they may take.
import ArgumentParser
import Catalogue
import Formatting
import Output

struct StoreCovers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "covers", abstract: "Shows or limits the space for covers of books.",
        discussion: """
            Covers are kept in the file CATALOGUE.covers beside the store. If there are more than the limit allows, \
            those that were not shown for the longest time are removed; they are fetched again when their book is \
            looked up again. Covers from your photos and those you chose stay, also those that `undo` can bring back. \
            With --limit 0 none are fetched.
            """)

    @Option(
        help: ArgumentHelp(
            "The space that covers may take: megabytes, or a size such as 2G. Default: 2000.",
            valueName: "size"))
    var limit: CoverSpace?
    @OptionGroup var storeOptions: StoreFileOptions

    func run() throws {
        let store = try storeOptions.openExisting()
        if let limit { try store.setCoverLimit(limit.bytes) }
        let covers = try store.coverTotals()
        let words = try "\(covers.count.counted("cover")), \(covers.bytes.size) of \(store.coverLimit.size)\n"
        if limit == nil { try OutputFile(nil).write(words) } else { try SavedChange.print(words) }
    }
}

/// A size as for memory, or 0.
struct CoverSpace: ExpressibleByArgument {
    let bytes: Int

    init?(argument: String) {
        guard let bytes = argument == "0" ? 0 : MemorySize(argument: argument)?.bytes else { return nil }
        self.bytes = bytes
    }
}
