// The options by which many machines read one list.
import ArgumentParser
import Batch
import Formatting
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

    /// The same, with the photos of a book in one share.
    func shard(keepingTogether grouping: PhotoGrouping?) -> Shard? {
        var shard = given?.shard
        shard?.grouping = grouping
        return shard
    }

    /// Machines that work side by side share no store and no output.
    func check(_ input: InputOptions, _ output: OutputOptions, lookup: Bool, paths: Bool) throws {
        guard given != nil else { return }
        guard let folder = output.output else {
            throw ValidationError("--shard: name the folder for the parts with --output")
        }
        let path = PhotoPath(folder)
        if ResultFile.isNamedLikeAFile(folder) || (path.exists && !path.isFolder) {
            throw ValidationError(
                "\(folder.printable): --shard needs a folder for --output, such as -o parts"
            )
        }
        if output.format ?? .jsonl != .jsonl || paths || lookup {
            throw ValidationError(
                "--shard writes records; leave out --format, --paths and --lookup, and join the parts")
        }
        if input.holdsStreamedPhotos {
            throw ValidationError("--shard: photos on standard input have no paths")
        }
    }

    /// Opens the part; `nil` where there are none.
    ///
    /// - Parameter folder: of the parts.
    func file(_ folder: String?, inputs: [String]) throws -> OutputFile? {
        guard let given, let folder else { return nil }
        return try given.file(in: folder, inputs: inputs)
    }

    /// Of the part; `nil` where there are none.
    var format: OutputFormat? { given.map { _ in .jsonl } }
}
