// Many small answers in few writes.

/// An output that is written to in portions of 64 kB, and whenever it is flushed.
public struct BufferedOutput: ~Copyable {
    private static let portion = 65_536

    private let output: OutputFile
    private var waiting = ""

    public init(_ output: consuming OutputFile) { self.output = output }

    public mutating func write(_ text: String) throws(OutputError) {
        waiting += text
        if waiting.utf8.count >= Self.portion { try flush() }
    }

    /// To be called before waiting for input and at the end: nothing is written by itself.
    public mutating func flush() throws(OutputError) {
        try output.write(waiting)
        waiting.removeAll(keepingCapacity: true)
    }
}
