// The fork server process: single-threaded, forks and reaps workers.
import CConfine
import Foundation
import Reading

/// A request from `ForkServer`: to end a process, or to start one, whose channel comes with the request.
struct ForkServerRequest {
    var worker: pid_t
    /// Whether to start the program that opens PDFs instead of a worker.
    var isPDFProcess: Int32 = 0
}

/// The options for a started program; a forked one has them in memory.
struct ForkServerSetup: Codable {
    var options: ScanOptions
    var limits: WorkerLimits
}

struct ForkServerLoop {
    /// The descriptor at which `confine_detach` leaves the channel.
    static let channel: Int32 = 3

    let scanner: PhotoScanner
    let options: ScanOptions
    let limits: WorkerLimits

    /// Runs until the other end is closed; the workers end with this process.
    func run() -> Never {
        PhotoScanner.makeDecodersReady()
        var request = ForkServerRequest(worker: 0)
        var end: Int32 = -1
        let size = MemoryLayout<ForkServerRequest>.size
        while confine_receive(Self.channel, &request, size, &end) == size {
            var answer =
                end < 0
                ? confine_end(request.worker)
                : request.isPDFProcess == 0 ? newWorker(at: end) : newPDFProcess(at: end)
            _ = confine_send(Self.channel, &answer, 4, -1)
        }
        _exit(EXIT_SUCCESS)
    }

    /// Returns its pid, or `errno` negated.
    private func newWorker(at end: Int32) -> Int32 {
        fork(at: end) { WorkerLoop(scanner: scanner).run(options, limits) }
    }

    /// The same for the program that opens PDFs.
    private func newPDFProcess(at end: Int32) -> Int32 {
        guard let program = SiblingProgram.path("bookzone-pdf") else {
            close(end)
            return -ENOENT
        }
        let words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("\(limits.memory)"), nil]
        defer { for word in words { free(word) } }
        return fork(at: end) {
            confine_exec(program, words)
            _exit(EXIT_FAILURE)
        }
    }

    /// - Parameter run: called in the new process with its end of the channel.
    private func fork(at end: Int32, _ run: () -> Never) -> Int32 {
        let parent = getpid()
        let pid = confine_fork()
        if pid == 0 {
            guard confine_end_with_parent(parent) != 0 else { _exit(EXIT_SUCCESS) }
            confine_detach(end)
            run()
        }
        let code = errno
        close(end)
        return pid > 0 ? pid : -code
    }
}
