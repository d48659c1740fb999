// `bookzone show`: the records of a scan in another form. No photo is read.
import ArgumentParser
import Books
import Foundation
import Reporting
import Scanning

struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the records of a scan as a table, text or CSV.",
        discussion: """
            What `scan --format jsonl` and `scan --resume` wrote is shown as the scan itself would show it; no photo is \
            read. Several files are shown as one run.

            EXAMPLES
              bookzone show box1.jsonl                         a table
              bookzone show box1.jsonl > isbns.txt             plain ISBN-13s
              bookzone show box1.jsonl --format csv -o box1.csv
              bookzone show --lookup --offline box1.jsonl      with the books that the store knows

            \(Exit.help([.success: "all is shown", .badInput: "some lines are no records"]))
            """)

    @Argument(help: "What a scan wrote as JSON Lines.", completion: .file()) var files: [String]

    @OptionGroup var output: OutputOptions

    @Flag(
        name: .customLong("all-isbns"),
        help: "In plain text, give every accepted ISBN: other forms and sets too.")
    var givesAllISBNs = false

    @Flag(name: .shortAndLong, help: "Say only what went wrong.")
    var quiet = false

    @OptionGroup(title: "What the books are") var books: BookOptions

    func validate() throws {
        if output.format == .card, !books.lookup { throw ValidationError("--format card goes with --lookup") }
    }

    func run() async throws {
        let isOnTerminal = output.output == nil && isatty(STDOUT_FILENO) == 1
        var style = ScanRow.Style()
        style.isColoured = isOnTerminal && Console.mayColour(STDOUT_FILENO)
        style.showsBooks = books.lookup
        style.showsSpoilers = books.spoilers
        style.givesAllISBNs = givesAllISBNs
        style.isByBook = PhotoInputs.paths(files.map { PhotoPath($0) }).holdsBooks
        let printer = try ScanPrinter(
            try ResultFile.open(output.output, inputs: files), format: output.chosen,
            isOnTerminal: isOnTerminal, width: output.width, verbosity: quiet ? .quiet : .normal,
            style: style, review: nil)
        Interrupt.first { Task { await printer.interrupt() } }
        let lookup =
            books.lookup
            ? ScanLookup(
                printer: printer, books.opened(), person: books.person.name, reading: nil, prefersCard: false)
            : nil
        var batch = RecordBatch(files.map { PhotoPath($0) })
        var end = Exit.success
        while true {
            do throws(RecordBatch.NamedError) {
                guard let result = try batch.next() else { break }
                if let lookup { await lookup.take(result) } else { await printer.print(result) }
            } catch {
                Console.note("\(error.name): \(error.error.message)".printable)
                end = .badInput
            }
        }
        await lookup?.finish()
        _ = await printer.finish()
        try end.end()
    }
}
