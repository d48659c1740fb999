// The process that opens one PDF. The fork server starts it, and a worker talks to it; this process only passes the
// channel on.
import Foundation

/// Ends its process when it goes.
final class PDFProcess {
    private let server: ForkServer
    /// Where questions go; the worker's.
    let channel: Channel
    private let pid: pid_t
    /// Whether it has locked itself up and waits for a document; without its libraries it ends before.
    private(set) var hasBegun = false

    /// Waits until it has begun, or ended, no longer than a photo may take. Throws `notStarted` when it is not there.
    init(_ server: ForkServer) throws(WorkerFailure) {
        self.server = server
        (channel, pid) = try server.pdfProcess()
        var deadline = Deadline(server.limits.time)
        do throws(WorkerFailure) {
            server.note(MissingSandboxLayers(rawValue: Int(try channel.receive(1, &deadline)[0])))
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
