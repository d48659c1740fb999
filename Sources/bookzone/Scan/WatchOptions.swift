// Options of `scan` for watched folders.
import ArgumentParser
import Batch
import Books
import Foundation
import Output
import Reading

extension ArgumentHelp {
    static let watch: ArgumentHelp = """
        Keep running and read each new photo in the folders once it has stopped growing. Ctrl-C or SIGTERM ends it. A photo \
        that fails is retried up to three times.
        """
}

struct WatchOptions: ParsableArguments {
    @Flag(help: .watch) var watch = false

    @Option(
        help: ArgumentHelp(
            "With --watch: also list the folders at this interval, in case the system missed a change. Default: 300.",
            valueName: "seconds", visibility: .advanced))
    var watchInterval: Int?

    @Option(
        help: ArgumentHelp(
            "Move photos into the subfolders found, uncertain, none and failed of this folder. No file is overwritten. Records contain the new path.",
            valueName: "dir"),
        completion: .directory)
    var moveTo: String?

    /// In seconds.
    var interval: Int { watchInterval ?? 300 }

    func check(_ scan: Scan) throws {
        let input = scan.input
        if watchInterval != nil, !watch { throw ValidationError("--watch-interval requires --watch") }
        guard (1...86_400).contains(interval) else {
            throw ValidationError("--watch-interval takes 1 to 86400 seconds, not \(interval)")
        }
        if watch || moveTo != nil, let address = input.firstAddress {
            throw ValidationError("\(address): is an address; --watch and --move-to need files and folders")
        }
        if let moveTo {
            try ResultFile.checkFolder(moveTo, "--move-to")
            if input.isStandardInput {
                throw ValidationError("--move-to can't move standard input")
            }
            let sorted = OutputFile.resolved(moveTo)
            for path in input.paths where (OutputFile.resolved(path) + "/").hasPrefix(sorted + "/") {
                throw ValidationError(
                    "\(path): is inside the --move-to folder; choose another folder")
            }
            for path in input.paths where PhotoInputs.paths([PhotoPath(path)]).isRecordsOnly {
                throw ValidationError(
                    "\(path): --move-to moves photos that are read, and results are not; name the photos")
            }
        }
        guard watch else { return }
        try input.requireFolders()
        if scan.output.output != nil, !scan.resuming.resume {
            throw ValidationError(
                "--watch with an output file requires --resume, so that it continues when it is started again"
            )
        }
    }

    /// The folder of photos that were moved.
    var sorted: PhotoPath? { moveTo.map { PhotoPath($0) } }

    /// Creates the folder of `--move-to` if there is none.
    func makeFolder() throws(OutputError) {
        guard let moveTo else { return }
        let code = moveTo.makeFolder()
        if code != 0 { throw .failed(moveTo, code: code) }
    }

    /// - Parameter inputs: the inputs of the scan.
    func sorter(_ inputs: PhotoInputs) -> PhotoSorter? {
        moveTo.map { PhotoSorter(folder: $0, inputs: inputs) }
    }
}
