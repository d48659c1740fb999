// `bookzone show`: prints the records of a scan in another format. No photo is read.
import ArgumentParser
import Batch
import Books
import Formatting
import Foundation
import Output
import Reading

struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the records of a scan as a table, text or CSV.",
        discussion: """
            Records that `scan --format jsonl` or `scan --resume` wrote are shown as `scan` itself shows them. \
            No photo is read. Several files are shown as one run.

            `--help` shows the common options, `--help-all` all of them.

            EXAMPLES
              bookzone show box1.jsonl                         a table
              bookzone show box1.jsonl > isbns.txt             plain ISBN-13s
              bookzone show box1.jsonl -o box1.csv
              bookzone show --lookup --offline box1.jsonl      with titles from the store

            \(Exit.help([.success: "all records are shown", .badInput: "some lines are not records", .notAsked: "a shared catalogue could not be reached"]))
            """)

    @Argument(help: "Results of a scan, as JSON Lines.", completion: .file()) var files: [String]

    @OptionGroup var output: BookOutputOptions

    @Flag(
        name: .customLong("all-isbns"),
        help:
            "In plain text, print every accepted ISBN of a book, including those of other editions and sets.")
    var givesAllISBNs = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @OptionGroup(title: "Look-up") var books: BookOptions

    func validate() throws {
        if output.format == .card, !books.lookup { throw ValidationError("--format card requires --lookup") }
    }

    func run() async throws {
        try ResultFile.checkRecords(files)
        let isByBook = PhotoInputs.paths(files.map { PhotoPath($0) }).holdsBooks
        var style = ScanRow.Style(output, books, givesAllISBNs: givesAllISBNs, isByBook: isByBook)
        style.keepsChosenBooks = true
        var settings = ScanPrinter.Settings(
            output, style: style, verbosity: quiet ? .quiet : .normal)
        // The exit code says whether the records could be read, not what is in them.
        settings.ends.failOn = .never
        let printer = try ScanPrinter(settings, to: ResultFile.open(output.output, inputs: files))
        Interrupt.first { end in Task { await printer.interrupt(end) } }
        let lookup =
            books.lookup
            ? ScanLookup(
                printer: printer, try books.opened(nil), reading: nil, prefersCard: false,
                wantsCovers: false)
            : nil
        var batch = RecordBatch(files.map { PhotoPath($0) })
        var end = Exit.success
        while true {
            do throws(PartError) {
                guard let result = try batch.next() else { break }
                if let lookup { await lookup.take(result) } else { await printer.print(result) }
            } catch {
                Console.note(error.message)
                end = .badInput
            }
        }
        if let lookup { end.raise(to: await lookup.finish()) }
        _ = await printer.finish()
        try end.end()
    }
}
