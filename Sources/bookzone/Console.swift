// Reads standard input, and writes messages to standard error.
import Books
import Foundation
import Output

enum Console {
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether output to a terminal there may have colours (no-color.org).
    static func mayColour(_ descriptor: Int32) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
            && !isDumb
    }

    /// Whether the terminal shows escape sequences instead of following them.
    static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

    /// The width of the terminal at standard error; 80 if unknown.
    static var columns: Int { columns(of: STDERR_FILENO) ?? 80 }

    /// The width of the terminal at a descriptor; `nil` if there is none or the width is unknown.
    static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// One line on standard error, safe for a terminal: it may quote files, photos and servers.
    static func note(_ line: String) { write(line.printable + "\n") }

    /// Only on a terminal, where empty output needs an explanation.
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

    /// Replaces the last line on the terminal, which must not wrap; an empty text clears it.
    static func drawLine(_ line: String) {
        if !isDumb { write("\r\(line.cut(to: columns - 1))\u{1B}[K") }
    }

    /// The command line of this run, with URLs without their signatures.
    static var command: String {
        (["bookzone"] + BookZone.arguments.map(\.unsigned)).map {
            $0.hasStandIns ? $0.shownPath : $0.shellWord
        }.joined(separator: " ")
    }

    /// What a line of a list names: its text up to the first tab, as `scan --lookup` prints ISBNs; `nil` if that is empty.
    static func name(inLine line: String) -> String? { String(line.prefix { $0 != "\t" }).tidied }

    /// Arguments, or what standard input names if the argument is `-`. Empty lines are left out; an empty argument is a
    /// mistake, as of a variable that is not set.
    static func names(_ arguments: [String]) throws(Refusal) -> [String] {
        guard arguments == ["-"] else { return arguments.map { $0.tidied ?? "" } }
        return try TextFile.lines("-").compactMap(name(inLine:))
    }

    /// Opens the first three descriptors if the program was started without them, so that no photo gets the
    /// descriptor of standard input. Each is opened in the wrong direction, so that using it still fails.
    static func openClosedDescriptors() {
        for end in STDIN_FILENO...STDERR_FILENO where fcntl(end, F_GETFD) == -1 {
            _ = open("/dev/null", end == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// Makes the program exit with its code for an internal error if it crashes, instead of by a signal.
enum Crash {
    /// A crash in Swift code has already printed its cause; for one in a C library this is the only message.
    static func endWithInternalError() {
        // Swift's report of a crash handles it too, but Ctrl-\ is no crash.
        if !Interrupt.isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
        for cause in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
            // Only system calls are safe in a signal handler.
            signal(cause) { _ in
                let words: StaticString = "bookzone: internal error; please report it with the lines above\n"
                _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
                _exit(Exit.internalError.rawValue)
            }
        }
    }
}

// Quotes arguments of commands that are printed for the user.
extension String {
    var shellWord: String {
        if !isEmpty, utf8.allSatisfy({ Self.plain.contains($0) || $0 >= 0x80 }) { return self }
        return "'" + replacing("'", with: #"'\''"#) + "'"
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,+=@%".utf8)
}
