// Options of every command that opens photos: how many at a time, and what one may cost.
import ArgumentParser
import Foundation
import Workers

struct WorkerOptions: ParsableArguments {
    @Option(
        name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
        help: ArgumentHelp(
            "How many photos to read at a time. If not given: one for each processor that it may use.",
            valueName: "number"))
    private var givenJobs: Int?

    @Option(
        help: ArgumentHelp(
            "Give up a photo, or a page of it, that takes longer. If not given: 60.", valueName: "seconds"))
    var photoTimeout: Double?

    @Option(
        help: ArgumentHelp(
            "Give up a photo that needs more: megabytes, or 2G. If not given: three quarters of the memory that it may use, shared by all jobs.",
            valueName: "size"))
    var photoMemory: MemorySize?

    func validate() throws {
        if let photoTimeout, !(0.001...1e6).contains(photoTimeout) {
            throw ValidationError("--photo-timeout takes seconds above 0, not \(photoTimeout)")
        }
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs takes 1 to 1024, not \(jobs)") }
    }

    /// How many photos are read at a time.
    var jobs: Int { givenJobs ?? min(1024, MachineShare.current.processors) }

    /// Of each photo.
    var limits: ReadingLimits {
        ReadingLimits(
            time: .seconds(photoTimeout ?? 60),
            memory: photoMemory?.bytes ?? ReadingLimits.shareOfMemory(jobs: jobs))
    }
}
