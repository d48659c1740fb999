// The socket between this process and a worker. A worker is not trusted to answer, to stop or to be brief.
import CConfine
import Foundation

/// One end of a socket pair: messages with a limit on how long they may take.
final class Channel: Sendable {
    let descriptor: Int32

    /// Closes the descriptor when it is released.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Two connected ends.
    static func pair() throws(WorkerFailure) -> (Channel, Channel) {
        var ends: [Int32] = [-1, -1]
        guard confine_channel(&ends) == 0 else { throw .notStarted(errno) }
        return (Channel(ends[0]), Channel(ends[1]))
    }

    /// Whether unsolicited data or an end of file has arrived.
    var isDisturbed: Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) != 0
    }

    func send(_ bytes: Data, _ deadline: inout Deadline) throws(WorkerFailure) {
        var sent = 0
        while sent < bytes.count {
            try deadline.wait(for: Int16(POLLOUT), at: descriptor)
            let count = bytes.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Self.atOnce)
            }
            if count > 0 { sent += count } else if !Self.mayGoOn { throw .ended }
        }
    }

    func receive(_ count: Int, _ deadline: inout Deadline) throws(WorkerFailure) -> Data {
        var bytes = Data(count: count)
        var received = 0
        while received < count {
            try deadline.wait(for: Int16(POLLIN), at: descriptor)
            let got = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress.map { $0 + received }, count - received, Self.atOnce)
            }
            if got > 0 { received += got } else if got == 0 || !Self.mayGoOn { throw .ended }
        }
        return bytes
    }

    private static let atOnce = Int32(MSG_DONTWAIT)

    private static var mayGoOn: Bool { [EINTR, EAGAIN].contains(errno) }
}

/// Errors in the communication with a worker; a photo's record has a `ScanError` instead.
enum WorkerFailure: Error, Equatable {
    /// The other end is closed, or sent invalid data.
    case ended
    /// The deadline has passed.
    case late
    case cancelled
    /// The system could not start a process; the `errno`.
    case notStarted(_ errno: Int32)
}
