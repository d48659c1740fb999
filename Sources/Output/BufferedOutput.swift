// Many small answers in few writes.

/// An output that is written to in portions of 64 kB, and whenever it is flushed.
package struct BufferedOutput: ~Copyable {
    private static let portion = 65_536

    private let output: OutputFile
    private var waiting = ""

    package init(_ output: consuming OutputFile) { self.output = output }

    /// How the unfinished file is called; `nil` when there is none.
    package var partialName: String? { output.partialName }

    package mutating func write(_ text: String) throws(OutputError) {
        waiting += text
        if waiting.utf8.count >= Self.portion { try flush() }
    }

    /// Each with an end.
    package mutating func write(lines: [String]) throws(OutputError) {
        for line in lines { try write(line + "\n") }
    }

    /// At once, with all that waits before it.
    package mutating func write(bytes: [UInt8]) throws(OutputError) {
        try flush()
        try output.write(bytes: bytes)
    }

    /// To be called before waiting for input: nothing is written by itself.
    package mutating func flush() throws(OutputError) {
        try output.write(waiting)
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes what is left and puts the file in its place.
    package mutating func finish() throws(OutputError) {
        try flush()
        try output.finish()
    }
}
