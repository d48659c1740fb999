// The process that makes workers, as its parent sees it.
import Books
import CConfine
import Foundation
import Reading

/// Ends its process, and the workers with it, when it goes.
final class ServerProcess {
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
    func standBack(_ niceness: Int32) {
        confine_stand_back(pid, niceness)
    }

    /// A fork of this process, which must have one thread.
    static func forked(
        _ scanner: PhotoScanner, _ options: ScanOptions, _ limits: ReadingLimits
    ) throws(WorkerFailure) -> ServerProcess {
        let (ours, theirs) = try Channel.pair()
        let first = try order(at: ours)
        let pid = confine_fork()
        if pid == 0 {
            confine_let_go(theirs.descriptor)
            ServerLoop(scanner: scanner, options: options, limits: limits).run()
        }
        guard pid > 0 else { throw .notStarted(errno) }
        return ServerProcess(ours, pid, first)
    }

    static func started(
        _ program: ForkServer.Program, _ options: ScanOptions, _ limits: ReadingLimits
    ) throws(WorkerFailure) -> ServerProcess {
        let (ours, theirs) = try Channel.pair()
        let pid = try program.start(with: theirs)
        guard let setup = try? JSONEncoder().encode(ServerSetup(options: options, limits: limits)) else {
            throw .notStarted(EINVAL)
        }
        var patience = Patience(nil)
        try ours.send(message: setup, &patience)
        return ServerProcess(ours, pid, try order(at: ours))
    }

    /// A new worker, its pid minus an `errno` when it could not be made; `nil` when nobody is there to make it.
    func worker() -> (channel: Channel, pid: pid_t)? {
        guard let end = first ?? (try? Self.order(at: channel)) else { return nil }
        first = nil
        return answer().map { (end, $0) }
    }

    /// The same of the program that opens PDFs. To be asked for by who has had a worker before.
    func helper() -> (channel: Channel, pid: pid_t)? {
        // The answer to an earlier request comes before this one's.
        guard first == nil, let end = try? Self.order(at: channel, isHelper: 1) else { return nil }
        return answer().map { (end, $0) }
    }

    /// Ends a worker and says how it ended, as `confine_end` does; `nil` when nobody is there to say it, or a process that
    /// has not made it.
    func end(_ worker: pid_t) -> Int32? {
        // The answer to an earlier request comes before this one's.
        guard first == nil, Self.ask(ServerRequest(worker: worker), at: channel) else { return nil }
        return answer().flatMap { $0 == CONFINE_NO_CHILD ? nil : $0 }
    }

    private func answer() -> Int32? {
        var answer: Int32 = 0
        var nothing: Int32 = -1
        return confine_receive(channel.descriptor, &answer, 4, &nothing) == 4 ? answer : nil
    }

    /// Asks for a worker; returns this process's end of its channel.
    private static func order(at channel: Channel, isHelper: Int32 = 0) throws(WorkerFailure) -> Channel {
        let (ours, theirs) = try Channel.pair()
        guard ask(ServerRequest(worker: 0, isHelper: isHelper), theirs, at: channel) else { throw .ended }
        return ours
    }

    private static func ask(_ request: ServerRequest, _ end: Channel? = nil, at channel: Channel) -> Bool {
        var request = request
        let size = MemoryLayout<ServerRequest>.size
        return confine_send(channel.descriptor, &request, size, end?.descriptor ?? -1) == size
    }
}
