// Options of `scan` for folders into which photos come.
import ArgumentParser
import Books
import Foundation
import Scanning
import Workers

struct WatchOptions: ParsableArguments {
    @Flag(
        help: """
            Read each photo that comes into the folders, once it has stopped growing, until Ctrl-C or SIGTERM. One \
            that fails is tried again, at most three times.
            """)
    var watch = false

    @Option(
        help: ArgumentHelp(
            "With --watch: how often the folders are looked through whatever the system tells of them. If not given: 300.",
            valueName: "seconds"))
    var watchInterval: Int?

    @Option(
        help: ArgumentHelp(
            "Move photos into found, uncertain, none and failed below this folder; no file is written over. Records name the new place.",
            valueName: "dir"),
        completion: .directory)
    var moveTo: String?

    /// In seconds.
    var interval: Int { watchInterval ?? 300 }

    func check(_ input: InputOptions, _ output: OutputOptions, resumes: Bool) throws {
        if watchInterval != nil, !watch { throw ValidationError("--watch-interval goes with --watch") }
        guard (1...86_400).contains(interval) else {
            throw ValidationError("--watch-interval takes 1 to 86400 seconds, not \(interval)")
        }
        if watch || moveTo != nil, let address = input.firstAddress {
            throw ValidationError("\(address): an address; --watch and --move-to take files and folders")
        }
        if let moveTo {
            guard !moveTo.isEmpty else { throw ValidationError("--move-to takes a folder") }
            if input.isStandardInput {
                throw ValidationError("--move-to moves files; standard input is none")
            }
            let sorted = Self.resolved(moveTo)
            for path in input.paths where (Self.resolved(path) + "/").hasPrefix(sorted + "/") {
                throw ValidationError(
                    "\(path): lies in the folder of --move-to; choose another for one of them")
            }
        }
        guard watch else { return }
        for path in input.paths {
            guard PhotoPath(path).isFolder else {
                throw ValidationError("\(path): no folder; --watch takes folders")
            }
        }
        if input.paths.isEmpty { throw ValidationError("--watch takes folders, not a list") }
        if output.output != nil, !resumes {
            throw ValidationError(
                "--watch writes into a file with --resume, so that it goes on when it is started again")
        }
    }

    /// Where photos are that were moved.
    var sorted: PhotoPath? { moveTo.map { PhotoPath($0) } }

    /// - Parameter paths: what is read.
    func sorter(_ paths: [String]) throws(ScanError) -> PhotoSorter? {
        try moveTo.map { folder throws(ScanError) in try PhotoSorter(folder: folder, roots: paths) }
    }

    /// Reads what comes until the program is told to end.
    func run(
        _ scan: ScanWatch, folders: [String], _ workers: ForkServer, jobs: Int, quiet: Bool,
        _ receive: @escaping @Sendable (ScanResult) async -> Void
    ) async throws {
        let watch = try FolderWatch(folders.map { PhotoPath($0) })
        let work = Task<Void, any Error> {
            try await scan.run(watch, workers: workers, jobs: jobs, receive)
        }
        Interrupt.end {
            work.cancel()
            watch.stop()
        }
        if !quiet {
            Console.note("watching \(folders.joined(separator: ", ")); Ctrl-C ends it".printable)
        }
        try await work.value
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path.systemPath, nil) else { return path }
        defer { free(real) }
        return String(path: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}
