// The parent's handle of the fork server process.
import Books
import CConfine
import Foundation
import Reading

/// Ends its process, and the workers with it, when it is released.
final class ForkServerProcess {
    private let channel: Channel
    private let pid: pid_t
    /// The channel of a worker that was requested at once: it starts while the parent looks for photos.
    private var first: Channel?

    private init(_ channel: Channel, _ pid: pid_t, _ first: Channel) {
        self.channel = channel
        self.pid = pid
        self.first = first
    }

    deinit { _ = confine_end(pid) }

    /// Sets the niceness of workers that are created from now on.
    func setNiceness(_ niceness: Int32) {
        confine_set_niceness(pid, niceness)
    }

    /// A fork of this process, which must have a single thread.
    static func forked(
        _ scanner: PhotoScanner, _ options: ScanOptions, _ limits: WorkerLimits
    ) throws(WorkerFailure) -> ForkServerProcess {
        let (ours, theirs) = try Channel.pair()
        let first = try order(at: ours)
        let pid = confine_fork()
        if pid == 0 {
            confine_detach(theirs.descriptor)
            ForkServerLoop(scanner: scanner, options: options, limits: limits).run()
        }
        guard pid > 0 else { throw .notStarted(errno) }
        return ForkServerProcess(ours, pid, first)
    }

    static func started(
        _ program: ForkServer.Program, _ options: ScanOptions, _ limits: WorkerLimits
    ) throws(WorkerFailure) -> ForkServerProcess {
        let (ours, theirs) = try Channel.pair()
        let pid = try program.start(with: theirs)
        var deadline = Deadline(nil)
        try ours.send(ForkServerSetup(options: options, limits: limits), &deadline)
        return ForkServerProcess(ours, pid, try order(at: ours))
    }

    /// A new worker, or the program that opens PDFs; the pid is a negative `errno` if it could not be created. `nil`
    /// if the fork server has ended. For the program that opens PDFs, a worker must have been requested before.
    ///
    /// - Throws: `notStarted` if this process can open no channel; the fork server and its workers remain.
    func child(opensPDF: Bool) throws(WorkerFailure) -> (channel: Channel, pid: pid_t)? {
        // The answer to an earlier request comes first.
        if opensPDF, first != nil { return nil }
        if let end = first.take() { return answer().map { (end, $0) } }
        do throws(WorkerFailure) {
            let end = try Self.order(at: channel, opensPDF: opensPDF)
            return answer().map { (end, $0) }
        } catch {
            guard error == .ended else { throw error }
            return nil
        }
    }

    /// Ends a worker and returns how it ended, as `confine_end` does; `nil` if the fork server has ended or has not
    /// created the worker.
    func end(_ worker: pid_t) -> Int32? {
        // The answer to an earlier request comes first.
        guard first == nil, Self.ask(ForkServerRequest(worker: worker), at: channel) else { return nil }
        return answer().flatMap { $0 == CONFINE_NO_CHILD ? nil : $0 }
    }

    private func answer() -> Int32? {
        var wait = pollfd(fd: channel.descriptor, events: Int16(POLLIN), revents: 0)
        // A worker that is stopped just after the fork holds the other end open.
        while poll(&wait, 1, 100) == 0 { if hasEnded { return nil } }
        var answer: Int32 = 0
        var nothing: Int32 = -1
        return confine_receive(channel.descriptor, &answer, 4, &nothing) == 4 ? answer : nil
    }

    private var hasEnded: Bool {
        var end = siginfo_t()
        return waitid(P_PID, id_t(pid), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_signo != 0
    }

    /// Requests a process; returns this process's end of its channel.
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
