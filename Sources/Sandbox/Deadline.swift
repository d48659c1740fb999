// A deadline for a worker. Time while this process is stopped or the machine sleeps does not count.
import Foundation

struct Deadline {
    private static let slice = Duration.milliseconds(100)

    private let whole: Duration?
    private var left: Duration

    /// - Parameter time: `nil` means no deadline.
    init(_ time: Duration?) {
        whole = time
        left = time ?? .zero
    }

    /// Starts again with the whole time.
    mutating func renew() { left = whole ?? .zero }

    /// Waits until a descriptor has one of these events, or its other end is closed.
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

/// The time limit for a photo with any number of pages: the whole time for each page, and once for the work between
/// pages, so that a file whose pages are found slowly ends, too.
struct PageDeadline {
    private let whole: Duration?
    /// The time left for the file.
    private var file: Deadline
    /// The time left for the current page; `nil` between pages.
    private var page: Deadline?
    private var hasPages = false

    init(_ time: Duration?) {
        whole = time
        file = Deadline(time)
    }

    /// The time limit for the next message.
    var current: Deadline {
        get { page ?? file }
        set { if page == nil { file = newValue } else { page = newValue } }
    }

    /// A photo with one page has no more time than the file: the first page starts with the file's remaining time.
    mutating func beginPage() {
        page = hasPages ? Deadline(whole) : file
        hasPages = true
    }

    mutating func endPage() { page = nil }

    /// The next page of a document starts when one ends.
    mutating func beginNextPage() { page = Deadline(whole) }
}
