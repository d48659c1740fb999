// Commands that read photos, in workers. Those are forked while the program has one thread, before any command runs.
import ArgumentParser
import Scanning
import Workers

protocol PhotoCommand: AsyncParsableCommand {
    var reading: ReadingOptions { get }

    func run(with workers: ForkServer) async throws
}

enum PhotoWorkers {
    /// With these this program makes workers and is nothing else.
    static let arguments = ["--make-workers"]

    /// What a person is told where the system can't lock workers up.
    static func note(_ doors: OpenDoors) {
        let missing = [(OpenDoors.files, "Landlock"), (.calls, "seccomp")].filter { doors.contains($0.0) }
        Console.note(
            "the processes that read photos are not locked up: this system has no "
                + missing.map(\.1).joined(separator: " and no ") + "; read only photos that you trust")
    }
}

extension ReadingOptions {
    /// Where workers come from; to be called first of all.
    func workers() throws(ScanError) -> ForkServer {
        let program = ForkServer.Program("/proc/self/exe", arguments: PhotoWorkers.arguments)
        return try ForkServer(
            program, options: scanOptions, limits: limits, noteOpenDoors: PhotoWorkers.note)
    }
}
