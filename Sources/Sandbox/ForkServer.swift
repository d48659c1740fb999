// Where workers come from. A process with threads can't be forked, and what reads photos starts too slowly to be a
// program of its own: so one process is forked off while there is one thread, and from it all workers are.
import CConfine
import Foundation
import Reading
import Synchronization

/// Makes workers, and makes them again when they are gone.
///
/// They end when this object goes or this process ends, however that comes.
public final class ForkServer: Sendable {
    let limits: ReadingLimits
    private let options: ScanOptions
    private let program: Program
    private let niceness: Int32
    private let process: Mutex<ServerProcess?>
    private let openDoors: Mutex<OpenDoors> = Mutex([])
    private let noteOpenDoors: @Sendable (OpenDoors) -> Void

    /// Forks this process where it has one thread, as programs have at their beginning; else, and whenever that fork has
    /// gone, `program` is started in its place.
    ///
    /// Throws `ScanError.noModel` when text is to be read and `options.tessdata` holds no model, `noWorker` when nothing
    /// can be started.
    ///
    /// - Parameters:
    ///   - niceness: how much workers stand back behind what else runs, 0…19 as `nice` has it.
    ///   - noteOpenDoors: called once, from any thread, when the system can't lock workers up.
    public init(
        _ program: Program, options: ScanOptions, limits: ReadingLimits, niceness: Int32 = 0,
        noteOpenDoors: @escaping @Sendable (OpenDoors) -> Void = { _ in }
    ) throws(ScanError) {
        self.program = program
        var options = options
        options.memory = min(limits.allowedMemory, options.memory ?? .max)
        self.options = options
        self.limits = limits
        self.niceness = niceness
        self.noteOpenDoors = noteOpenDoors
        let scanner = try PhotoScanner(options: options)
        do throws(WorkerFailure) {
            process = Mutex(
                confine_threads() == 1
                    ? try .forked(scanner, options, limits) : try .started(program, options, limits))
            process.withLock { $0?.standBack(niceness) }
        } catch {
            throw ScanError(error, limits, end: nil)
        }
    }

    /// A new worker's channel and pid.
    func worker() throws(WorkerFailure) -> (channel: Channel, pid: pid_t) {
        let made = process.withLock { process in
            Result { () throws(WorkerFailure) in
                if let worker = process?.worker() { return worker }
                process = nil
                process = try .started(program, options, limits)
                process?.standBack(niceness)
                guard let worker = process?.worker() else { throw WorkerFailure.notStarted(ECHILD) }
                return worker
            }
        }
        let worker = try made.get()
        guard worker.pid > 0 else { throw WorkerFailure.notStarted(-worker.pid) }
        return worker
    }

    /// The same of the program that opens PDFs.
    func helper() throws(WorkerFailure) -> (channel: Channel, pid: pid_t) {
        guard let helper = process.withLock({ $0?.helper() }) else { throw .ended }
        guard helper.pid > 0 else { throw .notStarted(-helper.pid) }
        return helper
    }

    /// Ends a worker and says how it ended, or had ended before: a signal's number, or minus its exit code. `nil` when
    /// nobody knows.
    func end(_ worker: pid_t) -> Int32? { process.withLock { $0?.end(worker) } }

    /// Remembers what a worker said it could not lock.
    func note(_ doors: OpenDoors) {
        let isNew = openDoors.withLock { known in
            defer { known.formUnion(doors) }
            return known.isEmpty && !doors.isEmpty
        }
        if isNew { noteOpenDoors(doors) }
    }

    /// Makes this process the one that makes workers. For a program that a `ForkServer` has started, as its first act.
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
