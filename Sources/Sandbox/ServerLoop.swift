// The other side of `ForkServer`: a process of one thread that forks, and ends what it has forked.
import CConfine
import Foundation
import Reading

/// What `ForkServer` wants: the end of this process; or a new one, whose channel comes with the request.
struct ServerRequest {
    var worker: pid_t
    /// Not a worker, but the program that opens PDFs.
    var isHelper: Int32 = 0
}

/// What a started program is to read photos with; a forked one has it already.
struct ServerSetup: Codable {
    var options: ScanOptions
    var limits: ReadingLimits
}

struct ServerLoop {
    /// Where `confine_let_go` leaves the channel.
    static let channel: Int32 = 3

    let scanner: PhotoScanner
    let options: ScanOptions
    let limits: ReadingLimits

    /// Until the other end goes; workers go with this process.
    func run() -> Never {
        PhotoScanner.makeDecodersReady()
        var request = ServerRequest(worker: 0)
        var end: Int32 = -1
        let size = MemoryLayout<ServerRequest>.size
        while confine_receive(Self.channel, &request, size, &end) == size {
            var answer =
                end < 0
                ? confine_end(request.worker)
                : request.isHelper == 0 ? newWorker(at: end) : newHelper(at: end)
            _ = confine_send(Self.channel, &answer, 4, -1)
        }
        _exit(EXIT_SUCCESS)
    }

    /// Its pid, or minus `errno`'s code.
    private func newWorker(at end: Int32) -> Int32 {
        let parent = getpid()
        let pid = confine_fork()
        if pid == 0 {
            guard confine_follow(parent) != 0 else { _exit(EXIT_SUCCESS) }
            confine_let_go(end)
            WorkerLoop(scanner: scanner).run(options, limits)
        }
        close(end)
        return pid > 0 ? pid : -errno
    }

    /// The same of the program that opens PDFs.
    private func newHelper(at end: Int32) -> Int32 {
        defer { close(end) }
        guard let program = PageHelper.program else { return -ENOENT }
        let words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("\(limits.memory)"), nil]
        defer { for word in words { free(word) } }
        let parent = getpid()
        let pid = confine_fork()
        if pid == 0 {
            guard confine_follow(parent) != 0 else { _exit(EXIT_SUCCESS) }
            confine_let_go(end)
            confine_become(program, words)
            _exit(EXIT_FAILURE)
        }
        return pid > 0 ? pid : -errno
    }
}
