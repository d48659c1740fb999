// A process that reads photos, as its parent sees it.
import Books
import Foundation
import Reading

/// Ends its process when it goes.
final class Worker: Sendable {
    let server: ForkServer
    let channel: Channel
    private let pid: pid_t

    /// How long a process may take to begin.
    private static let start = Duration.seconds(30)

    init(_ server: ForkServer) throws(WorkerFailure) {
        self.server = server
        (channel, pid) = try server.worker()
    }

    /// Waits until it has locked itself up; to be called once.
    func begin() throws(WorkerFailure) {
        var patience = Patience(Self.start)
        do throws(WorkerFailure) {
            server.note(OpenDoors(rawValue: Int(try channel.receive(1, &patience)[0])))
        } catch {
            throw error == .late ? .notStarted(ETIMEDOUT) : error
        }
    }

    deinit { end() }

    /// How it ended, as `ForkServer.end` has it.
    @discardableResult
    func end() -> Int32? { server.end(pid) }

    /// Whether it is there and waits for a photo. What was killed between two photos costs neither.
    var isWaiting: Bool { !channel.isDisturbed }

    /// Each page may take all the time, and as much is there once for the rest: the bytes' way, their hash, finding pages.
    ///
    /// - Parameters:
    ///   - helper: who opens a PDF; `nil` where nobody does it.
    ///   - hashed: called with the photo's SHA-256 before it is decoded.
    ///   - receive: called with each page as soon as it is read.
    func read(
        _ photo: borrowing HandedPhoto, by helper: PageHelper?, hashed: (String?) -> Void,
        _ receive: (PageReading) -> Void
    ) throws(WorkerFailure) {
        var patience = PagePatience(server.limits.time)
        try photo.send(to: channel, opening: helper?.channel, for: nil, &patience.current)
        hashed(try channel.message(&patience.current).sha256)
        while true {
            let message = try channel.message(&patience.current)
            if message.isEmpty { return }
            switch message {
            case WorkerLoop.turnedPage: patience.turnPage()
            case WorkerLoop.beganPage: patience.beginPage()
            default:
                let page = try message.decoded(as: PageMessage.self).reading(of: photo.name)
                patience.endPage()
                receive(page)
            }
        }
    }

    /// A JPEG file and the SHA-256 of the photo that it was made of; `nil` where the photo gives no such picture.
    func picture(
        _ request: PictureRequest, of photo: borrowing HandedPhoto, by helper: PageHelper?
    ) throws(WorkerFailure) -> (jpeg: Data, sha256: String)? {
        var patience = Patience(server.limits.time)
        try photo.send(to: channel, opening: helper?.channel, for: request, &patience)
        let sha256 = try channel.message(&patience).sha256
        let jpeg = try channel.message(&patience)
        // Whatever a worker says is a picture is looked at by a browser: by its first bytes at least it is one.
        guard let sha256, jpeg.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        return (jpeg, sha256)
    }
}

extension Data {
    /// Nothing where the photo could not be read.
    fileprivate var sha256: String? { isEmpty ? nil : String(decoding: self, as: UTF8.self) }
}
