// What a record says of a photo that could not be read.

/// Why a photo could not be read.
public struct PhotoFailure: Hashable, Sendable, Codable {
    /// A fixed word that programs can compare (`truncated`, `too-large`, `unreadable`, …).
    public var code: String
    /// What happened and what to do, for a person.
    public var message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// Whether it may be read another time without anybody's doing: the disk or the system was at fault.
    package var mayPass: Bool { ["unavailable", "no-worker"].contains(code) }
}
