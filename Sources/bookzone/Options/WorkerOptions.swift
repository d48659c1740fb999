// Options of every command that opens photos: how many at a time, and the limits for each.
import ArgumentParser
import Foundation
import Sandbox

struct WorkerOptions: ParsableArguments {
    @Option(
        name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
        help: ArgumentHelp(
            "Read this many photos at a time. Default: the number of available processors.",
            valueName: "number"))
    private var givenJobs: Int?

    @Option(
        help: ArgumentHelp(
            "Give up on a photo or page after this time; finding the pages of a file may take as long again. Default: \(WorkerLimits.defaultTime.components.seconds).",
            valueName: "seconds", visibility: .advanced))
    var photoTimeout: Double?

    @Option(
        help: ArgumentHelp(
            "Give up on a photo that needs more memory than this: megabytes, or a size such as 2G. Default: three quarters of the available memory, divided among all jobs.",
            valueName: "size", visibility: .advanced))
    var photoMemory: MemorySize?

    func validate() throws {
        if let photoTimeout, !(0.001...1e6).contains(photoTimeout) {
            throw ValidationError("--photo-timeout takes 0.001 to 1000000 seconds, not \(photoTimeout)")
        }
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs takes 1 to 1024, not \(jobs)") }
    }

    /// How many photos are read at a time.
    var jobs: Int { givenJobs ?? min(1024, MachineLimits.current.processors) }

    /// For each photo.
    var limits: WorkerLimits {
        WorkerLimits(
            time: photoTimeout.map { .seconds($0) } ?? WorkerLimits.defaultTime,
            memory: photoMemory?.bytes ?? WorkerLimits.shareOfMemory(jobs: jobs))
    }
}

/// Megabytes, or a number followed by K, M or G.
struct MemorySize: ExpressibleByArgument {
    let bytes: Int

    init?(argument: String) {
        guard let match = argument.wholeMatch(of: /(\d{1,9})([KMG]?)B?/.ignoresCase()) else { return nil }
        let shift = ["K": 10, "G": 30][match.2.uppercased()] ?? 20
        guard let number = Int(match.1), number > 0 else { return nil }
        bytes = number << shift
    }

    static var defaultCompletionKind: CompletionKind { .default }
}
