// The program's own ends: what it reads from standard input and what it says to a person on standard error.
import Books
import Foundation
import Output

enum Console {
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether a terminal there may be coloured (no-color.org).
    static func mayColour(_ descriptor: Int32) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
            && environment["TERM"] != "dumb"
    }

    /// The width of the terminal at standard error; 80 when it does not say.
    static var columns: Int { columns(of: STDERR_FILENO) ?? 80 }

    /// The width of the terminal at a descriptor; `nil` where there is none or it does not say.
    static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// One line on standard error.
    static func note(_ line: String) { write(line + "\n") }

    /// The same on a terminal only: there, empty output needs an explanation.
    static func noteOnTerminal(_ line: String) {
        if isTerminal { note(line) }
    }

    /// Writes text to standard error; failures are ignored.
    static func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if written > 0 { bytes.removeFirst(written) } else if errno != EINTR { return }
        }
    }

    /// Draws a line at the bottom of the terminal in the place of the one that was drawn there; an empty one wipes it.
    static func drawLine(_ line: String) { write("\r\(line)\u{1B}[K") }

    /// This run's command, as it is typed, addresses without what signs them.
    static var command: String {
        (["bookzone"] + BookZone.arguments.map(\.unsigned)).map {
            $0.hasStandIns ? $0.shownPath : $0.shellWord
        }.joined(separator: " ")
    }

    /// All of standard input, by lines.
    static func inputLines() -> [String] {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return lines
    }

    /// The same, each line up to its first tab: `scan --lookup` has the ISBN there.
    static func inputFields() -> [String] { inputLines().map { String($0.prefix { $0 != "\t" }) } }

    /// Fills the first three descriptors where the program was started without them, so that no photo opened later
    /// is taken for standard input. Each is opened the wrong way round: using it still fails.
    static func occupyClosedEnds() {
        for end in STDIN_FILENO...STDERR_FILENO where fcntl(end, F_GETFD) == -1 {
            _ = open("/dev/null", end == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// How the program ends when it crashes: with its code for an internal error, not with a signal's number.
enum Crash {
    /// For a crash in Swift code the cause is printed already; for one in a C library this is the only message.
    static func endWithInternalError() {
        for cause in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
            // Inside a signal handler: system calls only.
            signal(cause) { _ in
                let words: StaticString = "bookzone: internal error; please report it with the lines above\n"
                _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
                _exit(Exit.internalError.rawValue)
            }
        }
    }
}

// Shell quoting for commands that are printed.
extension String {
    var shellWord: String {
        if !isEmpty, utf8.allSatisfy({ Self.plain.contains($0) || $0 >= 0x80 }) { return self }
        return "'" + replacing("'", with: #"'\''"#) + "'"
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,+=@%".utf8)
}
