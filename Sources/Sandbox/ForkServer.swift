// Creates workers. A process with threads can't fork safely, and starting a program for each worker is too slow: so
// one process is forked while there is a single thread, and all workers are forked from it.
import CConfine
import Foundation
import Reading
import Synchronization

/// Starts workers, and restarts them after they ended.
///
/// They end when this object is released or this process ends, however that happens.
public final class ForkServer: Sendable {
    let limits: WorkerLimits
    private let options: ScanOptions
    private let program: Program
    private let niceness: Int32
    private let process: Mutex<ForkServerProcess?>
    private let missingLayers: Mutex<MissingSandboxLayers> = Mutex([])
    private let onMissingLayers: @Sendable (MissingSandboxLayers) -> Void

    /// Forks this process if it has a single thread, as programs have at their start. Otherwise, and whenever the
    /// fork has ended, `program` is started instead.
    ///
    /// Throws `ScanError.noModel` if text is to be read and `options.tessdata` contains no model, `noWorker` if no
    /// process can be started.
    ///
    /// - Parameters:
    ///   - niceness: of the workers, 0…19 as for `nice`.
    ///   - onMissingLayers: called once, from any thread, if the system can't sandbox workers completely.
    public init(
        _ program: Program, options: ScanOptions, limits: WorkerLimits, niceness: Int32 = 0,
        onMissingLayers: @escaping @Sendable (MissingSandboxLayers) -> Void = { _ in }
    ) throws(ScanError) {
        self.program = program
        var options = options
        options.memory = min(limits.allowedMemory, options.memory ?? .max)
        self.options = options
        self.limits = limits
        self.niceness = niceness
        self.onMissingLayers = onMissingLayers
        let scanner = try PhotoScanner(options: options)
        do throws(WorkerFailure) {
            process = Mutex(
                confine_threads() == 1
                    ? try .forked(scanner, options, limits) : try .started(program, options, limits))
            process.withLock { $0?.setNiceness(niceness) }
        } catch {
            throw ScanError(error, limits, end: nil)
        }
    }

    /// The channel and pid of a new worker, or of the program that opens PDFs.
    func child(opensPDF: Bool) throws(WorkerFailure) -> (channel: Channel, pid: pid_t) {
        let child = try process.withLock {
            (process) throws(WorkerFailure) -> (channel: Channel, pid: pid_t) in
            if let child = try process?.child(opensPDF: opensPDF) { return child }
            // The worker that needs it has ended, too.
            if opensPDF { throw .ended }
            process = nil
            process = try .started(program, options, limits)
            process?.setNiceness(niceness)
            guard let child = try process?.child(opensPDF: false) else { throw .notStarted(ECHILD) }
            return child
        }
        guard child.pid > 0 else { throw WorkerFailure.notStarted(-child.pid) }
        return child
    }

    /// Ends a worker and returns its exit: a signal number, or minus its exit code; `nil` if unknown.
    func end(_ worker: pid_t) -> Int32? { process.withLock { $0?.end(worker) } }

    /// Records sandbox layers that a worker reported as missing.
    func note(_ layers: MissingSandboxLayers) {
        let isNew = missingLayers.withLock { known in
            defer { known.formUnion(layers) }
            return known.isEmpty && !layers.isEmpty
        }
        if isNew { onMissingLayers(layers) }
    }

    /// Makes this process a fork server. For a program that a `ForkServer` has started, as its first call.
    public static func serve() -> Never {
        confine_detach(ForkServerLoop.channel)
        var deadline = Deadline(nil)
        let channel = Channel(dup(ForkServerLoop.channel))
        guard let message = try? channel.message(&deadline),
            let setup = try? JSONDecoder().decode(ForkServerSetup.self, from: message),
            let scanner = try? PhotoScanner(options: setup.options)
        else { _exit(EXIT_FAILURE) }
        ForkServerLoop(scanner: scanner, options: setup.options, limits: setup.limits).run()
    }
}

// The fork server program: for hosts that have threads, and if the forked process has ended.
extension ForkServer {
    /// A program whose first and only call is `ForkServer.serve()`.
    public struct Program: Hashable, Sendable {
        public var path: String
        public var arguments: [String]

        public init(_ path: String, arguments: [String] = []) {
            self.path = path
            self.arguments = arguments
        }
    }
}

extension ForkServer.Program {
    /// Starts it with a channel to this process; returns its pid.
    func start(with channel: Channel) throws(WorkerFailure) -> pid_t {
        let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let pid = confine_start(path, words, channel.descriptor)
        guard pid > 0 else { throw .notStarted(-pid) }
        return pid
    }
}

/// Programs of this package that the current one starts.
package enum SiblingProgram {
    /// The path of a program next to the current one, or where `scripts/install` puts it; `nil` if there is none.
    package static func path(_ name: String) -> String? {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: link ?? CommandLine.arguments[0]).deletingLastPathComponent()
        return [name, "../libexec/bookzone/\(name)"]
            .map { folder.appending(path: $0).path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// Sandbox layers that the kernel does not support.
public struct MissingSandboxLayers: OptionSet, Hashable, Sendable {
    /// Files can be opened: the kernel has no Landlock.
    public static let files = MissingSandboxLayers(rawValue: CONFINE_FILES_OPEN)
    /// Programs can be started and the network used: the kernel has no seccomp.
    public static let calls = MissingSandboxLayers(rawValue: CONFINE_CALLS_OPEN)

    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// For people, without an end.
    package var warning: String {
        let missing = [(Self.files, "Landlock"), (.calls, "seccomp")].filter { contains($0.0) }.map(\.1)
        return "the processes that read photos are not sandboxed: this system has no "
            + missing.joined(separator: " and no ")
    }
}
