// Runs transfers on its own thread, so that no thread of Swift's pool waits for the network.
internal import CCurl
import Foundation
import Synchronization

/// An async interface to libcurl's multi interface: connections are reused, and many transfers run in parallel.
package final class CurlLoop: Sendable {
    private let core: Core

    package init(_ options: HTTPOptions) throws(HTTPError) {
        let core = Core(multi: try CurlMulti(), options: options)
        self.core = core
        let thread = Thread { core.run() }
        thread.name = "bookzone.http"
        thread.start()
    }

    deinit {
        core.inbox.withLock { $0.isClosed = true }
        core.multi.wake()
    }

    /// The response to `request`, whatever its status. Cancelling the task ends the transfer.
    package func perform(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let id = core.inbox.withLock { $0.nextID() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                core.submit(Core.Job(id: id, request: request, continuation: continuation))
            }
        } onCancel: {
            core.cancel(id)
        }
        core.inbox.withLock { _ = $0.cancelled.remove(id) }
        return try result.get()
    }
}

/// The state shared by the loop's thread and its callers.
private final class Core: Sendable {
    struct Job: Sendable {
        let id: Int
        let request: HTTPRequest
        let continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>
    }

    struct Inbox {
        private var lastID = 0
        var waiting: [Job] = []
        var cancelled: Set<Int> = []
        var isClosed = false

        mutating func nextID() -> Int {
            lastID += 1
            return lastID
        }
    }

    let multi: CurlMulti
    let options: HTTPOptions
    let inbox = Mutex(Inbox())

    init(multi: CurlMulti, options: HTTPOptions) {
        self.multi = multi
        self.options = options
    }

    func submit(_ job: Job) {
        inbox.withLock { $0.waiting.append(job) }
        multi.wake()
    }

    func cancel(_ id: Int) {
        _ = inbox.withLock { $0.cancelled.insert(id) }
        multi.wake()
    }

    /// Runs until the loop is released.
    func run() {
        var active: [UnsafeMutableRawPointer: (job: Job, transfer: CurlTransfer)] = [:]
        while true {
            let (jobs, cancelled, isClosed) = inbox.withLock { inbox in
                defer { inbox.waiting = [] }
                return (inbox.waiting, inbox.cancelled, inbox.isClosed)
            }
            if isClosed { break }
            for job in jobs {
                do {
                    let transfer = try CurlTransfer(job.request, options: options)
                    active[transfer.easy] = (job, transfer)
                    multi.add(transfer)
                } catch {
                    job.continuation.resume(returning: .failure(error))
                }
            }
            for (easy, entry) in active where cancelled.contains(entry.job.id) {
                multi.remove(entry.transfer)
                active[easy] = nil
                entry.job.continuation.resume(returning: .failure(.cancelled))
            }
            multi.advance()
            while let (easy, code) = multi.nextFinished() {
                guard let entry = active.removeValue(forKey: easy) else { continue }
                multi.remove(entry.transfer)
                entry.job.continuation.resume(returning: entry.transfer.result(code))
            }
            multi.waitForWork()
        }
    }
}

/// Owns a multi handle. Everything but `wake` must be called on the loop's thread.
final class CurlMulti: Sendable {
    // libcurl allows only `curl_multi_wakeup` to be called from other threads.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

    init() throws(HTTPError) { multi = try Curl.multiHandle() }

    deinit { curl_multi_cleanup(multi) }

    func wake() { curl_multi_wakeup(multi) }

    func add(_ transfer: CurlTransfer) { curl_multi_add_handle(multi, transfer.easy) }

    func remove(_ transfer: CurlTransfer) { curl_multi_remove_handle(multi, transfer.easy) }

    func advance() {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
    }

    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            if message.pointee.msg == CURLMSG_DONE {
                return (message.pointee.easy_handle, message.pointee.data.result)
            }
        }
        return nil
    }

    /// Returns when a socket is ready, a timer is due, `wake` is called, or after a minute.
    func waitForWork() {
        curl_multi_poll(multi, nil, 0, 60_000, nil)
    }
}
