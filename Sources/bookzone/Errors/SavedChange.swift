// Output of a change that is saved: if it fails, running the command again would make the change a second time.
import Output

enum SavedChange {
    /// Prints on standard output what a command has changed.
    ///
    /// - Throws: as `printing`.
    static func print(_ text: String) throws {
        try printing { try OutputFile(nil).write(text) }
    }

    /// - Throws: what `body` throws; a `Refusal` for a failure of the output.
    static func printing(_ body: () throws -> Void) throws {
        do { try body() } catch let error as OutputError { throw refusal(error) }
    }

    /// Says that the change is saved. A reader who closes the pipe is no failure.
    static func refusal(_ error: OutputError) -> any Error {
        error == .closed
            ? error
            : Refusal("the change is saved; only the output failed: \(error.message)", .outputFailed)
    }
}
