// Prints a scan's results: records to the output, everything else to standard error. An actor, so that an interrupt
// waits for the record that is being printed.
import Batch
import Books
import Formatting
import Foundation
import Output
import Reading

struct ResultBooks {
    /// The look-ups of its ISBNs.
    var answers: LookupAnswers = [:]
    /// The books without an ISBN that a reviewer chose for its photos.
    var named: [PhotoPage: BookCard] = [:]
    /// The covers of its books as small JPEG files, as far as there are any and pictures are made of the run.
    var covers: [ISBN: Data] = [:]
    /// Whether the catalogue could not save them and their photos.
    var areUnsaved = false
}

actor ScanPrinter {
    enum Verbosity { case quiet, normal, verbose }

    /// What is printed, and how.
    struct Settings {
        var format: OutputFormat
        /// Whether records are shown on a terminal; and its columns, `nil` if they go into a file or pipe.
        var isOnTerminal = false
        var width: Int?
        var verbosity = Verbosity.normal
        var style = ScanRow.Style()
        /// Prints the paths of photos instead of results.
        var paths: PathPrinting?
        /// The command for reviewing uncertain photos, as typed; `nil` suggests none.
        var review: String?
        var ends = ExitPolicy()
        /// The pictures to be made; `nil` if none were requested.
        var pictures: RunPictures?
    }

    private let settings: Settings
    /// `nil` if `journal` stores the records.
    private var printer: RowPrinter<ScanRow>?
    private let journal: RecordJournal?
    private var moves: PhotoMoves?
    /// The photo of the last record whose path was printed: its other pages have the same path.
    private var lastPath: String?
    /// Results that wait for the look-up of their books, in order, and what is printed of each until then.
    private var held: [(result: ScanResult, draft: String)] = []
    private var isInterrupted = false
    private var tally: ScanTally
    /// How many books got a cover from their photos.
    private var covers = 0
    private var progress: ProgressLine?
    private let executor = BlockingExecutor(label: "bookzone.printer")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter journal: stores the records of a resumable run; else they go to `output`.
    init(
        _ settings: Settings, journal: RecordJournal? = nil, to output: @autoclosure () throws -> OutputFile
    ) throws {
        self.settings = settings
        self.journal = journal
        tally = ScanTally(isByBook: settings.style.isByBook)
        if settings.verbosity != .quiet, Console.isTerminal { progress = ProgressLine() }
        if journal == nil {
            printer = try RowPrinter(
                settings.format, to: output(), columns: ScanRow.columns(settings.style),
                width: settings.width)
        }
    }

    // MARK: Progress

    /// Whether there is a progress bar.
    var showsProgress: Bool { progress != nil }

    func expect(_ total: Int?) { progress?.bar.total = total }

    func tick() { progress?.draw(tally) }

    /// Hides the progress bar, because the total is unknown.
    func hideProgress() { progress = nil }

    // MARK: Moving

    /// Has photos moved after they are read.
    func move(_ sorter: PhotoSorter) {
        moves = PhotoMoves(sorter, journal, isQuiet: settings.verbosity == .quiet)
    }

    /// Has photos that failed moved only when they are not read again.
    func leaveFailed(while retries: @escaping @Sendable (String) -> Bool) { moves?.retries = retries }

    /// Looks for new links to photos that are moved.
    func findLinks() { moves?.findLinks() }

    // MARK: Printing

    /// Keeps a result with records that is printed later, when its books have been looked up. If the program ends before,
    /// the journal or the file has its records without books, and an interrupt prints them.
    func hold(_ result: ScanResult) {
        if isInterrupted { return }
        journal?.willLookUp(result.records)
        let draft = draft(of: result.records)
        held.append((result, draft))
        orExit { () throws(OutputError) in try printer?.print(draft: draft) }
    }

    /// Writes what was printed since a result was held, and the drafts of those that still are.
    func settle() {
        orExit { () throws(OutputError) in
            try printer?.flush()
            try printer?.print(draft: held.map(\.draft).joined())
        }
    }

    private func draft(of records: [PhotoRecord]) -> String {
        guard settings.paths == nil, printer?.partialName != nil else { return "" }
        let rows = records.map { ScanRow($0, style: style(isUnsaved: true)) }
        return rows.compactMap { try? printer?.text(of: $0) }.joined()
    }

    /// - Parameter prefersCard: whether a table has the card instead of the result's line.
    /// - Returns: the photos that have new paths: moved now, or since an earlier run.
    @discardableResult
    func print(
        _ result: ScanResult, _ books: ResultBooks = ResultBooks(), prefersCard: Bool = false
    ) async -> [MovedPhoto] {
        if isInterrupted { return [] }
        progress?.clear()
        let (photos, moved) = write(result, books, prefersCard)
        if !held.isEmpty, !result.records.isEmpty { held.removeFirst() }
        progress?.done += photos
        progress?.redraw(tally)
        do throws(OutputError) { try await settings.pictures?.take(result, books) } catch { end(error) }
        return moved
    }

    /// - Returns: how many photos it is of, and those that were moved.
    private func write(
        _ result: ScanResult, _ books: ResultBooks, _ prefersCard: Bool
    ) -> (photos: Int, moved: [MovedPhoto]) {
        var moved: [MovedPhoto] = []
        var photos = 1
        switch result {
        case .skipped(let name):
            tally.countSkipped()
            noteVerbosely("\(name.shownPath): not a photo; skipped")
        case .repeated(let name):
            tally.countRepeated()
            noteVerbosely("\(name.shownPath): named twice; read once")
        case .passed(let frames):
            tally.countPassed(frames)
            photos = frames
        case .known(let name, let count):
            photos = count
            let found = orExit { () throws(OutputError) in try journal?.keep(name, photos: count) }
            moved = (found ?? nil).map { [MovedPhoto(sha256: $0, path: name)] } ?? []
            moved += moveRecorded(name)
        case .photo(let records): moved = printMoved(records, books, prefersCard)
        case .book(let record, let count):
            photos = count
            moved = printMoved([record], books, prefersCard)
        case .recorded(let record, _): print([record], of: [record], books, prefersCard)
        }
        printPaths(result.records)
        return (photos, moved)
    }

    /// A journal has the record before the photo is moved; otherwise the record is printed after the move. A photo that
    /// is not saved stays where the next run finds it.
    private func printMoved(
        _ records: [PhotoRecord], _ books: ResultBooks, _ prefersCard: Bool
    ) -> [MovedPhoto] {
        if books.areUnsaved {
            print(records, of: records, books, prefersCard)
            return []
        }
        guard journal == nil, let (sorted, moved) = moves?.moved(records) else {
            print(records, of: records, books, prefersCard)
            return records.first.map { moveRecorded($0.photo, records) } ?? []
        }
        print(sorted, of: records, books, prefersCard)
        return moved
    }

    private func moveRecorded(_ photo: String, _ records: [PhotoRecord] = []) -> [MovedPhoto] {
        let moved = orExit { () throws(OutputError) in try moves?.move(recorded: photo, records) }
        return [moved].compactMap(\.self)
    }

    /// - Parameter read: the same records before their photos were moved.
    private func print(
        _ records: [PhotoRecord], of read: [PhotoRecord], _ books: ResultBooks, _ prefersCard: Bool
    ) {
        let style = style(isUnsaved: books.areUnsaved)
        let rows = zip(records, read).map { record, read in
            ScanRow(
                record, answers: books.answers, named: books.named[read.place], seen: tally.count(record),
                prefersCard: prefersCard, style: style)
        }
        do {
            if let journal {
                try journal.take(records, lines: rows.map { try JSONLine.line($0) })
            } else if settings.paths == nil {
                for row in rows { try printer?.print(row) }
                // Held records are in the file as drafts until `settle()`.
                if held.isEmpty || printer?.partialName == nil { try printer?.flush() }
            }
        } catch let error as OutputError {
            end(error)
        } catch {
            Console.note("\(records[0].photo.shownPath): can't be printed: \(error)")
            _exit(Exit.internalError.rawValue)
        }
        for record in records { explain(record) }
    }

    /// The style of rows, without books in a record that was not looked up or not saved: a resumed run does both.
    private func style(isUnsaved: Bool) -> ScanRow.Style {
        var style = settings.style
        if isUnsaved, settings.format == .jsonl { style.showsBooks = false }
        return style
    }

    /// Prints to standard error what the output does not show, or what `--verbose` requests.
    private func explain(_ record: PhotoRecord) {
        for photo in record.single {
            let isInTable = photo.place == record.place && record.status == .failed
            if let failure = photo.error,
                !(isInTable && settings.isOnTerminal && settings.format == .table && Console.isTerminal)
            {
                Console.note("\(photo.pageName): \(failure.message.printable)")
            }
        }
        if settings.verbosity != .quiet {
            for warning in record.warnings { Console.note("\(record.pageName): \(warning.printable)") }
        }
        if settings.verbosity == .verbose { Console.write(record.evidence) }
    }

    private func noteVerbosely(_ line: String) {
        if settings.verbosity == .verbose { Console.note(line) }
    }

    /// Prints the path of a photo, or those of a book, if requested.
    private func printPaths(_ records: [PhotoRecord]) {
        guard let paths = settings.paths, let first = records.first, let verdict = records.verdict,
            paths.wanted.contains(verdict),
            first.page == 1 || lastPath?.isSamePath(as: first.photo) != true || !first.photos.isEmpty
        else { return }
        for photo in first.paths {
            lastPath = photo
            let line = settings.isOnTerminal ? Array("\(photo.shownPath)\n".utf8) : paths.line(photo)
            orExit { () throws(OutputError) in try printer?.print(bytes: line) }
        }
    }

    /// Counts a cover that was taken from a photo.
    func countCover() { covers += 1 }

    // MARK: Ending

    /// Completes the output and prints the totals.
    func finish() async -> Exit {
        progress?.clear()
        let (read, told) = (tally.records, tally.failed)
        var (known, vanished) = (0, 0)
        if let journal {
            (tally, known, vanished) = orExit { () throws(OutputError) in try journal.finish() }
        } else {
            orExit { () throws(OutputError) in try printer?.finish() }
        }
        do throws(OutputError) { try await settings.pictures?.finish() } catch { end(error) }
        var end = settings.ends.end(of: tally)
        if let moves { end.raise(to: moves.end) }
        let isQuiet = settings.verbosity == .quiet
        if vanished > 0, !isQuiet || read + known == 0 {
            Console.note(
                "\(vanished.counted("recorded photo")) no longer \(vanished == 1 ? "exists" : "exist"): is the disk "
                    + "mounted? `bookzone files prune` removes the records")
        }
        // Failures of earlier runs are the only reason for an exit code that no message has explained.
        if !isQuiet || (end.rawValue > Exit.incomplete.rawValue && told == 0) {
            Console.note(tally.summary + (known > 0 ? "; \(known.counted("photo")) already read" : ""))
        }
        if !isQuiet { await summarize() }
        return end
    }

    private func summarize() async {
        if settings.format == .text, settings.paths == nil,
            let withheld = tally.withheld(givesAllISBNs: settings.style.givesAllISBNs)
        {
            Console.note("left out: \(withheld); --format table shows all")
        }
        if covers > 0 {
            let what = covers == 1 ? "it" : "them"
            Console.note("\(covers.counted("cover")) taken from photos; undo takes \(what) back")
        }
        for line in await settings.pictures?.words ?? [] { Console.note(line.printable) }
        if let names = tally.forAPerson { Console.note(names) }
        if tally.uncertain > 0, let review = settings.review {
            let what = tally.uncertain.counted(tally.isByBook ? "book" : "photo")
            Console.note("\(what) to review: `\(review)`".printable)
        }
    }

    /// - Parameter end: the exit code of the signal.
    func interrupt(_ end: Exit) async -> Never {
        isInterrupted = true
        progress?.clear()
        let unasked = held.count { !$0.result.isbns.isEmpty }
        for (result, _) in held { _ = write(result, ResultBooks(areUnsaved: true), false) }
        do throws(OutputError) {
            try printer?.flush()
            for (result, _) in held { try await settings.pictures?.take(result, ResultBooks()) }
            try await settings.pictures?.finish()
        } catch {
            Console.note(error.message.printable)
        }
        for record in journal?.early ?? [] { tally.count(record) }
        let open = unasked == 0 ? "" : "; \(unasked) not looked up"
        Console.note("\(end.meaning): \(tally.summary)\(open)\(kept)")
        _exit(end.rawValue)
    }

    private func orExit<Result>(_ body: () throws(OutputError) -> Result) -> Result {
        do throws(OutputError) { return try body() } catch { end(error) }
    }

    /// Exits immediately: results of photos that are still being read can't be written.
    private func end(_ error: OutputError) -> Never {
        progress?.clear()
        if error == .closed { _exit(settings.ends.end(of: tally).rawValue) }
        Console.note("\(error.message.printable)\(kept)")
        _exit(error.end.rawValue)
    }

    /// Where the records of an unfinished run are. A file without any is removed.
    private var kept: String {
        guard let name = journal?.partialName ?? printer?.partialName else { return "" }
        var status = stat()
        if journal == nil, stat(name.systemPath, &status) == 0, status.st_size == 0 {
            unlink(name.systemPath)
            return "; no records were written"
        }
        let kept = "; records so far are in \(name.shownPath)"
        return journal == nil ? kept : kept + "; to continue: `\(Console.command.printable)`"
    }
}
