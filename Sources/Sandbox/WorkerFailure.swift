// What can go wrong between this process and a worker; what a photo's record says of it is a `ScanError`.

enum WorkerFailure: Error, Equatable {
    /// Nobody is at the other end any more, or nobody that makes sense.
    case ended
    /// It took longer than it may.
    case late
    case cancelled
    /// The system could not start a process; its `errno`.
    case notStarted(_ errno: Int32)
}
