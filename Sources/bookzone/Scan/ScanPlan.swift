// What a scan does, resolved from its options: what is read, what is known of it, and who gets the results.
import Batch
import Books
import Catalogue
import Fetching
import Formatting
import Foundation
import Lookup
import Reading
import Sandbox

/// A scan whose files are open, so that what is wrong with them is said before a photo is read.
struct ScanPlan {
    let inputs: PhotoInputs
    let grouping: PhotoGrouping?
    /// How many photos are read at a time.
    let jobs: Int
    let isStrict: Bool
    let isQuiet: Bool
    /// Where photos are that were moved, which is not entered.
    let sorted: PhotoPath?
    /// The records of earlier runs, in the file of this one.
    let journal: RecordJournal?
    /// What the store knows of photos by their bytes.
    let store: StoreScanCache?
    let pictures: RunPictures?
    let printer: ScanPrinter
    /// `nil` without --lookup; then references beside the store may name books.
    private let lookup: ScanLookup?
    private let names: ReferenceNames?

    init(_ scan: Scan, _ workers: ForkServer) async throws {
        grouping = scan.groups.group
        inputs = scan.input.inputs(of: scan.sharing.shard(keepingTogether: grouping))
        (jobs, isStrict, isQuiet) = (scan.reading.jobs, scan.reading.isStrict, scan.quiet)
        sorted = scan.watching.sorted
        pictures = try scan.pictures.opened(workers, jobs: jobs)
        let settings = try scan.reading.settings(lookup: scan.books.lookup, grouping)
        journal = try scan.resuming.journal(scan.output.output, settings, inputs: scan.input.files)
        let books = scan.books.lookup ? scan.books.opened(workers) : nil
        // What is known of a photo is not all that was seen in it, to which others of its book may add.
        store =
            grouping != nil
            ? nil
            : (books?.store).flatMap {
                StoreScanCache($0, reading: settings.key, retrying: scan.resuming.statuses)
            }
        names = scan.output.chosen == .table && books == nil ? scan.books.names() : nil
        printer = try ScanPrinter(
            scan.printing(isByBook: grouping != nil || inputs.holdsBooks, hasNames: names != nil, pictures),
            journal: journal,
            to: scan.sharing.file(scan.output.output, inputs: scan.input.files)
                ?? ResultFile.open(scan.output.output, inputs: scan.input.files))
        if let journal { try PhotoMoves.finish(journal, inputs, leavingOut: sorted) }
        if let sorter = try scan.watching.sorter(inputs) { await printer.move(sorter) }
        let prefersCard =
            scan.output.format == nil && scan.output.isOnTerminal && !scan.watching.watch
        lookup = books.map { [printer] in
            ScanLookup(
                printer: printer, $0, person: scan.books.person.name, reading: settings.key,
                prefersCard: prefersCard)
        }
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
                let total = inputs.count(caches: caches)
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

    /// Prints a result, with what is known of its books.
    @Sendable func take(_ result: ScanResult) async {
        if let lookup { return await lookup.take(result) }
        var books = ResultBooks()
        for isbn in names == nil ? [] : result.isbns {
            guard let book = names?.book(isbn) else { continue }
            books.answers[isbn] = LookupAnswer(isbn: isbn, status: .known, card: BookCard(book: book))
        }
        await printer.print(result, books)
    }

    /// Completes the output; returns how the run ends.
    func finish() async -> Exit {
        await lookup?.finish()
        return await printer.finish()
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
            // It has no heading.
            settings.format = .text
        }
        settings.paths = paths.printing
        settings.review = review
        settings.ends = ends.rule
        settings.pictures = pictures
        return settings
    }

    /// How to decide on what this run is not sure of: from its results where they stay, else from the photos.
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
    init(_ output: OutputOptions, style: ScanRow.Style, verbosity: ScanPrinter.Verbosity) {
        self.init(
            format: output.chosen, isOnTerminal: output.isOnTerminal, width: output.width,
            verbosity: verbosity, style: style)
    }
}

extension ScanRow.Style {
    init(_ output: OutputOptions, _ books: BookOptions, givesAllISBNs: Bool, isByBook: Bool) {
        self.init()
        isColoured = output.isOnTerminal && Console.mayColour(STDOUT_FILENO)
        showsBooks = books.lookup
        showsSpoilers = books.spoilers
        self.givesAllISBNs = givesAllISBNs
        self.isByBook = isByBook
    }
}
