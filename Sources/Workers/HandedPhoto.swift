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

    func send(to channel: Channel, _ patience: inout Patience) throws(WorkerFailure) {
        // Whoever had it before has read it.
        if descriptor >= 0 { lseek(descriptor, 0, SEEK_SET) }
        var isFile: UInt8 = descriptor >= 0 ? 1 : 0
        guard confine_send(channel.descriptor, &isFile, 1, descriptor) == 1 else { throw .ended }
        try channel.send(message: Data(name.utf8), &patience)
        if descriptor < 0 { try channel.send(message: bytes, &patience) }
    }

    /// What `send` sent: a name, and bytes or why there are none.
    static func receive(
        from channel: Channel, _ patience: inout Patience
    ) throws(WorkerFailure) -> (name: String, bytes: Result<Data, ScanError>) {
        var isFile: UInt8 = 0
        var descriptor: Int32 = -1
        guard confine_receive(channel.descriptor, &isFile, 1, &descriptor) == 1 else { throw .ended }
        let name = String(decoding: try channel.message(&patience), as: UTF8.self)
        if isFile == 0 { return (name, .success(try channel.message(longest: .max, &patience))) }
        defer { close(descriptor) }
        return (name, Result { () throws(ScanError) in try Photo.bytes(at: descriptor) })
    }
}
