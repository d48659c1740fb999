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
        return try ForkServer(program, options: options, limits: limits, noteOpenDoors: note)
    }

    /// What a person is told where the system can't lock workers up.
    private static func note(_ doors: OpenDoors) {
        let missing = [(OpenDoors.files, "Landlock"), (.calls, "seccomp")].filter { doors.contains($0.0) }
        Console.note(
            "the processes that read photos are not sandboxed: this system has no "
                + missing.map(\.1).joined(separator: " and no ") + "; read only photos that you trust")
    }
}
