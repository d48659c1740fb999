// Commands that read photos in workers. The fork server is forked while the program has one thread, before any
// command runs.
import ArgumentParser
import Reading
import Sandbox

protocol PhotoCommand: AsyncParsableCommand {
    /// Creates the fork server; called before everything else.
    func workers() throws(ScanError) -> ForkServer

    func run(with workers: ForkServer) async throws
}

/// A command that looks for ISBNs.
protocol ReadingCommand: PhotoCommand {
    var reading: ReadingOptions { get }
}

extension ReadingCommand {
    func workers() throws(ScanError) -> ForkServer {
        try PhotoWorkers.server(options: reading.scanOptions, limits: reading.limits)
    }
}

enum PhotoWorkers {
    /// The arguments with which this program serves as a fork server.
    static let arguments = ["--make-workers"]

    static func server(
        options: ScanOptions = ScanOptions(), limits: WorkerLimits
    ) throws(ScanError) -> ForkServer {
        let program = ForkServer.Program("/proc/self/exe", arguments: arguments)
        return try ForkServer(program, options: options, limits: limits) {
            Console.note($0.warning + "; read only photos that you trust")
        }
    }

    /// Of pictures, in which no ISBN is looked for.
    static func pictureServer() throws(ScanError) -> ForkServer {
        let limits = WorkerLimits(time: .seconds(20), memory: WorkerLimits.shareOfMemory(jobs: 1))
        return try server(options: ScanOptions(readers: []), limits: limits)
    }
}

/// Which options help shows: `--help` the common ones, `--help-all` all. Man pages and completions have all.
enum HelpScope {
    private static let all = "--help-all"

    /// For options and groups that `--help` omits.
    static let advanced: ArgumentVisibility =
        options(of: CommandLine.arguments).contains { ["--help", "-h", "help"].contains($0) }
        ? .hidden : .default

    /// Replaces `--help-all` by what the parser knows.
    static func arguments(_ given: [String]) -> [String] {
        options(of: given).contains(all) ? given.map { $0 == all ? "--help" : $0 } : given
    }

    /// The arguments before `--`; those after it are paths.
    private static func options(of arguments: [String]) -> ArraySlice<String> {
        arguments.prefix { $0 != "--" }
    }
}

extension ArgumentVisibility {
    static var advanced: ArgumentVisibility { HelpScope.advanced }
}
