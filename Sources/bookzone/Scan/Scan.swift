// `bookzone scan`: photos in, ISBNs out.
import ArgumentParser
import Books
import Catalogue
import Fetching
import Foundation
import Reporting
import Scanning
import Workers

struct Scan: ReadingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads the ISBN off each photo, or says why not.",
        discussion: """
            A folder is read with all below it, in natural order; hidden files and what is no photo are left out. On \
            a terminal the answer is a table; into a pipe, the ISBN-13 of each book found, one a line.

            Without --lookup nothing is kept and nobody is asked: photos in, answers out. The network is used for the \
            photos that are named by http and https addresses, and for nothing else.

            EXAMPLES
              bookzone scan box1                               a folder
              bookzone scan IMG_2.HEIC IMG_3.HEIC              some photos
              bookzone scan box1 > isbns.txt                   plain ISBN-13s
              bookzone scan box1 --format jsonl | jq .         everything known
              bookzone scan box1 -o box1.csv --format csv      a table for a spreadsheet
              bookzone scan box1 -o box1.jsonl --resume        goes on where it was stopped
              bookzone scan - < IMG_2.HEIC                     standard input
              bookzone scan --watch inbox --move-to sorted -o books.jsonl --resume
              ffmpeg -i shelf.mp4 -f image2pipe - | bookzone scan -
              bookzone scan --files-from links.txt             http and https addresses
              find . -newer last -print0 | bookzone scan --files0-from -
              bookzone scan --crop 0,50%,100%,50% back.jpg     the lower half alone
              bookzone scan box1 --paths none,failed --null | xargs -0 cp -t again
              bookzone scan --group name box1                  several photos of each book
              ffmpeg -i shelf.mp4 -vf fps=4 -f image2pipe - | bookzone scan --frames -

            \(Exit.help([.success: "every photo gave an ISBN", .incomplete: "some gave none, or only an uncertain one", .badInput: "some could not be read", .tryAgain: "some could not be read for now, or the disk is full"]))
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup(title: "How to read") var reading: ReadingOptions

    @OptionGroup(title: "What is one book") var groups: GroupOptions

    @OptionGroup var output: OutputOptions
    @OptionGroup var resuming: ResumeOptions
    @OptionGroup var watching: WatchOptions

    @Flag(
        name: .customLong("all-isbns"),
        help: "In plain text, give every accepted ISBN: other forms and sets too.")
    var givesAllISBNs = false

    @OptionGroup var paths: PathOptions
    @OptionGroup var sharing: ShardOptions

    @Flag(name: .shortAndLong, help: "Say only what went wrong.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Also say what each answer rests on, and which files were skipped.")
    var verbose = false

    @OptionGroup var ends: EndOptions

    @OptionGroup(title: "What the books are") var books: BookOptions

    @OptionGroup(title: "To look at") var pictures: PictureOptions

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
        let settings = try reading.settings(lookup: books.lookup, group: groups.argument)
        let journal = try resuming.journal(output.output, settings, inputs: input.files)
        let opened = books.lookup ? books.opened() : nil
        // What is known of a photo is not all that was seen in it, to which others of its book may add.
        let store =
            grouping != nil
            ? nil
            : (opened?.store as? Store).flatMap {
                StoreMemory($0, reading: settings.key, retrying: resuming.statuses)
            }
        let known: [(any PhotoMemory)?] = [journal, store]
        let memories = known.compactMap(\.self)
        var style = ScanRow.Style()
        style.isColoured = isOnTerminal && Console.mayColour(STDOUT_FILENO)
        style.showsBooks = books.lookup
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
        if let journal { try PhotoMoves.finish(journal) }
        if let sorter = try watching.sorter(input.paths) { await printer.move(sorter) }
        let lookup = opened.map {
            ScanLookup(
                printer: printer, $0, person: books.person.name, reading: settings.key,
                prefersCard: output.format == nil && isOnTerminal && !watching.watch)
        }
        let receive: @Sendable (ScanResult) async -> Void = { result in
            if let lookup { await lookup.take(result) } else { await printer.print(result) }
        }
        if watching.watch {
            await printer.hideProgress()
            try await watching.run(
                ScanWatch(
                    inputs: inputs, interval: .seconds(watching.interval), journal: journal,
                    memories: [store].compactMap(\.self), sorted: watching.sorted),
                folders: input.paths, workers, jobs: reading.jobs, quiet: quiet, receive)
        } else {
            let readers = (0..<reading.jobs).map { _ in PhotoWorker(workers) }
            let batch = try ScanBatch(
                inputs, workers: pictures?.keeping(readers) ?? readers, memories: memories,
                leavingOut: watching.sorted, grouping: grouping, isStrict: reading.isStrict,
                source: PhotoFetcher(jobs: reading.jobs))
            Interrupt.first { Task { await printer.interrupt() } }
            if await printer.showsProgress {
                Thread.detachNewThread {
                    let total = inputs.count(memories: memories)
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
