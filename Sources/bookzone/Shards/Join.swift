// `bookzone join`: joins the results of many machines.
import ArgumentParser
import Batch
import Books
import Formatting
import Foundation
import Output
import Reading

struct Join: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Joins the parts of `scan --shard` into one result.",
        discussion: """
            Records are written in the order of the list, or without a list in natural order of their paths. \
            Repeated books are detected across all parts. If several parts contain a photo, a successful reading \
            replaces a timeout or a memory failure. Two different readings are an error, and so is a photo that is grouped in one part and \
            not in another.

            EXAMPLES
              bookzone join parts/part-*.jsonl -o run.jsonl
              bookzone join parts/part-*.jsonl --files-from photos.txt -o run.jsonl

            \(Exit.help([.success: "every photo of the list is in a part", .badInput: "some are missing, or the parts can't be joined or were read with different options"]))
            """)

    @Argument(help: "Parts: results of `scan --shard`.", completion: .file()) var parts: [String]

    @Option(
        help: ArgumentHelp("The list of photos, one path per line.", valueName: "file"), completion: .file()
    )
    var filesFrom: String?

    @Option(
        name: .customLong("files0-from"),
        help: ArgumentHelp("The same, with each path ended by NUL.", valueName: "file"), completion: .file())
    var files0From: String?

    @Option(help: "The output format. Default: by the name of the output file (.csv, .jsonl); else jsonl.")
    var format: RowFormat?

    @Option(
        name: .output,
        help: ArgumentHelp("Write to this file, which appears when it is complete.", valueName: "file"),
        completion: .file())
    var output: String?

    func validate() throws {
        if filesFrom != nil, files0From != nil {
            throw ValidationError("--files-from and --files0-from: choose one")
        }
    }

    func run() throws {
        try ResultFile.checkRecords(parts)
        let list =
            filesFrom.map { PhotoInputs.list(PhotoPath($0), endedByNUL: false) }
            ?? files0From.map { .list(PhotoPath($0), endedByNUL: true) }
        let format = format?.format ?? output.flatMap(OutputFormat.init(ofName:)) ?? .jsonl
        var tally = ScanTally()
        do {
            var join = try PartsJoin(parts.map { PhotoPath($0) }, list: list)
            var printer = try RowPrinter<ScanRow>(
                format,
                to: ResultFile.open(
                    output?.outputFile, inputs: parts + [filesFrom, files0From].compactMap(\.self)))
            var style = ScanRow.Style()
            style.keepsChosenBooks = true
            while let records = try join.next() {
                for record in records {
                    try printer.print(ScanRow(record, seen: tally.count(record), style: style))
                }
            }
            try printer.finish()
            Console.note(tally.summary)
            if format == .text, let withheld = tally.withheld(givesAllISBNs: false) {
                Console.note("left out: \(withheld); --format table shows all")
            }
            if join.settings.count > 1 {
                Console.note(
                    "the parts were read with different options, text models or versions; read all with the same"
                )
            }
            if let missing = join.firstMissing {
                Console.note(
                    "\(join.missing.counted("photo")) of the list \(join.missing == 1 ? "is" : "are") in no part, "
                        + "the first \(missing.shownPath); read the shard again")
            }
            if join.missing > 0 || join.settings.count > 1 { throw Exit.badInput }
        } catch let error as PartError {
            throw Refusal(error.message)
        }
    }
}

extension PartError {
    var message: String {
        switch self {
        case .unreadable(let name, let error): "\(name.shownPath): \(error.message)"
        case .unfinished(let name, let records):
            "\(name.shownPath): the run has not ended; its records so far are in \(records.shownPath)"
        case .contradiction(let page, let one, let other):
            "\(page.photo.shownPath), page \(page.page): \(one.words) and \(other.words) differ; read it again, and leave out the wrong part"
        case .grouping(let photo, let place):
            "\(place.words): \(photo.shownPath) is grouped with other photos here than in another record; join parts that were read with the same --group"
        case .outOfOrder(let photo, let place):
            "\(place.words): \(photo.shownPath) is not in the order of the list; join with the list that was read"
        }
    }
}

extension RecordPosition {
    fileprivate var words: String { "\(file.shownPath):\(line)" }
}
