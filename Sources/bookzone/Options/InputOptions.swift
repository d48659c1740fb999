// Options of all commands that read photos: their inputs.
import ArgumentParser
import Batch
import Books
import Fetching
import Foundation
import HTTP
import Providers
import Reading

struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Photos, PDFs, EPUBs, folders of these, their http or https addresses, results of `scan --format jsonl`, or - for photos on "
                + "standard input, one after another.",
            valueName: "path"),
        completion: .file())
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read the photos listed in this file, one path or address per line; - is standard input.",
            valueName: "file", visibility: .advanced),
        completion: .file())
    var filesFrom: String?

    @Option(
        name: .customLong("files0-from"),
        help: ArgumentHelp(
            "The same, with each path ended by NUL, as `find -print0` prints them.", valueName: "file",
            visibility: .advanced),
        completion: .file())
    var files0From: String?

    @Option(
        help: ArgumentHelp(
            """
            In folders, read only files that match: a name (IMG_*.jpg) or, with a slash, a path below the given \
            folder (2024/**/*.jpg). May be repeated.
            """, valueName: "glob", visibility: .advanced))
    var include: [Glob] = []

    @Option(
        help: ArgumentHelp(
            "Leave out files and whole folders that match. May be repeated; takes precedence over --include.",
            valueName: "glob", visibility: .advanced))
    var exclude: [Glob] = []

    func validate() throws {
        let ways = [!paths.isEmpty, filesFrom != nil, files0From != nil].count { $0 }
        guard ways < 2 else {
            throw ValidationError("give paths, --files-from or --files0-from: one of the three")
        }
        guard paths.count(where: { $0 == "-" }) < 2 else { throw ValidationError("- can be given once") }
        if paths.contains("-"), isatty(STDIN_FILENO) == 1 {
            throw ValidationError(
                "standard input is a terminal; redirect a photo: bookzone scan - < photo.jpg")
        }
        if [filesFrom, files0From].contains(where: { PhotoAddress($0 ?? "") != nil }) {
            throw ValidationError("a list of paths must be a file; download it, or pipe it to standard input")
        }
        if paths.contains("") { throw ValidationError("a path is empty") }
        do throws(ScanError) {
            try inputs.check()
        } catch {
            throw ValidationError("\((filesFrom ?? files0From ?? "").shownPath): \(error.message)")
        }
    }

    /// For commands that need photos.
    func requireSome() throws {
        if paths.isEmpty, filesFrom == nil, files0From == nil {
            throw ValidationError("nothing to read; give photos, folders, or - for standard input")
        }
    }

    /// For `--watch`.
    func requireFolders() throws {
        for path in paths where !PhotoPath(path).isFolder {
            throw ValidationError("\(path): not a folder; --watch takes folders")
        }
        if paths.isEmpty { throw ValidationError("--watch takes folders, not a list") }
    }

    var inputs: PhotoInputs { inputs(of: nil) }

    /// The inputs that are to be read.
    ///
    /// - Parameter shard: `nil` for all.
    func inputs(of shard: Shard?) -> PhotoInputs {
        let selection = PathSelection(included: include, excluded: exclude, shard: shard)
        return selection == PathSelection() ? all : .selected(all, selection)
    }

    private var all: PhotoInputs {
        if let filesFrom { return .list(PhotoPath(filesFrom), endedByNUL: false) }
        if let files0From { return .list(PhotoPath(files0From), endedByNUL: true) }
        return .paths(paths.map { PhotoPath($0) })
    }

    /// Other files that are read: lists, and results of earlier runs.
    var files: [String] {
        [filesFrom, files0From].compactMap(\.self) + paths.filter { !PhotoPath($0).holdsAPhoto }
    }

    /// Whether input comes from standard input, which can't be read again.
    var isStandardInput: Bool { paths.contains("-") || filesFrom == "-" || files0From == "-" }

    /// Whether photos have no path of their own.
    var holdsStreamedPhotos: Bool { paths.contains("-") }

    /// The first URL among the paths, without its signature.
    var firstAddress: String? { paths.lazy.compactMap { PhotoAddress($0)?.name }.first }

    /// As typed, with URLs without their signatures.
    var words: [String] {
        paths.map(\.unsigned)
            + [("--files-from", filesFrom), ("--files0-from", files0From)].flatMap { option, file in
                file.map { [option, $0] } ?? []
            }
    }
}

// Patterns of names on the command line.
extension Glob: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    public static var defaultCompletionKind: CompletionKind { .default }
}

/// `none`, or `uncertain,none,failed`.
struct StatusList: ExpressibleByArgument {
    let statuses: Set<ScanStatus>

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let statuses = words.compactMap { ScanStatus(rawValue: String($0)) }
        guard statuses.count == words.count else { return nil }
        self.statuses = Set(statuses)
    }

    static var allValueStrings: [String] { ScanStatus.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

// Downloads of this program.
extension PhotoFetcher {
    /// How many photos are downloaded ahead at most.
    private static let most = 8

    /// - Parameter jobs: how many photos are read at a time.
    init(jobs: Int) {
        self.init(HTTPOptions.program().forPhotos, most: min(2 * jobs, Self.most))
    }
}
