// Options for reading one list on many machines.
import ArgumentParser
import Batch
import Formatting
import Foundation
import Output
import Reading

struct ShardOptions: ParsableArguments {
    @Option(
        name: .customLong("shard"),
        help: ArgumentHelp(
            """
            Read only this share of the photos, 1/8 to 8/8, and write part-1.jsonl and so on into the --output \
            folder. auto takes the number from an array job of Slurm, Kubernetes or AWS Batch; auto/8 sets the \
            count. `bookzone join` joins the parts.
            """, valueName: "i/n"), completion: .list(["auto"]), transform: { try ShardArgument($0) })
    private var given: ShardArgument?

    /// `nil` for all photos.
    var shard: Shard? { given?.shard }

    /// The same, with the photos of a book in one shard.
    func shard(keepingTogether grouping: PhotoGrouping?) -> Shard? {
        var shard = given?.shard
        shard?.grouping = grouping
        return shard
    }

    /// Machines that work in parallel don't share a store or an output.
    func check(_ scan: Scan) throws {
        guard given != nil else { return }
        guard let folder = scan.output.output else {
            throw ValidationError("--shard: name the folder for the parts with --output")
        }
        let path = PhotoPath(folder)
        if ResultFile.isNamedLikeAFile(folder) || (path.exists && !path.isFolder) {
            throw ValidationError(
                "\(folder.shownPath): --shard needs a folder for --output, such as -o parts")
        }
        if scan.output.format ?? .jsonl != .jsonl || scan.paths.printing != nil || scan.books.lookup {
            throw ValidationError(
                "--shard writes records; leave out --format, --paths and --lookup, and join the parts")
        }
        if scan.input.holdsStreamedPhotos {
            throw ValidationError("--shard: photos on standard input have no paths")
        }
    }

    /// Opens the part; `nil` if there are no shards. Attempts in parallel have temporary files of their own.
    ///
    /// - Parameter folder: of the parts.
    func file(_ folder: String?, inputs: [String]) throws -> OutputFile? {
        guard let shard, let folder else { return nil }
        let code = folder.makeFolder()
        if code != 0 { throw OutputError.failed(folder, code: code) }
        let process = ProcessInfo.processInfo
        let attempt = ArrayJob.attempt(
            process.environment, host: process.hostName, process: process.processIdentifier)
        let part = "\(folder)/part-\(shard.number)"
        return try ResultFile.open(
            "\(part).jsonl", partial: "\(part).\(attempt).partial", keepsDraft: true, inputs: inputs)
    }
}

/// `3/8`, `auto` or `auto/8`.
struct ShardArgument {
    let shard: Shard

    /// Throws, with what to do, if there is no such shard.
    init(_ argument: String, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        guard let words = argument.wholeMatch(of: /(auto|\d{1,7})(?:\/(\d{1,7}))?/) else {
            throw ValidationError("--shard takes 1/8, auto or auto/8, not \(argument.printable)")
        }
        var count = words.2.flatMap { Int($0) }
        var number = Int(words.1)
        if number == nil {
            guard let job = ArrayJob(environment, count: count) else {
                throw ValidationError(
                    "--shard auto: not in an array job of Slurm, Kubernetes or AWS Batch; give the number, such as 1/8"
                )
            }
            (number, count) = (job.number, job.count)
        }
        guard let number, let count else {
            throw ValidationError(
                "--shard \(argument): the number of shards is unknown; use \(argument)/8")
        }
        guard let shard = Shard(number, of: count) else {
            throw ValidationError("--shard: no shard \(number) of \(count); they count from 1")
        }
        self.shard = shard
    }
}
