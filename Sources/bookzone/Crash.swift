// How the program ends when it crashes: with its code for an internal error, not with a signal's number.
import Foundation

enum Crash {
    /// Swift has said what it stumbled over by then; where a C library did, these are the only words.
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
