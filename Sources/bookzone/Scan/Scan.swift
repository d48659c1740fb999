// `bookzone scan`: photos in, ISBNs out.
import ArgumentParser
import Books
import Foundation
import Reporting
import Scanning
import Workers

struct Scan: PhotoCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads the ISBN off each photo, or says why not.",
        discussion: """
            A folder is read with all below it, in natural order; hidden files and what is no photo are left out. On \
            a terminal the answer is a table; into a pipe, the ISBN-13 of each book found, one a line.

            Without --lookup nothing is kept and nobody is asked: photos in, answers out.

            EXAMPLES
              bookzone scan box1                               a folder
              bookzone scan IMG_2.HEIC IMG_3.HEIC              some photos
              bookzone scan box1 > isbns.txt                   plain ISBN-13s
              bookzone scan box1 --format jsonl | jq .         everything known
              bookzone scan box1 -o box1.csv --format csv      a table for a spreadsheet
              bookzone scan - < IMG_2.HEIC                     standard input
              ffmpeg -i shelf.mp4 -f image2pipe - | bookzone scan -
              find . -newer last -print0 | bookzone scan --files0-from -
              bookzone scan --crop 0,50%,100%,50% back.jpg     the lower half alone

            \(Exit.help([.success: "every photo gave an ISBN", .incomplete: "some gave none, or only an uncertain one", .badInput: "some could not be read"]))
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup(title: "How to read") var reading: ReadingOptions

    @OptionGroup var output: OutputOptions

    @Flag(
        name: .customLong("all-isbns"),
        help: "In plain text, give every accepted ISBN: other forms and sets too.")
    var givesAllISBNs = false

    @Flag(name: .shortAndLong, help: "Say only what went wrong.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Also say what each answer rests on, and which files were skipped.")
    var verbose = false

    @OptionGroup(title: "What the books are") var books: BookOptions

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose: choose one") }
        if output.format == .card, !books.lookup { throw ValidationError("--format card goes with --lookup") }
    }

    func run(with workers: ForkServer) async throws {
        let isOnTerminal = output.output == nil && isatty(STDOUT_FILENO) == 1
        let inputs = input.inputs
        let batch = try ScanBatch(inputs, workers: workers, jobs: reading.jobs)
        var style = ScanRow.Style()
        style.isColoured = isOnTerminal && Console.mayColour(STDOUT_FILENO)
        style.showsBooks = books.lookup
        style.showsSpoilers = books.spoilers
        style.givesAllISBNs = givesAllISBNs
        let printer = try ScanPrinter(
            try ResultFile.open(output.output, inputs: input.files), format: output.chosen,
            isOnTerminal: isOnTerminal, width: output.width,
            verbosity: quiet ? .quiet : verbose ? .verbose : .normal, style: style, review: review)
        Interrupt.first { Task { await printer.interrupt() } }
        Thread.detachNewThread {
            let total = inputs.count()
            Task { await printer.expect(total) }
        }
        let clock = Task {
            while true {
                try await Task.sleep(for: .milliseconds(250))
                await printer.tick()
            }
        }
        if books.lookup {
            let lookup = books.scanLookup(printer, prefersCard: output.format == nil && isOnTerminal)
            await batch.run { await lookup.take($0) }
            await lookup.finish()
        } else {
            await batch.run { await printer.print($0) }
        }
        clock.cancel()
        try await printer.finish().end()
    }

    /// How to decide on what this run is not sure of: from its results where they stay, else from the photos.
    private var review: String? {
        guard books.lookup else { return nil }
        var words = ["bookzone", "review"]
        if output.chosen == .jsonl, let file = output.output {
            words.append(file)
        } else {
            words += input.words
        }
        if let store = books.store.store { words += ["--store", store] }
        return input.isStandardInput ? nil : words.map(\.shellWord).joined(separator: " ")
    }
}
