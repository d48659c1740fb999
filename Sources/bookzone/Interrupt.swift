// Ctrl-C: the first ends the run in good order, the second at once.
import Dispatch
import Foundation

enum Interrupt {
    /// The same for SIGTERM, by which a service is stopped.
    static func end(_ body: @escaping @Sendable () -> Void) {
        first(body)
        first(of: SIGTERM, body)
    }

    /// Calls `body` at the first Ctrl-C; a second one ends the program with 130. Holds for the rest of the run.
    ///
    /// Nothing changes where the program was started with interrupts ignored, as `nohup` and a script's `&` do.
    static func first(of kind: Int32 = SIGINT, _ body: @escaping @Sendable () -> Void) {
        let earlier = signal(kind, SIG_IGN)
        guard unsafeBitCast(earlier, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { return }
        let presses = DispatchSource.makeSignalSource(
            signal: kind, queue: DispatchQueue(label: "bookzone.interrupt"))
        presses.setEventHandler {
            // A source that nothing holds would be gone before the second one.
            presses.setEventHandler { [presses] in
                _ = presses
                _exit(Exit.interrupted.rawValue)
            }
            body()
        }
        presses.resume()
    }
}
