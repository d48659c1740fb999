// Ctrl-C: the first ends the run in good order, the second at once.
import Dispatch
import Foundation

enum Interrupt {
    /// Calls `body` at the first Ctrl-C; a second one ends the program with 130. Holds for the rest of the run.
    ///
    /// Nothing changes where the program was started with interrupts ignored, as `nohup` and a script's `&` do.
    static func first(_ body: @escaping @Sendable () -> Void) {
        let earlier = signal(SIGINT, SIG_IGN)
        guard unsafeBitCast(earlier, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { return }
        let presses = DispatchSource.makeSignalSource(
            signal: SIGINT, queue: DispatchQueue(label: "bookzone.interrupt"))
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
