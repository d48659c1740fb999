// Sandbox layers that the kernel does not support.
import CConfine

/// Sandbox layers that the kernel does not support.
public struct MissingSandboxLayers: OptionSet, Hashable, Sendable {
    /// Files can be opened: the kernel has no Landlock.
    public static let files = MissingSandboxLayers(rawValue: CONFINE_FILES_OPEN)
    /// Programs can be started and the network used: the kernel has no seccomp.
    public static let calls = MissingSandboxLayers(rawValue: CONFINE_CALLS_OPEN)

    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    init(rawValue: Int) {
        self.rawValue = Int32(truncatingIfNeeded: rawValue)
    }
}
