// What a person and the next program see of a scan while it runs: records on the output, everything else on
// standard error. An actor, so that an interrupt waits for the record that is being printed.
import Books
import Foundation
import Reporting
import Scanning

actor ScanPrinter {
    enum Verbosity { case quiet, normal, verbose }

    private let format: OutputFormat
    private let style: ScanRow.Style
    private var printer: RowPrinter<ScanRow>
    private let verbosity: Verbosity
    private let isOnTerminal: Bool
    /// The command that decides on uncertain photos; `nil` where none is to be named.
    private let review: String?
    private var tally = ScanTally()
    private var progress: ProgressLine?
    private let executor = BlockingExecutor(label: "bookzone.printer")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - width: columns of the terminal that the records are shown on; `nil` when they go into a file or pipe.
    ///   - review: the command that decides on uncertain photos, as it is typed; `nil` names none.
    init(
        _ output: consuming OutputFile, format: OutputFormat, isOnTerminal: Bool, width: Int?,
        verbosity: Verbosity,
        style: ScanRow.Style, review: String?
    ) throws(OutputError) {
        self.format = format
        self.verbosity = verbosity
        self.isOnTerminal = isOnTerminal
        self.style = style
        self.review = review
        printer = try RowPrinter(format, to: output, columns: ScanRow.columns(style), width: width)
        if verbosity != .quiet, Console.isTerminal { progress = ProgressLine() }
    }

    /// How many inputs the progress bar is to count to.
    func expect(_ total: Int?) { progress?.bar.total = total }

    /// Shows how far the run is.
    func tick() { progress?.draw(tally) }

    /// - Parameters:
    ///   - answers: what look-ups said of the result's ISBNs.
    ///   - named: the books without an ISBN that a person said its photos show.
    ///   - prefersCard: whether a table has the card in the place of the result's line.
    func print(
        _ result: ScanResult, answers: LookupAnswers = [:], named: [PhotoPage: BookCard] = [:],
        prefersCard: Bool = false
    ) {
        progress?.clear()
        switch result {
        case .skipped(let name):
            tally.countSkipped()
            if verbosity == .verbose { Console.note("\(name.printable): no photo; skipped") }
        case .photo(let records):
            for record in records { print(record, answers, named[record.place], prefersCard) }
        case .recorded(let record, _): print(record, answers, named[record.place], prefersCard)
        }
        progress?.done += 1
        progress?.redraw(tally)
    }

    private func print(
        _ record: PhotoRecord, _ answers: LookupAnswers, _ named: BookCard?, _ prefersCard: Bool
    ) {
        tally.count(record)
        do {
            try printer.print(
                ScanRow(record, answers: answers, named: named, prefersCard: prefersCard, style: style))
            try printer.flush()
        } catch let error as OutputError {
            end(error)
        } catch {
            Console.note("\(record.photo.printable): can't be put into words: \(error)")
            _exit(Exit.internalError.rawValue)
        }
        let name = (record.page > 1 ? "\(record.photo), page \(record.page)" : record.photo).printable
        if let failure = record.error, !(isOnTerminal && format == .table && Console.isTerminal) {
            Console.note("\(name): \(failure.message.printable)")
        }
        if verbosity != .quiet {
            for warning in record.warnings { Console.note("\(name): \(warning.printable)") }
        }
        if verbosity == .verbose { Console.write(record.evidence) }
    }

    /// Completes the output and says what the run came to.
    func finish() -> Exit {
        progress?.clear()
        do throws(OutputError) {
            try printer.finish()
        } catch {
            end(error)
        }
        if verbosity != .quiet {
            Console.note(tally.summary)
            if format == .text, let withheld = tally.withheld(givesAllISBNs: style.givesAllISBNs) {
                Console.note("left out: \(withheld); --format table shows all")
            }
            if tally.uncertain > 0, let review {
                Console.note("\(tally.uncertain.counted("photo")) to decide on: `\(review)`".printable)
            }
        }
        return tally.end
    }

    func interrupt() -> Never {
        progress?.clear()
        Console.note("interrupted: \(tally.summary)\(kept)")
        _exit(Exit.interrupted.rawValue)
    }

    /// Ends at once: photos that are still being read have nowhere to go.
    private func end(_ error: OutputError) -> Never {
        progress?.clear()
        if error == .closed { _exit(tally.end.rawValue) }
        Console.note("\(error.message.printable)\(kept)")
        _exit(Exit.outputFailed.rawValue)
    }

    /// Where the records of an unfinished run are.
    private var kept: String {
        printer.partialName.map { "; what was read is in \($0.printable)" } ?? ""
    }
}

extension ScanTally {
    /// How a run ends that came to this.
    fileprivate var end: Exit { failed > 0 ? .badInput : uncertain + none > 0 ? .incomplete : .success }
}
