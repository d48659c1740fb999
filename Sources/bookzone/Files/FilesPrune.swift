// `bookzone files prune`: drops records of photos that no longer exist.
import ArgumentParser
import Batch
import Books
import Formatting
import Foundation
import Output

struct FilesPrune: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Drops the records of photos that are gone.",
        discussion: """
            The record of a book with several photos stays while one of them is there. Photos that cannot be \
            checked stay: in archives that are there, at addresses, and in folders that cannot be read. If \
            none of the photos is there, nothing is dropped: the disk is likely not mounted, or the folder is \
            not the one in which the photos were scanned.

            \(Exit.help([.success: "no record is left whose photo is gone", .badInput: "not the results of a scan, or none of its photos is there", .outputFailed: "the results can't be written", .tryAgain: "a temporary failure, or the disk is full"]))
            """)

    @OptionGroup var results: RunArgument

    @Flag(help: "Only print the photos whose records would go.") var dryRun = false

    func run() throws {
        let pruning = try RecordPruning(results.opened(changes: !dryRun))
        let photos = pruning.photos
        guard photos.isEmpty || pruning.present > 0 else {
            throw Refusal(
                "\(results.file.shownPath): all of its photos are missing (\(photos.count)); nothing was dropped; "
                    + "run this in the folder in which they were scanned")
        }
        if dryRun {
            var output = BufferedOutput(try OutputFile(nil))
            for photo in photos { try output.write("\(photo.shownPath)\n") }
            try output.finish()
        } else if !photos.isEmpty {
            try pruning.apply()
        }
        var words =
            "\(photos.count.counted("photo")) \(dryRun ? "to drop" : "dropped"), \(pruning.present) kept"
        if pruning.incompleteBooks > 0 {
            words += "; \(pruning.incompleteBooks.counted("book")) kept without all of its photos"
        }
        Console.note(words)
    }
}
