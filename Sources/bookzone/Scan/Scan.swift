// `bookzone scan`: photos in, ISBNs out.
import ArgumentParser
import Batch
import Books
import Catalogue
import Fetching
import Formatting
import Foundation
import Sandbox

struct Scan: ReadingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads the ISBN on each photo, or says why it could not.",
        discussion: """
            Folders are read recursively, in natural order; hidden files and files that are not photos are \
            skipped. On a terminal the result is a table; into a pipe, one ISBN-13 per book, one per line.

            Without --lookup, nothing is saved and no source is asked. The network is used only to download \
            photos that are given by http or https addresses.

            `--help` shows the common options, `--help-all` all of them.

            EXAMPLES
              bookzone scan box1                               a folder
              bookzone scan IMG_2.HEIC IMG_3.HEIC              some photos
              bookzone scan box1.zip comic.cbz                 archives, like folders
              bookzone scan box1 > isbns.txt                   plain ISBN-13s
              bookzone scan box1 --format jsonl | jq .         everything known
              bookzone scan box1 -o box1.csv --format csv      a table for a spreadsheet
              bookzone scan box1 -o box1.jsonl --resume        continues where it stopped
              bookzone scan - < IMG_2.HEIC                     standard input
              bookzone scan --watch inbox --move-to sorted -o books.jsonl --resume
              ffmpeg -i shelf.mp4 -f image2pipe - | bookzone scan -
              bookzone scan --files-from links.txt             http and https addresses
              find . -newer last -print0 | bookzone scan --files0-from -
              bookzone scan --crop 0,50%,100%,50% back.jpg     only the lower half
              bookzone scan box1 --paths none,failed --null | xargs -0 cp -t again
              bookzone scan --group name box1                  several photos of each book
              ffmpeg -i shelf.mp4 -vf fps=4 -f image2pipe - | bookzone scan --frames -

            \(Exit.help([.success: "an ISBN was found on every photo", .incomplete: "some photos have none, or an uncertain one", .badInput: "some photos could not be read", .tryAgain: "a temporary failure, or the disk is full"]))
            """)

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Reading") var reading: ReadingOptions

    @OptionGroup(title: "Grouping") var groups: GroupOptions

    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Long runs") var resuming: ResumeOptions
    @OptionGroup(title: "Long runs") var watching: WatchOptions

    @Flag(
        name: .customLong("all-isbns"),
        help:
            ArgumentHelp(
                "In plain text, print every accepted ISBN of a book, including those of other editions and sets.",
                visibility: .advanced))
    var givesAllISBNs = false

    @OptionGroup(title: "Output", visibility: .advanced) var paths: PathOptions
    @OptionGroup(title: "Long runs", visibility: .advanced) var sharing: ShardOptions

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Also print the evidence for each ISBN, and which files were skipped.")
    var verbose = false

    @OptionGroup(title: "Output", visibility: .advanced) var ends: ExitOptions

    @OptionGroup(title: "Look-up") var books: BookOptions

    @OptionGroup(title: "Output") var pictures: PictureOptions

    func validate() throws {
        try input.requireSome()
        if quiet, verbose { throw ValidationError("--quiet and --verbose: choose one") }
        try paths.check(input, output, givesAllISBNs: givesAllISBNs)
        try sharing.check(input, output, lookup: books.lookup, paths: paths.printing != nil)
        try groups.check(input)
        try groups.check(
            resumes: resuming.resume, watches: watching.watch, moves: watching.moveTo != nil,
            isShared: sharing.shard != nil, printsPaths: paths.printing != nil,
            makesPictures: pictures.report != nil || pictures.annotate != nil, of: input)
        if output.format == .card, !books.lookup { throw ValidationError("--format card goes with --lookup") }
        if resuming.resume || watching.watch || watching.moveTo != nil,
            sharing.shard != nil || paths.printing != nil
        {
            throw ValidationError("--resume, --watch and --move-to go with neither --shard nor --paths")
        }
        try resuming.check(input, output, lookup: books.lookup)
        try watching.check(input, output, resumes: resuming.resume)
        try pictures.check(
            isPartial: resuming.resume || !resuming.retried.isEmpty,
            moves: watching.watch || watching.moveTo != nil)
    }

    func run(with workers: ForkServer) async throws {
        let isOnTerminal = output.output == nil && isatty(STDOUT_FILENO) == 1
        let grouping = groups.grouping
        let inputs = input.inputs(of: sharing.shard(keepingTogether: grouping))
        let pictures = try pictures.opened(workers, jobs: reading.jobs)
        let settings = try reading.settings(lookup: books.lookup, grouping)
        let journal = try resuming.journal(output.output, settings, inputs: input.files)
        let opened = books.lookup ? books.opened() : nil
        // What is known of a photo is not all that was seen in it, to which others of its book may add.
        let store =
            grouping != nil
            ? nil
            : (opened?.store).flatMap {
                StoreScanCache($0, reading: settings.key, retrying: resuming.statuses)
            }
        let known: [(any ScanCache)?] = [journal, store]
        let caches = known.compactMap(\.self)
        var style = ScanRow.Style()
        style.isColoured = isOnTerminal && Console.mayColour(STDOUT_FILENO)
        style.showsBooks = books.lookup
        let names = output.chosen == .table && !books.lookup ? books.names() : nil
        style.namesBooks = names != nil
        style.showsSpoilers = books.spoilers
        style.givesAllISBNs = givesAllISBNs
        style.isByBook = grouping != nil || inputs.holdsBooks
        let verbosity: ScanPrinter.Verbosity = quiet ? .quiet : verbose ? .verbose : .normal
        let printer =
            try journal.map {
                ScanPrinter($0, verbosity: verbosity, style: style, review: review, ends: ends.rule)
            }
            ?? ScanPrinter(
                try sharing.file(output.output, inputs: input.files)
                    ?? ResultFile.open(output.output, inputs: input.files),
                format: sharing.format ?? paths.format ?? output.chosen, isOnTerminal: isOnTerminal,
                width: output.width, verbosity: verbosity, style: style, paths: paths.printing,
                review: review, ends: ends.rule, pictures: pictures)
        if let journal { try PhotoMoves.finish(journal, inputs, leavingOut: watching.sorted) }
        if let sorter = try watching.sorter(inputs) { await printer.move(sorter) }
        let lookup = opened.map {
            ScanLookup(
                printer: printer, $0, person: books.person.name, reading: settings.key,
                prefersCard: output.format == nil && isOnTerminal && !watching.watch)
        }
        let receive: @Sendable (ScanResult) async -> Void = { result in
            guard let lookup else {
                return await printer.name(result, by: names)
            }
            await lookup.take(result)
        }
        if watching.watch {
            await printer.hideProgress()
            try await watching.run(
                ScanWatch(
                    inputs: inputs, interval: .seconds(watching.interval), journal: journal,
                    caches: [store].compactMap(\.self), sorted: watching.sorted
                ) { await printer.findLinks() },
                folders: input.paths, workers, jobs: reading.jobs, quiet: quiet, receive)
        } else {
            let readers = (0..<reading.jobs).map { _ in PhotoWorker(workers) }
            let batch = try ScanBatch(
                inputs, workers: pictures?.keeping(readers) ?? readers, caches: caches,
                leavingOut: watching.sorted, grouping: grouping, isStrict: reading.isStrict,
                source: PhotoFetcher(jobs: reading.jobs), archives: ArchiveWorkers(workers))
            Interrupt.first { end in Task { await printer.interrupt(end) } }
            if await printer.showsProgress {
                Thread.detachNewThread {
                    let total = inputs.count(caches: caches)
                    Task { await printer.expect(total) }
                }
            }
            let clock = Task {
                while true {
                    try await Task.sleep(for: .milliseconds(250))
                    await printer.tick()
                }
            }
            await batch.run(receive)
            clock.cancel()
        }
        await lookup?.finish()
        let end = await printer.finish()
        // What is watched ends when it is told to.
        if !watching.watch { try end.end() }
    }

    /// How to decide on what this run is not sure of: from its results where they stay, else from the photos.
    private var review: String? {
        guard books.lookup else { return nil }
        var words = ["bookzone", "review"]
        if resuming.resume || output.chosen == .jsonl, let file = output.output {
            words.append(file)
        } else {
            words += input.words + groups.words
        }
        if let store = books.store.store { words += ["--store", store] }
        return input.isStandardInput ? nil : words.map(\.shellWord).joined(separator: " ")
    }
}
