// `bookzone report`: makes a web page of a scan's results.
import ArgumentParser
import Batch
import Books
import Catalogue
import Formatting
import Foundation
import Output
import Reading
import RunReport
import Sandbox
import Translation

struct Report: PhotoCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes an HTML report from the results of a scan.",
        discussion: """
            The page shows statistics of the run and every photo with what was read and where. Photos that need \
            a decision come first, each with its neighbours in the folder. The page opens in a browser from \
            disk, without a network; its folder can be moved.

            Decisions made on the page are saved as decisions.jsonl; apply them with `bookzone review --apply \
            decisions.jsonl`. Titles and earlier decisions come from the store, if there is one. Photos that no \
            longer exist have no picture, unless an earlier report in the same folder made one.

            `--help` shows the common options, `--help-all` all of them.

            EXAMPLES
              bookzone scan box1 --format jsonl -o run.jsonl; bookzone report run.jsonl -o report
              bookzone scan box1 --report report               both at once

            \(Exit.help([.success: "the report is complete", .badInput: "some lines are not results of a scan"]))
            """)

    @Argument(
        help: ArgumentHelp("Results of `scan --format jsonl`.", valueName: "results"), completion: .file())
    var results: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder for the report.", valueName: "dir"),
        completion: .directory)
    var output: String

    @Option(help: ArgumentHelp("The language of the page.", valueName: "code"))
    var language = PageLanguage(language: .english)

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @OptionGroup var workerOptions: WorkerOptions
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        try ResultFile.checkFolder(output, "--output")
    }

    func workers() throws(ScanError) -> ForkServer {
        try PhotoWorkers.server(limits: workerOptions.limits)
    }

    func run(with workers: ForkServer) async throws {
        try ResultFile.checkRecords(results)
        for path in results where !PhotoInputs.paths([PhotoPath(path)]).isRecordsOnly {
            throw Refusal(
                "\(path.shownPath): not the results of a scan; to make a report while reading, use `bookzone scan --report DIR`",
                access(path.systemPath, F_OK) == 0 ? .usage : .badInput)
        }
        let inputs = PhotoInputs.paths(results.map { PhotoPath($0) })
        let books = ReportedBooks(try storedBooks())
        let report = try RunPictures.maker(output, workers, jobs: workerOptions.jobs, in: language.language)
        let progress = quiet || !Console.isTerminal ? nil : ReportProgress(total: inputs.count())
        let end = ReportEnd()
        Interrupt.first { end in
            Console.note("\(end.meaning); no report was made")
            _exit(end.rawValue)
        }
        let batch = try ScanBatch(inputs, workers: [PhotoWorker(workers)])
        await batch.run { result in
            do {
                switch result {
                case .recorded(let record, let place):
                    for photo in try books.shown(record, at: place) { try await report.take(photo) }
                case .photo(let records): await end.note(records)
                case .book, .known, .passed, .repeated, .skipped: break
                }
                await progress?.advance()
            } catch {
                await end.fail(error)
            }
        }
        await progress?.clear()
        try await end.rethrow()
        try await report.finish()
        let page = "\(output)/index.html"
        let printed = try OutputFile(nil)
        try printed.write(
            bytes: isatty(STDOUT_FILENO) == 1 ? Array("\(page.shownPath)\n".utf8) : page.pathLine())
        try printed.finish()
        try await end.exit.end()
    }

    /// `nil` if there is no store yet.
    private func storedBooks() throws(CatalogueError) -> (any BookReader & PhotoDecisions)? {
        do throws(CatalogueError) {
            return try storeOptions.existingCatalogue()
        } catch {
            if case .missing = error, storeOptions.store == nil { return nil }
            throw error
        }
    }
}

struct PageLanguage: ExpressibleByArgument {
    var language: Language

    init(language: Language) { self.language = language }

    init?(argument: String) {
        guard let language = Language.all.first(where: { $0.code == argument }) else { return nil }
        self.language = language
    }

    var defaultValueDescription: String { language.code }

    static var allValueStrings: [String] { Language.all.map(\.code) }
}

/// The progress of a report, at the bottom of the terminal.
private actor ReportProgress {
    private var line = ProgressLine()
    private let tally = ScanTally()
    private var last = ContinuousClock.now

    init(total: Int?) {
        line.bar.total = total
    }

    func advance() {
        line.done += 1
        guard .now - last > .milliseconds(250) else { return }
        last = .now
        line.draw(tally)
    }

    func clear() { line.clear() }
}

/// Errors during the report.
private actor ReportEnd {
    private(set) var exit = Exit.success
    private var failure: (any Error)?

    /// Records lines that are not records.
    func note(_ records: [PhotoRecord]) {
        for record in records {
            exit.raise(to: .badInput)
            Console.note("\(record.photo): \(record.error?.message ?? "can't be read")".printable)
        }
    }

    func fail(_ error: any Error) { failure = failure ?? error }

    func rethrow() throws { if let failure { throw failure } }
}

/// Adds data of the store to a record: titles and covers of its books, and reviewers' decisions.
struct ReportedBooks: Sendable {
    private let store: (any BookReader & PhotoDecisions)?

    /// - Parameter store: `nil` if there is none: then there are no titles.
    init(_ store: (any BookReader & PhotoDecisions)?) {
        self.store = store
    }

    /// The photo of a record, or those of a book. Not cached.
    func shown(_ record: PhotoRecord, at place: RecordPosition) throws(CatalogueError) -> [ShownPhoto] {
        var record = record
        var named: [PhotoPage: String] = [:]
        var titles: [ISBN: String] = [:]
        var covers: [ISBN: Data] = [:]
        var words: String?
        if let store {
            let decided = try store.decided(record)
            record = decided.record
            if let id = decided.book { words = try store.book(.id(id))?.words }
            for reading in record.isbns + record.candidates {
                guard let book = try store.book(.isbn(reading.isbn)) else { continue }
                titles[reading.isbn] = book.words
                covers[reading.isbn] = try store.coverJPEG(of: .isbn(reading.isbn), .small)
            }
        }
        words = words ?? record.chosenBook?.book.words
        for photo in record.single { named[photo.place] = words }
        return [record].files.map { pages in
            ShownPhoto(pages, photo: pages[0].photo(at: place), titles: titles, named: named, covers: covers)
        }
    }
}
