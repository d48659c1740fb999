// `bookzone report`: the results of a scan as a page to look at.
import ArgumentParser
import Books
import Catalogue
import Foundation
import Reporting
import RunReport
import Scanning
import Workers

struct Report: PhotoCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes a page to look at from the results of a scan.",
        discussion: """
            The page shows how the run went, every photo with what was read and where, and first those that a person is \
            to decide on, each with the photos beside it in its folder. It opens in a browser from the disk, without a \
            network, and moves with its folder.

            What is decided on the page is saved there as decisions.jsonl; `bookzone review --apply decisions.jsonl` \
            takes it over. Titles and earlier decisions come from the store, where there is one. Photos that are gone \
            have no picture, unless an earlier report in the same folder made one.

            EXAMPLES
              bookzone scan box1 --format jsonl -o run.jsonl; bookzone report run.jsonl -o report
              bookzone scan box1 --report report               both at once

            \(Exit.help([.success: "the page is there", .badInput: "some lines are no results of a scan"]))
            """)

    @Argument(
        help: ArgumentHelp("What `scan --format jsonl` wrote.", valueName: "results"), completion: .file())
    var results: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder for the page and its pictures.", valueName: "dir"),
        completion: .directory)
    var output: String

    @Flag(name: .shortAndLong, help: "Say only what went wrong.")
    var quiet = false

    @OptionGroup var workerOptions: WorkerOptions
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if output.isEmpty { throw ValidationError("--output takes a folder") }
    }

    func workers() throws(ScanError) -> ForkServer {
        try PhotoWorkers.server(limits: workerOptions.limits)
    }

    func run(with workers: ForkServer) async throws {
        for path in results where !PhotoInputs.paths([PhotoPath(path)]).isRecordsOnly {
            throw Refusal(
                "\(path.printable): no results of a scan; `bookzone scan --report DIR` makes a page while it reads",
                access(path, F_OK) == 0 ? .usage : .badInput)
        }
        let inputs = PhotoInputs.paths(results.map { PhotoPath($0) })
        let books = ReportedBooks(try storedBooks())
        let report = try RunPictures.maker(output, workers, jobs: workerOptions.jobs)
        let progress = quiet || !Console.isTerminal ? nil : ReportProgress(total: inputs.count())
        let end = ReportEnd()
        Interrupt.first {
            Console.note("interrupted; no page was made")
            _exit(Exit.interrupted.rawValue)
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
        print("\(output)/index.html".printable)
        try await end.exit.end()
    }

    /// `nil` where there is none yet.
    private func storedBooks() throws(CatalogueError) -> (any BookCatalogue)? {
        do throws(CatalogueError) {
            return try storeOptions.existingCatalogue()
        } catch {
            if case .missing = error, storeOptions.store == nil { return nil }
            throw error
        }
    }
}

/// How far a report is, at the bottom of the terminal.
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

/// What went wrong on the way.
private actor ReportEnd {
    private(set) var exit = Exit.success
    private var failure: (any Error)?

    /// Lines that are no records.
    func note(_ records: [PhotoRecord]) {
        for record in records {
            exit.raise(to: .badInput)
            Console.note("\(record.photo): \(record.error?.message ?? "can't be read")".printable)
        }
    }

    func fail(_ error: any Error) { failure = failure ?? error }

    func rethrow() throws { if let failure { throw failure } }
}
