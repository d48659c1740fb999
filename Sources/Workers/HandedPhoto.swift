// A photo on its way to a worker, which can't open files: it gets an open one, or bytes. Only what comes over a pipe is
// held by the parent, which must stay small whatever the photos are.
import CConfine
import Foundation
import Scanning

/// A photo's name, and where its bytes are.
struct HandedPhoto: ~Copyable {
    let name: String
    /// `-1` where there are bytes.
    private let descriptor: Int32
    private let bytes: Data

    /// Throws when there is no photo.
    init(_ photo: Photo) throws(ScanError) {
        let descriptor = try photo.descriptor()
        bytes = descriptor == nil ? try photo.bytes() : Data()
        self.descriptor = descriptor ?? -1
        name = photo.name
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// - Parameter picture: what to make of the photo; `nil` has it read.
    func send(
        to channel: Channel, for picture: PictureRequest?, _ patience: inout Patience
    ) throws(WorkerFailure) {
        // Whoever had it before has read it.
        if descriptor >= 0 { lseek(descriptor, 0, SEEK_SET) }
        var isFile: UInt8 = descriptor >= 0 ? 1 : 0
        guard confine_send(channel.descriptor, &isFile, 1, descriptor) == 1 else { throw .ended }
        try channel.send(message: Data(name.utf8), &patience)
        try channel.send(picture, &patience)
        if descriptor < 0 { try channel.send(message: bytes, &patience) }
    }

    /// What `send` sent.
    struct Received {
        let name: String
        let picture: PictureRequest?
        /// Or why there are none.
        let bytes: Result<Data, ScanError>
    }

    static func receive(
        from channel: Channel, _ patience: inout Patience
    ) throws(WorkerFailure) -> Received {
        var isFile: UInt8 = 0
        var descriptor: Int32 = -1
        guard confine_receive(channel.descriptor, &isFile, 1, &descriptor) == 1 else { throw .ended }
        let name = String(decoding: try channel.message(&patience), as: UTF8.self)
        var message = try channel.message(&patience)
        let picture = try PictureRequest?(unpacking: &message)
        if isFile == 0 {
            let bytes = try channel.message(longest: .max, &patience)
            return Received(name: name, picture: picture, bytes: .success(bytes))
        }
        defer { close(descriptor) }
        let bytes = Result { () throws(ScanError) in try Photo.bytes(at: descriptor) }
        return Received(name: name, picture: picture, bytes: bytes)
    }
}
