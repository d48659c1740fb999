// C libraries print on descriptor 2 whatever they are told. Their words are kept from the person, but not those of
// the program's own end.
import Foundation

extension Console {
    /// A file without a name, which takes what libraries print on descriptor 2.
    private static let chatter: Int32 = {
        var name = Array((NSTemporaryDirectory() + "bookzone-XXXXXX").utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { return open("/dev/null", O_WRONLY | O_CLOEXEC) }
        unlink(name)
        _ = fcntl(file, F_SETFL, O_APPEND)
        return file
    }()

    /// Turns descriptor 2 away from the person. When the program itself breaks, its last words are brought out and
    /// it ends with 70.
    static func silenceLibraries() {
        guard standardError >= 0, chatter >= 0 else { return }
        dup2(chatter, STDERR_FILENO)
        LastWords.buffer = .allocate(byteCount: LastWords.room, alignment: 1)
        LastWords.source = chatter
        LastWords.target = standardError
        for cause in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
            signal(cause) { _ in Console.endBroken() }
        }
    }

    /// Lets descriptor 2 be standard error again.
    static func endSilence() { dup2(standardError, STDERR_FILENO) }

    /// Drops what libraries have said, so that the file stays small.
    static func forgetChatter() { ftruncate(chatter, 0) }

    /// Runs inside a signal handler: system calls only, on memory that is there already.
    private static func endBroken() -> Never {
        let end = lseek(LastWords.source, 0, SEEK_END)
        let begin = max(0, end - off_t(LastWords.room))
        let length = pread(LastWords.source, LastWords.buffer, LastWords.room, begin)
        if length > 0 { _ = Foundation.write(LastWords.target, LastWords.buffer, length) }
        let words: StaticString = "bookzone: internal error; please report it with the lines above\n"
        _ = Foundation.write(LastWords.target, words.utf8Start, words.utf8CodeUnitCount)
        _exit(70)
    }
}

/// What the signal handler works with, prepared before there can be a signal: it may not allocate. Written once, by
/// `silenceLibraries()`.
private enum LastWords {
    static let room = 4096
    nonisolated(unsafe) static var buffer: UnsafeMutableRawPointer?
    nonisolated(unsafe) static var source: Int32 = -1
    nonisolated(unsafe) static var target: Int32 = -1
}
