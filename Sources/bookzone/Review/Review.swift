// `bookzone review`: asks a reviewer about uncertain photos.
import ArgumentParser
import Batch
import Books
import Catalogue
import Fetching
import Formatting
import Foundation
import Lookup
import Output
import Providers
import Reading
import Sandbox

struct Review: ReadingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Asks you to decide on uncertain photos.",
        discussion: """
            Each uncertain photo is shown with its candidates, the evidence and the books they belong to. Look \
            at the photo and type the last four digits of the right ISBN, or all of it; t to find the book by \
            its title, n if the photo shows none, s to skip it, q to quit. A bare y confirms the first \
            candidate, but only if its confidence is at least \(ReviewReply.shareForYes).

            After t, editions are searched by title and author in the store, in references and at sources. If \
            the book has no ISBN, it is added to the store with that title and author, and the photo is linked \
            to it. Most books before 1967 have none. If a photo shows a Library of Congress Control Number (LCCN) \
            instead, the books with that number are shown, and you choose one by its place. --none also asks about \
            the other photos in which no ISBN was found.

            Of photos in which no ISBN is found, the title page or cover is read, too, and up to three books of the store \
            and of references that match it are candidates.

            Instead of photos, give the results of `scan --format jsonl`: no photo is read again, and decisions \
            are saved in that file.

            A decision belongs to the content of the photo, so the file may be moved. Every later `scan \
            --lookup` uses it. Photos that are already decided are not asked about again without --again. To correct an ISBN \
            that was found but is wrong, name the photo itself, with --again.

            --apply applies decisions that were saved from a report, also by several people who shared the work. \
            If two people disagree, or the photo was already decided differently, nothing is changed and a \
            warning is printed.

            `--help` shows the common options, `--help-all` all of them.

            EXAMPLES
              bookzone review box1
              bookzone scan box1 --format jsonl -o run.jsonl; bookzone review run.jsonl
              bookzone review --apply maria.jsonl --apply tom.jsonl run.jsonl

            \(Exit.help([.success: "all photos are decided", .incomplete: "some are still undecided", .badInput: "some could not be read"]))
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup(title: "Reading") var reading: ReadingOptions
    @OptionGroup(title: "Grouping") var groups: GroupOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var catalogue: CatalogueOptions

    @Option(
        help: ArgumentHelp(
            "Ask nothing, and apply the decisions in this file, which was saved from a report. They are saved in the store and "
                + "in the given results. May be repeated.", valueName: "file"),
        completion: .file())
    var apply: [String] = []

    @Flag(
        help:
            "Also ask about photos that are already decided, and about photos that you name one by one, whatever was found; with --apply, replace earlier decisions."
    )
    var again = false

    @Flag(help: "Also ask about photos in which no ISBN was found.")
    var none = false

    func validate() throws {
        try groups.check(input)
        if apply.isEmpty { return try input.requireSome() }
        if apply.contains("") { throw ValidationError("--apply takes a file") }
        if none { throw ValidationError("--none can't be combined with --apply") }
    }

    /// Photos without a number are also asked about by the title that they show.
    func workers() throws(ScanError) -> ForkServer {
        var options = reading.scanOptions
        if reading.readers == nil { options.readers.insert(.title) }
        return try PhotoWorkers.server(options: options, limits: reading.limits)
    }

    func run(with workers: ForkServer) async throws {
        try ResultFile.checkRecords(input.paths)
        if !apply.isEmpty { return try applyDecisions() }
        let inputs = input.inputs
        let batch = try ScanBatch(
            inputs, workers: PhotoWorker.workers(workers, jobs: reading.jobs), grouping: groups.group,
            isStrict: reading.isStrict, source: PhotoFetcher(jobs: reading.jobs),
            archives: ArchiveWorkers(workers))
        let (store, storeEnd) = try openedStore(for: inputs)
        let currentUser = try currentUser(in: store)
        let books = try store.map { try ReviewedBooks(store: $0, sources: sources, person: currentUser) }
        let reviewer = Reviewer(
            inputs: inputs, store: store, books: books, person: currentUser, again: again,
            named: Set(input.paths), asksAboutNone: none, storeEnd: storeEnd)
        Interrupt.first { reviewer.interrupt($0) }
        await batch.run { await reviewer.take($0) }
        await reviewer.end()
    }

    private func applyDecisions() throws {
        guard input.inputs.isRecordsOnly else {
            throw ValidationError("--apply takes results of scans, not photos")
        }
        var files = DecisionFiles()
        for file in apply { try files.read(file) }
        // Nothing is decided while a run writes the results.
        for file in input.paths { _ = try ResultsFileEditor(file) }
        let (store, storeEnd) =
            input.paths.isEmpty
            ? (try catalogue.storeOptions.catalogue(), .success) : try openedStore(for: input.inputs)
        if let store, store.isReadOnly, input.paths.isEmpty {
            throw CatalogueError.readOnly(path: store.place, .system(errno: EROFS))
        }
        var applier = try DecisionApplier(
            store: store, person: currentUser(in: store), replaces: again)
        for photo in files.photos { applier.take(photo) }
        try applier.apply(to: input.paths)
        Console.note(applier.summary)
        var end = applier.end
        end.raise(to: storeEnd)
        if files.refused > 0 { end.raise(to: .badInput) }
        try end.end()
    }

    private func currentUser(in store: (any LookupCatalogue)?) throws(CatalogueError) -> String {
        guard let store else { return catalogue.person.name }
        return try catalogue.person.name(in: store)
    }

    /// Decisions on results are written to their file; those on photos into the store, which must then exist.
    ///
    /// - Returns: also the exit code if the store can't be used.
    private func openedStore(
        for inputs: PhotoInputs
    ) throws -> (store: (any LookupCatalogue)?, end: Exit) {
        do {
            let store = try catalogue.storeOptions.catalogue()
            if store.isReadOnly {
                guard inputs.isRecordsOnly else {
                    throw CatalogueError.readOnly(path: store.place, .system(errno: EROFS))
                }
                store.warnIfReadOnly()
            }
            return (store, .success)
        } catch let error as CatalogueError {
            guard inputs.isRecordsOnly else { throw error }
            Console.note("no store: \(error.message)".printable)
            return (nil, error.end)
        }
    }
}
