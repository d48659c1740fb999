// Where workers come from. A process with threads can't be forked, and what reads photos starts too slowly to be a
// program of its own: so one process is forked off while there is one thread, and from it all workers are.
import CConfine
import Foundation
import Scanning
import Synchronization

/// The process that makes workers, and again when they are gone.
///
/// It ends, and its workers with it, when this object goes or this process ends, however that comes.
public final class ForkServer: Sendable {
    private struct Process {
        var channel: Channel
        var pid: pid_t
    }

    let limits: ReadingLimits
    private let options: ScanOptions
    private let program: Program
    private let process: Mutex<Process?>
    private let openDoors: Mutex<OpenDoors> = Mutex([])
    private let noteOpenDoors: @Sendable (OpenDoors) -> Void

    /// Forks this process where it has one thread, as programs have at their beginning; else, and whenever that fork has
    /// gone, `program` is started in its place.
    ///
    /// Throws `ScanError.noModel` when text is to be read and `options.tessdata` holds no model, `noWorker` when nothing
    /// can be started.
    ///
    /// - Parameter noteOpenDoors: called once, from any thread, when the system can't lock workers up.
    public init(
        _ program: Program, options: ScanOptions, limits: ReadingLimits,
        noteOpenDoors: @escaping @Sendable (OpenDoors) -> Void = { _ in }
    ) throws(ScanError) {
        self.program = program
        self.options = options
        self.limits = limits
        self.noteOpenDoors = noteOpenDoors
        let scanner = try PhotoScanner(options: options)
        do throws(WorkerFailure) {
            let canFork = confine_threads() == 1
            process = Mutex(
                try canFork ? Self.forked(scanner, options, limits) : Self.started(program, options, limits))
        } catch {
            throw ScanError(error, limits, end: nil)
        }
    }

    deinit {
        process.withLock { process in
            guard let pid = process?.pid else { return }
            process = nil
            waitpid(pid, nil, 0)
        }
    }

    // MARK: Workers

    /// A new worker; the process that makes them is made anew where it has gone.
    func worker() throws(WorkerFailure) -> (channel: Channel, pid: pid_t) {
        let (ours, theirs) = try Channel.pair()
        let answer = process.withLock { process in
            Result { () throws(WorkerFailure) in
                if let pid = Self.ask(process, ServerRequest(worker: 0), theirs) { return pid }
                if let lost = process?.pid {
                    process = nil
                    _ = confine_end(lost)
                }
                let new = try Self.started(program, options, limits)
                process = new
                guard let pid = Self.ask(new, ServerRequest(worker: 0), theirs) else {
                    throw WorkerFailure.notStarted(ECHILD)
                }
                return pid
            }
        }
        let pid = try answer.get()
        guard pid > 0 else { throw WorkerFailure.notStarted(-pid) }
        return (ours, pid)
    }

    /// Ends a worker and says how it ended, or had ended before: a signal's number, or minus its exit code. `nil` when
    /// nobody knows.
    func end(_ worker: pid_t) -> Int32? {
        process.withLock { Self.ask($0, ServerRequest(worker: worker), nil) }
    }

    /// `nil` when the process has gone.
    private static func ask(_ process: Process?, _ request: ServerRequest, _ end: Channel?) -> Int32? {
        guard let channel = process?.channel.descriptor else { return nil }
        var request = request
        let size = MemoryLayout<ServerRequest>.size
        guard confine_send(channel, &request, size, end?.descriptor ?? -1) == size else { return nil }
        var answer: Int32 = 0
        var nothing: Int32 = -1
        guard confine_receive(channel, &answer, 4, &nothing) == 4 else { return nil }
        return answer
    }

    /// Remembers what a worker said it could not lock.
    func note(_ doors: OpenDoors) {
        let isNew = openDoors.withLock { known in
            defer { known.formUnion(doors) }
            return known.isEmpty && !doors.isEmpty
        }
        if isNew { noteOpenDoors(doors) }
    }

    // MARK: The process

    private static func forked(
        _ scanner: PhotoScanner, _ options: ScanOptions, _ limits: ReadingLimits
    ) throws(WorkerFailure) -> Process {
        let (ours, theirs) = try Channel.pair()
        let pid = confine_fork()
        if pid == 0 {
            confine_let_go(theirs.descriptor)
            ServerLoop(scanner: scanner, options: options, limits: limits).run()
        }
        guard pid > 0 else { throw WorkerFailure.notStarted(errno) }
        return Process(channel: ours, pid: pid)
    }

    private static func started(
        _ program: Program, _ options: ScanOptions, _ limits: ReadingLimits
    ) throws(WorkerFailure) -> Process {
        let (ours, theirs) = try Channel.pair()
        let pid = try program.start(with: theirs)
        let process = Process(channel: ours, pid: pid)
        guard let setup = try? JSONEncoder().encode(ServerSetup(options: options, limits: limits)) else {
            throw WorkerFailure.notStarted(EINVAL)
        }
        var patience = Patience(nil)
        try ours.send(message: setup, &patience)
        return process
    }

    /// Makes this process the one that makes workers. For a program that a `ForkServer` has started, as its first act:
    /// its parent is at the other end of descriptor 3.
    public static func serve() -> Never {
        confine_let_go(ServerLoop.channel)
        var patience = Patience(nil)
        let channel = Channel(dup(ServerLoop.channel))
        guard let message = try? channel.message(&patience),
            let setup = try? JSONDecoder().decode(ServerSetup.self, from: message),
            let scanner = try? PhotoScanner(options: setup.options)
        else { _exit(EXIT_FAILURE) }
        ServerLoop(scanner: scanner, options: setup.options, limits: setup.limits).run()
    }
}
