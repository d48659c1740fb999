// The position of a record in a results file.

/// Where a record of an earlier run stands.
public struct RecordPosition: Hashable, Sendable {
    /// The path of the file, as given.
    public var file: String
    /// Counts from 1, empty lines too.
    public var line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}
