// The other side of `ForkServer`: a process of one thread that forks, and ends what it has forked.
import CConfine
import Foundation
import Scanning

/// What `ForkServer` wants: the end of this worker, or a new one, whose channel comes with the request.
struct ServerRequest {
    var worker: pid_t
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
            var answer = end >= 0 ? newWorker(at: end) : confine_end(request.worker)
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
}
