// The parent's handle of the fork server process.
import Books
import CConfine
import Foundation
import Reading

/// Ends its process, and the workers with it, when it goes.
final class ForkServerProcess {
    private let channel: Channel
    private let pid: pid_t
    /// Of the worker that was asked for before there was anybody to ask: it starts while the parent finds its photos.
    private var first: Channel?

    private init(_ channel: Channel, _ pid: pid_t, _ first: Channel) {
        self.channel = channel
        self.pid = pid
        self.first = first
    }

    deinit { _ = confine_end(pid) }

    /// Workers made from then on have its niceness.
    func setNiceness(_ niceness: Int32) {
        confine_stand_back(pid, niceness)
    }

    /// A fork of this process, which must have one thread.
    static func forked(
        _ scanner: PhotoScanner, _ options: ScanOptions, _ limits: ReadingLimits
    ) throws(WorkerFailure) -> ForkServerProcess {
        let (ours, theirs) = try Channel.pair()
        let first = try order(at: ours)
        let pid = confine_fork()
        if pid == 0 {
            confine_let_go(theirs.descriptor)
            ForkServerLoop(scanner: scanner, options: options, limits: limits).run()
        }
        guard pid > 0 else { throw .notStarted(errno) }
        return ForkServerProcess(ours, pid, first)
    }

    static func started(
        _ program: ForkServer.Program, _ options: ScanOptions, _ limits: ReadingLimits
    ) throws(WorkerFailure) -> ForkServerProcess {
        let (ours, theirs) = try Channel.pair()
        let pid = try program.start(with: theirs)
        var deadline = Deadline(nil)
        try ours.send(ForkServerSetup(options: options, limits: limits), &deadline)
        return ForkServerProcess(ours, pid, try order(at: ours))
    }

    /// A new worker, or the program that opens PDFs, its pid minus an `errno` when it could not be made; `nil` when nobody
    /// is there to make it. The latter is to be asked for by who has had a worker before.
    func child(opensPDF: Bool) -> (channel: Channel, pid: pid_t)? {
        // The answer to an earlier request comes before this one's.
        if opensPDF, first != nil { return nil }
        guard let end = first.take() ?? (try? Self.order(at: channel, opensPDF: opensPDF)) else { return nil }
        return answer().map { (end, $0) }
    }

    /// Ends a worker and says how it ended, as `confine_end` does; `nil` when nobody is there to say it, or a process that
    /// has not made it.
    func end(_ worker: pid_t) -> Int32? {
        // The answer to an earlier request comes before this one's.
        guard first == nil, Self.ask(ForkServerRequest(worker: worker), at: channel) else { return nil }
        return answer().flatMap { $0 == CONFINE_NO_CHILD ? nil : $0 }
    }

    private func answer() -> Int32? {
        var answer: Int32 = 0
        var nothing: Int32 = -1
        return confine_receive(channel.descriptor, &answer, 4, &nothing) == 4 ? answer : nil
    }

    /// Asks for a process; returns this process's end of its channel.
    private static func order(at channel: Channel, opensPDF: Bool = false) throws(WorkerFailure) -> Channel {
        let (ours, theirs) = try Channel.pair()
        guard ask(ForkServerRequest(worker: 0, isPDFProcess: opensPDF ? 1 : 0), theirs, at: channel) else {
            throw .ended
        }
        return ours
    }

    private static func ask(_ request: ForkServerRequest, _ end: Channel? = nil, at channel: Channel) -> Bool
    {
        var request = request
        let size = MemoryLayout<ForkServerRequest>.size
        return confine_send(channel.descriptor, &request, size, end?.descriptor ?? -1) == size
    }
}
