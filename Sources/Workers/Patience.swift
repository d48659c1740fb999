// How long a worker may take. Time in which this process is stopped or the machine asleep does not count.
import Foundation

struct Patience {
    private static let slice = Duration.milliseconds(100)

    private let whole: Duration?
    private var left: Duration

    /// - Parameter time: `nil` waits for ever.
    init(_ time: Duration?) {
        whole = time
        left = time ?? .zero
    }

    /// Begins anew.
    mutating func renew() { left = whole ?? .zero }

    /// Waits until one of these events, the other end's end included, comes to a descriptor.
    mutating func wait(for events: Int16, at descriptor: Int32) throws(WorkerFailure) {
        while true {
            let slice = whole == nil ? Self.slice : min(Self.slice, left)
            let start = ContinuousClock.now
            var wait = pollfd(fd: descriptor, events: events, revents: 0)
            let isReady = poll(&wait, 1, max(1, Int32(slice / .milliseconds(1)))) > 0
            left -= min(slice, .now - start)
            if isReady { return }
            if Task.isCancelled { throw .cancelled }
            if whole != nil, left <= .zero { throw .late }
        }
    }
}
