// Commands that read photos, in workers. Those are forked while the program has one thread, before any command runs.
import ArgumentParser
import Reading
import Sandbox

protocol PhotoCommand: AsyncParsableCommand {
    /// Where workers come from; called first of all.
    func workers() throws(ScanError) -> ForkServer

    func run(with workers: ForkServer) async throws
}

/// One that looks for ISBNs in them.
protocol ReadingCommand: PhotoCommand {
    var reading: ReadingOptions { get }
}

extension ReadingCommand {
    func workers() throws(ScanError) -> ForkServer {
        try PhotoWorkers.server(options: reading.scanOptions, limits: reading.limits)
    }
}

enum PhotoWorkers {
    /// With these this program makes workers and is nothing else.
    static let arguments = ["--make-workers"]

    static func server(
        options: ScanOptions = ScanOptions(), limits: ReadingLimits
    ) throws(ScanError) -> ForkServer {
        let program = ForkServer.Program("/proc/self/exe", arguments: arguments)
        return try ForkServer(program, options: options, limits: limits, onMissingLayers: note)
    }

    /// The warning if the system can't sandbox workers.
    private static func note(_ layers: MissingSandboxLayers) {
        let missing = [(MissingSandboxLayers.files, "Landlock"), (.calls, "seccomp")].filter {
            layers.contains($0.0)
        }
        Console.note(
            "the processes that read photos are not sandboxed: this system has no "
                + missing.map(\.1).joined(separator: " and no ") + "; read only photos that you trust")
    }
}

/// Which options help shows: `--help` the common ones, `--help-all` every one. Man pages and completions have them all.
enum HelpScope {
    private static let all = "--help-all"

    /// Of an option, or a group of them, that `--help` leaves out.
    static let advanced: ArgumentVisibility =
        options(of: CommandLine.arguments).contains { ["--help", "-h", "help"].contains($0) }
        ? .hidden : .default

    /// As the parser knows them.
    static func arguments(_ given: [String]) -> [String] {
        options(of: given).contains(all) ? given.map { $0 == all ? "--help" : $0 } : given
    }

    /// What comes before `--`, behind which all are paths.
    private static func options(of arguments: [String]) -> ArraySlice<String> {
        arguments.prefix { $0 != "--" }
    }
}

extension ArgumentVisibility {
    static var advanced: ArgumentVisibility { HelpScope.advanced }
}
