// A batch whose photos are read by workers.
import Reading
import Sandbox

extension ScanBatch {
    /// Opens the inputs; throws when that can't be done. Workers are started as photos come.
    ///
    /// - Parameters:
    ///   - jobs: how many photos are read at a time, 1 or more.
    ///   - grouping: which photos are one book's; `nil` answers each by itself.
    ///   - isStrict: whether a book of several photos needs two witnesses, as the workers were told of each photo.
    public init(
        _ inputs: PhotoInputs, workers: ForkServer, jobs: Int, grouping: PhotoGrouping? = nil,
        isStrict: Bool = false
    ) throws(ScanError) {
        try self.init(
            inputs, workers: workers, jobs: jobs, memories: [], grouping: grouping, isStrict: isStrict)
    }

    /// - Parameters:
    ///   - memories: what need not be read; the first that knows a photo answers.
    ///   - left: a folder that is not entered.
    ///   - source: gets the photos of addresses; `nil` has them fail.
    package init(
        _ inputs: PhotoInputs, workers: ForkServer, jobs: Int, memories: [any PhotoMemory],
        leavingOut left: PhotoPath? = nil, grouping: PhotoGrouping? = nil, isStrict: Bool = false,
        source: (any PhotoSource)? = nil
    ) throws(ScanError) {
        try self.init(
            inputs, workers: (0..<max(1, jobs)).map { _ in PhotoWorker(workers) }, memories: memories,
            leavingOut: left, grouping: grouping, isStrict: isStrict, source: source,
            archives: ArchiveWorkers(workers))
    }
}
