// The parent's handle of a worker process.
import Books
import Foundation
import Reading

/// A process that reads photos or opens a PDF. It ends when this object is released.
final class WorkerProcess: Sendable {
    let server: ForkServer
    let channel: Channel
    private let pid: pid_t

    /// - Parameter opensPDF: whether it opens one PDF. A worker that reads photos talks to it; this process passes
    ///   the channel on.
    init(_ server: ForkServer, opensPDF: Bool = false) throws(WorkerFailure) {
        self.server = server
        (channel, pid) = try server.child(opensPDF: opensPDF)
    }

    /// Waits until the process is sandboxed; call it once.
    ///
    /// - Parameter time: throws `late` after this time; by default, `notStarted` after 30 s.
    func begin(within time: Duration? = nil) throws(WorkerFailure) {
        var deadline = Deadline(time ?? .seconds(30))
        do throws(WorkerFailure) {
            server.note(MissingSandboxLayers(rawValue: Int(try channel.receive(1, &deadline)[0])))
        } catch {
            throw error == .late && time == nil ? .notStarted(ETIMEDOUT) : error
        }
    }

    deinit { end() }

    /// How it ended, as returned by `ForkServer.end`.
    @discardableResult
    func end() -> Int32? { server.end(pid) }

    /// Whether it exists and waits for a photo. If it was killed between two photos, none is affected.
    var isWaiting: Bool { !channel.isDisturbed }

    /// Each page may take the whole time, and everything else once as much: transfer, hash, finding pages.
    ///
    /// - Parameters:
    ///   - options: for this photo; `nil` uses the worker's own.
    ///   - pdfProcess: opens a PDF; `nil` if there is none.
    ///   - hashed: called with the photo's SHA-256 before it is decoded.
    ///   - receive: called with each page as soon as it is read.
    func read(
        _ photo: borrowing PhotoTransfer, asking options: ScanOptions?, by pdfProcess: WorkerProcess?,
        hashed: (String?) -> Void, _ receive: (PageReading) -> Void
    ) throws(WorkerFailure) {
        var deadline = PageDeadline(server.limits.time)
        try photo.send(to: channel, opening: pdfProcess?.channel, for: .record(options), &deadline.current)
        hashed(try channel.message(&deadline.current).sha256)
        while true {
            let message = try channel.message(&deadline.current)
            if message.isEmpty { return }
            switch message {
            case WorkerLoop.finishedPage: deadline.beginNextPage()
            case WorkerLoop.beganPage: deadline.beginPage()
            default:
                let page = try message.decoded(as: PageMessage.self).reading(of: photo.name)
                deadline.endPage()
                receive(page)
            }
        }
    }

    /// A file in the form that is asked for, and the SHA-256 of the photo that it was made from; `nil` if there is no such picture in the
    /// photo.
    func picture(
        _ request: PictureRequest, of photo: borrowing PhotoTransfer, by pdfProcess: WorkerProcess?
    ) throws(WorkerFailure) -> (file: Data, sha256: String)? {
        var deadline = Deadline(server.limits.time)
        try photo.send(to: channel, opening: pdfProcess?.channel, for: .picture(request), &deadline)
        let sha256 = try channel.message(&deadline).sha256
        let picture = try channel.message(&deadline)
        // Browsers open what a worker returns as a picture, so at least its first bytes are checked.
        guard let sha256, picture.starts(with: request.form.start) else { return nil }
        return (picture, sha256)
    }

    /// Also returns the SHA-256 of the photo, `nil` if it could not be read; without a cut, the photo gives no cover.
    func cover(
        _ request: CoverRequest, of photo: borrowing PhotoTransfer
    ) throws(WorkerFailure) -> (cut: CoverCut?, sha256: String?) {
        var deadline = Deadline(server.limits.time)
        try photo.send(to: channel, opening: nil, for: .cover(request), &deadline)
        let sha256 = try channel.message(&deadline).sha256
        return (try channel.message(&deadline).decoded(as: CoverCut?.self), sha256)
    }
}

extension Data {
    /// `nil` if the photo could not be read.
    fileprivate var sha256: String? { isEmpty ? nil : String(decoding: self, as: UTF8.self) }
}
