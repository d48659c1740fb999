// Whether the terminal shows pictures, and how it takes them.
import Foundation
import Reading

/// How a terminal takes a picture.
enum TerminalGraphics: Hashable {
    /// Pixels, by the protocol of kitty; also WezTerm, Ghostty, Konsole.
    case kitty
    /// A file, as in iTerm2.
    case iTerm
    /// Six rows at a time, as DEC's terminals did; also foot, xterm, Windows Terminal.
    case sixel

    /// A picture of one pixel in kitty's protocol, which is only checked; then the terminal's attributes, which all tell.
    private static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
    /// In milliseconds. Only a terminal that tells no attributes, or is very far away, takes so long.
    private static let timeout = 2000
    /// Of Ctrl-C, Ctrl-\ and Ctrl-Z.
    private static let signals: [UInt8: Int32] = [0x03: SIGINT, 0x1C: SIGQUIT, 0x1A: SIGTSTP]

    /// Asks the terminal at standard input and output; `nil` if there is none, or it shows no pictures. Nothing is written
    /// unless both are a terminal.
    static func asked() -> TerminalGraphics? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, isInForeground else { return nil }
        let environment = ProcessInfo.processInfo.environment
        if Console.isDumb { return nil }
        if environment["TERM_PROGRAM"] == "iTerm.app" || environment["LC_TERMINAL"] == "iTerm2" {
            return .iTerm
        }
        return answer().flatMap(Self.init(answer:))
    }

    /// A program in the background would be stopped when it changes the terminal.
    private static var isInForeground: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        return group == -1 || group == getpgrp()
    }

    init?(answer: String) {
        if answer.contains(/\u{1B}_Gi=31;OK\u{1B}\\/) {
            self = .kitty
        } else if let attributes = answer.firstMatch(of: /\u{1B}\[\?([\d;]*)c/)?.1,
            attributes.split(separator: ";").contains("4")
        {
            self = .sixel
        } else {
            return nil
        }
    }

    /// What the terminal says until its attributes, or until time is up; `nil` if it can't be asked.
    private static func answer() -> String? {
        var former = termios()
        guard tcgetattr(STDIN_FILENO, &former) == 0 else { return nil }
        var raw = former
        // Keys make no signals meanwhile: the terminal would stay as it is now. Their signals are sent below.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return nil }
        // What somebody has typed is for the next program.
        var restoring = TCSANOW
        defer { tcsetattr(STDIN_FILENO, restoring, &former) }
        var typed = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&typed, 1, 0) == 0 else { return nil }
        let bytes = Array(question.utf8)
        guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { return nil }
        var answer = ""
        let end = ContinuousClock.now + .milliseconds(timeout)
        while answer.utf8.count < 4096 {
            let left = Int32((end - .now) / .milliseconds(1))
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&input, 1, left) > 0 else { break }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else { break }
            if let key = bytes[..<count].first(where: { signals[$0] != nil }), let signal = signals[key] {
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &former)
                kill(getpid(), signal)
                return nil
            }
            answer += String(decoding: bytes[..<count], as: UTF8.self)
            // An answer that is not read to its end would be taken for typed words by the next program.
            restoring = answer.hasPrefix("\u{1B}") ? TCSAFLUSH : TCSANOW
            if answer.contains(/\u{1B}\[\?[\d;]*c/) {
                restoring = TCSANOW
                break
            }
        }
        return answer
    }
}
