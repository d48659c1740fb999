// What a person and the next program see of a scan while it runs: records on the output, everything else on
// standard error. An actor, so that an interrupt waits for the record that is being printed.
import Batch
import Books
import Formatting
import Foundation
import Output
import Reading

actor ScanPrinter {
    enum Verbosity { case quiet, normal, verbose }

    private let format: OutputFormat
    private let style: ScanRow.Style
    /// `nil` where `journal` keeps the records.
    private var printer: RowPrinter<ScanRow>?
    private let journal: RecordJournal?
    private let ends: ExitPolicy
    private var moves: PhotoMoves?
    private let verbosity: Verbosity
    private let isOnTerminal: Bool
    /// The command that decides on uncertain photos; `nil` where none is to be named.
    private let review: String?
    /// Where paths are printed in the place of answers, those of which photos.
    private let paths: PathPrinting?
    /// The photo of the last record of an earlier run whose path was printed: its further pages have the same.
    private var lastPath: String?
    /// What is made for people to look at; `nil` where nothing was asked for.
    private let pictures: RunPictures?
    private var isInterrupted = false
    private var tally: ScanTally
    private var progress: ProgressLine?
    private let executor = BlockingExecutor(label: "bookzone.printer")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - width: columns of the terminal that the records are shown on; `nil` when they go into a file or pipe.
    ///   - paths: prints the paths of photos, and of their answers nothing.
    ///   - review: the command that decides on uncertain photos, as it is typed; `nil` names none.
    ///   - ends: what counts for the exit code.
    init(
        _ output: consuming OutputFile, format: OutputFormat, isOnTerminal: Bool, width: Int?,
        verbosity: Verbosity,
        style: ScanRow.Style, paths: PathPrinting? = nil, review: String?, ends: ExitPolicy = ExitPolicy(),
        pictures: RunPictures? = nil
    ) throws(OutputError) {
        self.paths = paths
        self.format = format
        self.verbosity = verbosity
        self.isOnTerminal = isOnTerminal
        self.style = style
        self.review = review
        self.pictures = pictures
        self.ends = ends
        journal = nil
        tally = ScanTally(isByBook: style.isByBook)
        printer = try RowPrinter(format, to: output, columns: ScanRow.columns(style), width: width)
        if verbosity != .quiet, Console.isTerminal { progress = ProgressLine() }
    }

    /// For a run that goes on with what a journal holds.
    init(
        _ journal: RecordJournal, verbosity: Verbosity, style: ScanRow.Style, review: String?,
        ends: ExitPolicy
    ) {
        format = .jsonl
        self.verbosity = verbosity
        isOnTerminal = false
        self.style = style
        self.review = review
        self.ends = ends
        self.journal = journal
        paths = nil
        pictures = nil
        printer = nil
        tally = ScanTally(isByBook: style.isByBook)
        if verbosity != .quiet, Console.isTerminal { progress = ProgressLine() }
    }

    /// Whether there is a progress bar.
    var showsProgress: Bool { progress != nil }

    /// How many inputs the progress bar is to count to.
    func expect(_ total: Int?) { progress?.bar.total = total }

    /// Shows how far the run is.
    func tick() { progress?.draw(tally) }

    /// - Parameters:
    ///   - answers: what look-ups said of the result's ISBNs.
    ///   - named: the books without an ISBN that a person said its photos show.
    ///   - prefersCard: whether a table has the card in the place of the result's line.
    /// - Returns: where photos are now that were moved, by their old paths.
    @discardableResult
    func print(
        _ result: ScanResult, answers: LookupAnswers = [:], named: [PhotoPage: BookCard] = [:],
        prefersCard: Bool = false
    ) async -> [String: String] {
        if isInterrupted { return [:] }
        progress?.clear()
        var places: [String: String] = [:]
        var photos = 1
        switch result {
        case .skipped(let name):
            tally.countSkipped()
            if verbosity == .verbose { Console.note("\(name.shownPath): not a photo; skipped") }
        case .repeated(let name):
            tally.countRepeated()
            if verbosity == .verbose { Console.note("\(name.shownPath): named twice; read once") }
        case .known(let name, let count):
            photos = count
            places[name] = writing { () throws(OutputError) in
                try journal?.keep(name, photos: count)
                return try moves?.move(recorded: name)
            }
        case .photo(let records):
            places = print(photo: records, answers, named, prefersCard)
            printPath(of: records)
        case .book(let record, let count):
            places = print(book: record, answers, named[record.place], prefersCard)
            printPaths(ofBook: record)
            photos = count
        case .passed(let frames):
            tally.countPassed(frames)
            photos = frames
        case .recorded(let record, _):
            print([record], answers, named, prefersCard)
            if !record.photos.isEmpty {
                printPaths(ofBook: record)
            } else if record.page == 1 || record.photo != lastPath {
                printPath(of: [record])
            }
        }
        progress?.done += photos
        progress?.redraw(tally)
        do throws(OutputError) {
            try await pictures?.take(result, answers: answers, named: named)
        } catch {
            end(error)
        }
        return places
    }

    /// A journal has the record before the photo is moved; elsewhere the record comes when it has been.
    private func print(
        photo records: [PhotoRecord], _ answers: LookupAnswers, _ named: [PhotoPage: BookCard],
        _ prefersCard: Bool
    ) -> [String: String] {
        guard let name = records.first?.photo else { return [:] }
        guard journal == nil, let moved = moves?.moved(records), let new = moved.first?.photo else {
            print(records, answers, named, prefersCard)
            let place = writing { () throws(OutputError) in try moves?.move(recorded: name) }
            return place.map { [name: $0] } ?? [:]
        }
        let places = zip(records, moved).map { ($0.place, $1.place) }
        let cards = places.compactMap { old, new in named[old].map { (new, $0) } }
        print(moved, answers, Dictionary(cards) { $1 }, prefersCard)
        return new == name ? [:] : [name: new]
    }

    /// All photos of a book are moved where the book belongs; no journal goes with that.
    private func print(
        book record: PhotoRecord, _ answers: LookupAnswers, _ named: BookCard?, _ prefersCard: Bool
    ) -> [String: String] {
        let moved = moves?.moved(book: record)
        let new = moved?.record ?? record
        print([new], answers, named.map { [new.place: $0] } ?? [:], prefersCard)
        return moved?.places ?? [:]
    }

    private func print(
        _ records: [PhotoRecord], _ answers: LookupAnswers, _ named: [PhotoPage: BookCard],
        _ prefersCard: Bool
    ) {
        let rows = records.map { record in
            ScanRow(
                record, answers: answers, named: named[record.place], prefersCard: prefersCard, style: style)
        }
        for record in records { tally.count(record) }
        do {
            if let journal {
                try journal.take(records, lines: rows.map { try JSONLine.line($0) })
            } else if paths == nil {
                for row in rows {
                    try printer?.print(row)
                    try printer?.flush()
                }
            }
        } catch let error as OutputError {
            end(error)
        } catch {
            Console.note("\(records[0].photo.shownPath): can't be printed: \(error)")
            _exit(Exit.internalError.rawValue)
        }
        for record in records { tell(record) }
    }

    private func writing<Result>(_ body: () throws(OutputError) -> Result) -> Result {
        do throws(OutputError) {
            return try body()
        } catch {
            end(error)
        }
    }

    /// Says on standard error what the output does not show, or what a person asked for.
    private func tell(_ record: PhotoRecord) {
        for photo in record.single {
            let isInTable = photo.place == record.place && record.status == .failed
            if let failure = photo.error,
                !(isInTable && isOnTerminal && format == .table && Console.isTerminal)
            {
                Console.note("\(photo.pageName): \(failure.message.printable)")
            }
        }
        if verbosity != .quiet {
            for warning in record.warnings { Console.note("\(record.pageName): \(warning.printable)") }
        }
        if verbosity == .verbose { Console.write(record.evidence) }
    }

    /// Of all its photos what the book is.
    private func printPaths(ofBook record: PhotoRecord) {
        for photo in record.paths { printPath(photo, record.status) }
    }

    /// A photo's, whatever it has of pages.
    private func printPath(of records: [PhotoRecord]) {
        if let photo = records.first?.photo, let verdict = records.verdict { printPath(photo, verdict) }
    }

    /// If it is wanted.
    private func printPath(_ photo: String, _ verdict: ScanStatus) {
        guard let paths, paths.wanted.contains(verdict) else { return }
        lastPath = photo
        do throws(OutputError) {
            try printer?.print(bytes: isOnTerminal ? Array("\(photo.shownPath)\n".utf8) : paths.line(photo))
        } catch {
            end(error)
        }
    }

    /// Completes the output and says what the run came to.
    func finish() async -> Exit {
        progress?.clear()
        var known = 0
        if let journal {
            (tally, known) = writing { () throws(OutputError) in try journal.finish() }
        } else {
            writing { () throws(OutputError) in try printer?.finish() }
        }
        do throws(OutputError) { try await pictures?.finish() } catch { end(error) }
        if verbosity != .quiet {
            Console.note(tally.summary + (known > 0 ? "; \(known.counted("photo")) already read" : ""))
            if format == .text, paths == nil,
                let withheld = tally.withheld(givesAllISBNs: style.givesAllISBNs)
            {
                Console.note("left out: \(withheld); --format table shows all")
            }
            for line in await pictures?.words ?? [] { Console.note(line.printable) }
            if let names = tally.forAPerson { Console.note(names) }
            if tally.uncertain > 0, let review {
                let what = tally.uncertain.counted(tally.isByBook ? "book" : "photo")
                Console.note("\(what) to review: `\(review)`".printable)
            }
        }
        var end = ends.end(of: tally)
        if let moves { end.raise(to: moves.end) }
        return end
    }

    /// Photos are moved when they are read.
    func move(_ sorter: PhotoSorter) {
        moves = PhotoMoves(sorter, journal, isQuiet: verbosity == .quiet)
    }

    /// Links to photos that are to be moved may have come.
    func findLinks() { moves?.findLinks() }

    /// Draws no progress bar, because the total is unknown.
    func hideProgress() { progress = nil }

    /// - Parameter end: by which signal.
    func interrupt(_ end: Exit) async -> Never {
        isInterrupted = true
        progress?.clear()
        do throws(OutputError) { try await pictures?.finish() } catch {
            Console.note(error.message.printable)
        }
        Console.note("\(end.meaning): \(tally.summary)\(kept)")
        _exit(end.rawValue)
    }

    /// Ends at once: photos that are still being read have nowhere to go.
    private func end(_ error: OutputError) -> Never {
        progress?.clear()
        if error == .closed { _exit(ends.end(of: tally).rawValue) }
        Console.note("\(error.message.printable)\(kept)")
        _exit(error.end.rawValue)
    }

    /// Where the records of an unfinished run are.
    private var kept: String {
        guard let name = journal?.partialName ?? printer?.partialName else { return "" }
        let kept = "; records so far are in \(name.printable)"
        return journal == nil ? kept : kept + "; to continue: `\(Console.command.printable)`"
    }
}
