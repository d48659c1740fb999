// Ctrl-C and SIGTERM: the first ends the run in good order, the second immediately.
import Dispatch
import Foundation

enum Interrupt {
    private static let ends: KeyValuePairs<Int32, Exit> = [SIGINT: .interrupted, SIGTERM: .terminated]

    /// Calls `body` with the exit code at the first signal; a second one ends the program. Applies for the rest of
    /// the run.
    ///
    /// Signals that arrive after it has returned are handled. Has no effect if the program was started with the signal
    /// ignored, as by `nohup` and by `&` in a script.
    static func first(_ body: @escaping @Sendable (Exit) -> Void) {
        for (kind, end) in ends { first(of: kind, end, body) }
    }

    /// At the first signal the run ends, which the same command continues.
    static func stopsRun() {
        first { end in
            Console.note("\(end.meaning); to continue: `\(Console.command.printable)`")
            _exit(end.rawValue)
        }
    }

    private static func first(of kind: Int32, _ end: Exit, _ body: @escaping @Sendable (Exit) -> Void) {
        if isIgnored(kind) { return }
        #if !os(Linux)
        // Dispatch only observes signals there. On Linux it handles them; to ignore them until then would lose one.
        signal(kind, SIG_IGN)
        #endif
        let signals = DispatchSource.makeSignalSource(
            signal: kind, queue: DispatchQueue(label: "bookzone.interrupt"))
        signals.setEventHandler {
            // The handler keeps the sources alive for the second signal.
            signals.setEventHandler { [signals] in
                _ = signals
                _exit(end.rawValue)
            }
            body(end)
        }
        let isRegistered = DispatchSemaphore(value: 0)
        signals.setRegistrationHandler { isRegistered.signal() }
        signals.resume()
        isRegistered.wait()
    }

    static func isIgnored(_ kind: Int32) -> Bool {
        var action = sigaction()
        sigaction(kind, nil, &action)
        #if os(Linux)
        let handler = action.__sigaction_handler.sa_handler
        #else
        let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
