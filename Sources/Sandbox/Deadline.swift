// A deadline for a worker. Time while this process is stopped or the machine sleeps does not count.
import Foundation

struct Deadline {
    private static let slice = Duration.milliseconds(100)

    private let whole: Duration?
    private var left: Duration

    /// - Parameter time: `nil` waits for ever.
    init(_ time: Duration?) {
        whole = time
        left = time ?? .zero
    }

    /// Gives it the whole time again.
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

/// How long a worker may take for a photo of any number of pages: the same time for each of them, and once for all that is
/// done between them, so that a file whose pages are found slowly comes to an end.
struct PageDeadline {
    private let whole: Duration?
    /// What is left for the file.
    private var file: Deadline
    /// What is left for the page that is being read; `nil` between pages.
    private var page: Deadline?
    private var hasPages = false

    init(_ time: Duration?) {
        whole = time
        file = Deadline(time)
    }

    /// What the next message may take.
    var current: Deadline {
        get { page ?? file }
        set { if page == nil { file = newValue } else { page = newValue } }
    }

    /// A photo of one page has no more time than the file has: the first begins with what that has left.
    mutating func beginPage() {
        page = hasPages ? Deadline(whole) : file
        hasPages = true
    }

    mutating func endPage() { page = nil }

    /// The next page of a document begins where one ends.
    mutating func turnPage() { page = Deadline(whole) }
}
