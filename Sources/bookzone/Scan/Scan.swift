// `bookzone scan`: reads ISBNs from photos.
import ArgumentParser
import Batch
import Books
import Formatting
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
              bookzone scan box1 -o box1.csv                   a table for a spreadsheet
              bookzone scan box1 -o box1.jsonl --resume        continues where it stopped
              bookzone scan - < IMG_2.HEIC                     standard input
              bookzone scan --watch inbox --move-to sorted -o books.jsonl --resume
              ffmpeg -i shelf.mp4 -f image2pipe - | bookzone scan -
              bookzone scan --files-from links.txt             http and https addresses
              find . -newer last -print0 | bookzone scan --files0-from -
              bookzone scan --crop 0,50%,100%,50% back.jpg     only the lower half
              bookzone scan box1 --paths none,failed --null | xargs -0 cp -t again
              bookzone scan --group name box1                  several photos of each book
              ffmpeg -i shelf.mp4 -vf fps=4 -f image2pipe - | bookzone scan --group frames -

            \(Exit.help([.success: "an ISBN was found on every photo", .incomplete: "some photos have none, or an uncertain one", .badInput: "some photos could not be read", .notAsked: "a shared catalogue could not be reached", .tryAgain: "a temporary failure, or the disk is full"]))
            """)

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Reading") var reading: ReadingOptions

    @OptionGroup(title: "Grouping") var groups: GroupOptions

    @OptionGroup(title: "Output") var output: BookOutputOptions
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
        try paths.check(self)
        try sharing.check(self)
        try groups.check(input)
        try groups.check(self)
        if output.format == .card, !books.lookup { throw ValidationError("--format card requires --lookup") }
        if resuming.resume || watching.watch || watching.moveTo != nil,
            sharing.shard != nil || paths.printing != nil
        {
            throw ValidationError("--resume, --watch and --move-to go with neither --shard nor --paths")
        }
        try resuming.check(self)
        try watching.check(self)
        try pictures.check(self)
    }

    func run(with workers: ForkServer) async throws {
        let plan = try await ScanPlan(self, workers)
        if watching.watch {
            try await plan.watch(folders: input.paths, workers, interval: .seconds(watching.interval))
        } else {
            try await plan.read(workers)
        }
        let (read, lookedUp) = await plan.finish()
        // Watching a folder ends only when it is stopped, which is success whatever was read.
        var end = watching.watch ? .success : read
        end.raise(to: lookedUp)
        try end.end()
    }
}
