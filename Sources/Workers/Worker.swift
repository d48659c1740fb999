// A process that reads photos, as its parent sees it.
import Books
import Foundation
import Scanning

/// Ends its process when it goes.
final class Worker: Sendable {
    private let server: ForkServer
    private let channel: Channel
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

    /// Each page may take all the time.
    ///
    /// - Parameters:
    ///   - helper: who opens a PDF; `nil` where nobody does it.
    ///   - hashed: called with the photo's SHA-256 before it is decoded.
    ///   - receive: called with each page as soon as it is read.
    func read(
        _ photo: borrowing HandedPhoto, by helper: PageHelper?, hashed: (String?) -> Void,
        _ receive: (PageReading) -> Void
    ) throws(WorkerFailure) {
        var patience = Patience(server.limits.time)
        try photo.send(to: channel, opening: helper?.channel, for: nil, &patience)
        var sha256 = try channel.message(&patience)
        hashed(try String?(unpacking: &sha256))
        while true {
            var message = try channel.message(&patience)
            if message.isEmpty { return }
            if message == WorkerLoop.turnedPage {
                patience.renew()
                continue
            }
            var page = try PageReading(unpacking: &message)
            page.record.photo = photo.name
            receive(page)
            patience.renew()
        }
    }

    /// A JPEG file and the SHA-256 of the photo that it was made of; `nil` where the photo gives no such picture.
    func picture(
        _ request: PictureRequest, of photo: borrowing HandedPhoto, by helper: PageHelper?
    ) throws(WorkerFailure) -> (jpeg: Data, sha256: String)? {
        var patience = Patience(server.limits.time)
        try photo.send(to: channel, opening: helper?.channel, for: request, &patience)
        var message = try channel.message(&patience)
        let sha256 = try String?(unpacking: &message)
        let jpeg = try channel.message(&patience)
        // Whatever a worker says is a picture is looked at by a browser: by its first bytes at least it is one.
        guard let sha256, jpeg.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        return (jpeg, sha256)
    }
}
