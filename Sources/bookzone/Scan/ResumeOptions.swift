// Options of `scan` for resuming a run.
import ArgumentParser
import Batch
import Books
import Formatting
import Foundation
import Output

struct ResumeOptions: ParsableArguments {
    /// The statuses of photos that are read again.
    struct Retried: ExpressibleByArgument {
        let statuses: Set<ScanStatus>

        init?(argument: String) {
            guard let list = StatusList(argument: argument), !list.statuses.contains(.found) else {
                return nil
            }
            statuses = list.statuses
        }
    }

    @Flag(
        help: """
            Continue an earlier run, however it ended: photos that already have a record in the --output file \
            are not read again. FILE.run beside it stores the options and the state of each photo's file.
            """)
    var resume = false

    @Option(
        name: .customLong("retry"),
        help: ArgumentHelp(
            "With --resume or --lookup: read photos with these outcomes again: failed, uncertain, none. Give a list, or repeat it.",
            valueName: "list", visibility: .advanced))
    var retried: [Retried] = []

    @Flag(
        help:
            ArgumentHelp(
                "With --resume: go on if FILE.run is missing and the records may have been read with other options.",
                visibility: .advanced)
    )
    var acceptOptions = false

    /// Photos that have a page with one of these statuses are read again.
    var statuses: StatusSet { StatusSet(retried.flatMap(\.statuses)) }

    func check(_ scan: Scan) throws {
        if !resume, !scan.books.lookup, !retried.isEmpty {
            throw ValidationError("--retry requires --resume or --lookup")
        }
        if !resume, acceptOptions { throw ValidationError("--accept-options requires --resume") }
        guard resume else { return }
        guard let output = scan.output.output else {
            throw ValidationError("--resume requires --output FILE")
        }
        let format = scan.output.format
        if format.map({ $0 != .jsonl }) ?? ResultFile.isNamedLikeATable(output) {
            throw ValidationError(
                "--resume always writes JSON Lines, to a file such as box1.jsonl; `bookzone show box1.jsonl -o box1.csv` makes a table of it"
            )
        }
        if scan.input.paths.contains("-") {
            throw ValidationError("--resume can't be used with photos on standard input")
        }
    }

    /// The journal of earlier runs; `nil` if the run starts anew.
    ///
    /// - Parameter readsRecords: whether some inputs are results.
    func journal(
        _ file: String?, _ settings: RunSettings, readsRecords: Bool, inputs: [String]
    ) throws -> RecordJournal? {
        guard resume, let file else {
            try file.map { try ResultFile.checkRun($0, advice: "add --resume to continue it") }
            return nil
        }
        try ResultFile.checkJournal(file, inputs: inputs)
        let journal = try RecordJournal(
            file, settings, retrying: statuses, readsRecords: readsRecords, adoptsOthers: acceptOptions)
        if journal.isAdopted {
            Console.note(
                "\(file): \(file).run is missing; existing records are kept, though other options may have been used"
                    .printable
            )
        }
        return journal
    }
}
