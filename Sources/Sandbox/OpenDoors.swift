// What a worker could do although it should not.
import CConfine

/// What the system can't lock for the processes that read photos.
public struct OpenDoors: OptionSet, Hashable, Sendable {
    /// Files can be opened: the kernel has no Landlock.
    public static let files = OpenDoors(rawValue: CONFINE_FILES_OPEN)
    /// Programs can be started and the network used: the kernel has no seccomp.
    public static let calls = OpenDoors(rawValue: CONFINE_CALLS_OPEN)

    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    init(rawValue: Int) {
        self.rawValue = Int32(truncatingIfNeeded: rawValue)
    }
}
