// A scan, resolved from its options: what is read, what is cached, and where results go.
import Batch
import Books
import Catalogue
import Fetching
import Formatting
import Foundation
import Lookup
import Reading
import Sandbox

/// A scan with open files, so that errors in files are reported before a photo is read.
struct ScanPlan {
    let inputs: PhotoInputs
    let grouping: PhotoGrouping?
    /// How many photos are read at a time.
    let jobs: Int
    let isStrict: Bool
    let isQuiet: Bool
    /// The folder of photos that were moved, which is not entered.
    let sorted: PhotoPath?
    /// The records of earlier runs into the same file.
    let journal: RecordJournal?
    /// The store's results, by content hash.
    let store: StoreScanCache?
    let pictures: RunPictures?
    let printer: ScanPrinter
    /// `nil` without --lookup; then the store's references may provide titles.
    private let lookup: ScanLookup?
    private let names: ReferenceNames?

    init(_ scan: Scan, _ workers: ForkServer) async throws {
        grouping = scan.groups.group
        inputs = scan.input.inputs(of: scan.sharing.shard(keepingTogether: grouping))
        (jobs, isStrict, isQuiet) = (scan.reading.jobs, scan.reading.isStrict, scan.quiet)
        sorted = scan.watching.sorted
        // Before anything is written that a missing login would leave behind.
        let books = scan.books.lookup ? try scan.books.opened(workers) : nil
        pictures = try scan.pictures.opened(workers, jobs: jobs)
        let settings = try scan.reading.settings(lookup: scan.books.lookup, grouping)
        // Before the journal: an empty one would look like that of an interrupted run.
        try scan.watching.makeFolder()
        journal = try scan.resuming.journal(
            scan.output.output, settings, readsRecords: inputs.holdsRecords, inputs: scan.input.files)
        // A cached record does not have everything that was seen in a photo, which grouping needs.
        store =
            grouping != nil
            ? nil
            : (books?.store).flatMap {
                StoreScanCache($0, reading: settings.key, retrying: scan.resuming.statuses)
            }
        names = scan.output.chosen == .table && books == nil ? scan.books.store.referenceNames : nil
        printer = try ScanPrinter(
            scan.printing(isByBook: grouping != nil || inputs.holdsBooks, hasNames: names != nil, pictures),
            journal: journal,
            to: scan.sharing.file(scan.output.output, inputs: scan.input.files)
                ?? ResultFile.open(scan.output.output, keepsDraft: true, inputs: scan.input.files))
        var moved: [MovedPhoto] = []
        if let journal { moved = try PhotoMoves.completeInterrupted(journal, inputs, leavingOut: sorted) }
        if let sorter = scan.watching.sorter(inputs) { await printer.move(sorter) }
        let prefersCard =
            scan.output.format == nil && scan.output.isOnTerminal && !scan.watching.watch
        let lookup = books.map { [printer, pictures] in
            ScanLookup(
                printer: printer, $0, reading: settings.key, prefersCard: prefersCard,
                wantsCovers: pictures != nil)
        }
        self.lookup = lookup
        await lookup?.follow(moved)
    }

    /// Reads all photos.
    func read(_ workers: ForkServer) async throws {
        let caches = ([journal, store] as [(any ScanCache)?]).compactMap(\.self)
        let readers = PhotoWorker.workers(workers, jobs: jobs)
        let batch = try ScanBatch(
            inputs, workers: pictures?.keeping(readers) ?? readers, caches: caches, leavingOut: sorted,
            grouping: grouping, isStrict: isStrict, source: PhotoFetcher(jobs: jobs),
            archives: ArchiveWorkers(workers))
        Interrupt.first { [printer] end in Task { await printer.interrupt(end) } }
        if await printer.showsProgress {
            Thread.detachNewThread { [inputs, printer] in
                let total = inputs.count(caches: caches, archives: ArchiveWorkers(workers))
                Task { await printer.expect(total) }
            }
        }
        let clock = Task { [printer] in
            while true {
                try await Task.sleep(for: .milliseconds(250))
                await printer.tick()
            }
        }
        await batch.run { await take($0) }
        clock.cancel()
    }

    /// Prints a result with its books.
    @Sendable func take(_ result: ScanResult) async {
        if let lookup { return await lookup.take(result) }
        var books = ResultBooks()
        for isbn in names == nil ? [] : result.isbns {
            guard let book = names?.book(isbn) else { continue }
            books.answers[isbn] = LookupAnswer(isbn: isbn, status: .known, card: BookCard(book: book))
        }
        await printer.print(result, books)
    }

    /// Completes the output; returns the exit codes of the photos and of the look-ups.
    func finish() async -> (read: Exit, lookedUp: Exit) {
        let lookedUp = await lookup?.finish() ?? .success
        return (await printer.finish(), lookedUp)
    }
}

extension Scan {
    fileprivate func printing(
        isByBook: Bool, hasNames: Bool, _ pictures: RunPictures?
    ) -> ScanPrinter.Settings {
        var style = ScanRow.Style(output, books, givesAllISBNs: givesAllISBNs, isByBook: isByBook)
        style.namesBooks = hasNames
        var settings = ScanPrinter.Settings(
            output, style: style, verbosity: quiet ? .quiet : verbose ? .verbose : .normal)
        if resuming.resume || sharing.shard != nil {
            settings.format = .jsonl
        } else if paths.printing != nil {
            // The text format has no header.
            settings.format = .text
        }
        settings.paths = paths.printing
        settings.review = review
        settings.ends = ends.rule
        settings.pictures = pictures
        return settings
    }

    /// The command to review this run's uncertain photos: from the results if they are in a file, else from the
    /// photos.
    private var review: String? {
        guard books.lookup, !input.isStandardInput else { return nil }
        var words = ["bookzone", "review"]
        if resuming.resume || output.chosen == .jsonl, let file = output.output {
            words.append(file)
        } else {
            words += input.words + (groups.group.map { ["--group", $0.words] } ?? [])
        }
        if let store = books.store.store { words += ["--store", store] }
        return words.map(\.shellWord).joined(separator: " ")
    }
}

extension ScanPrinter.Settings {
    init(_ output: BookOutputOptions, style: ScanRow.Style, verbosity: ScanPrinter.Verbosity) {
        self.init(
            format: output.chosen, isOnTerminal: output.isOnTerminal, width: output.width,
            verbosity: verbosity, style: style)
    }
}

extension ScanRow.Style {
    init(_ output: BookOutputOptions, _ books: BookOptions, givesAllISBNs: Bool, isByBook: Bool) {
        self.init()
        isColoured = output.isOnTerminal && Console.mayColour(STDOUT_FILENO)
        showsBooks = books.lookup
        showsSpoilers = books.spoilers
        self.givesAllISBNs = givesAllISBNs
        self.isByBook = isByBook
    }
}
