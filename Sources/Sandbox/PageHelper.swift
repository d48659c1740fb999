// The program that opens PDFs, as this process sees it: started by the process that makes workers, for one PDF, and ended
// with it. A worker asks it; this process only passes it on.
import Foundation

/// Ends its process when it goes.
final class PageHelper {
    private let server: ForkServer
    /// Where questions go; the worker's.
    let channel: Channel
    private let pid: pid_t
    /// Whether it has locked itself up and waits for a document; without its libraries it ends before.
    private(set) var hasBegun = false

    /// Waits until it has begun, or ended, no longer than a photo may take. Throws `notStarted` when it is not there.
    init(_ server: ForkServer) throws(WorkerFailure) {
        self.server = server
        (channel, pid) = try server.helper()
        var patience = Patience(server.limits.time)
        do throws(WorkerFailure) {
            server.note(OpenDoors(rawValue: Int(try channel.receive(1, &patience)[0])))
            hasBegun = true
        } catch {
            guard error == .ended else { throw error }
        }
    }

    deinit { end() }

    /// How it ended, as `ForkServer.end` has it.
    @discardableResult
    func end() -> Int32? { server.end(pid) }

    /// What is started; `nil` where there is none.
    static let program = SiblingProgram.path("bookzone-pdf")
}
