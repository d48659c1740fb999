// A photo on its way to a worker, which can't open files: it gets an open one, or bytes. Only what comes over a pipe is
// held by the parent, which must stay small whatever the photos are.
import CConfine
import Documents
import Foundation
import Reading

/// A photo's name, and where its bytes are.
struct HandedPhoto: ~Copyable {
    let name: String
    /// `-1` where there are bytes.
    private let descriptor: Int32
    private let bytes: Data
    /// Its path in the archive whose descriptor that is; `nil` where it is a file of its own.
    private let member: [UInt8]?
    /// Whether a worker can't open it by itself.
    let isPDF: Bool

    /// Throws when there is no photo.
    init(_ photo: Photo) throws(ScanError) {
        let file = try photo.descriptor()
        bytes = file == nil ? try photo.bytes() : Data()
        (descriptor, member) = (file?.descriptor ?? -1, file?.member)
        name = photo.name
        let head = file.map { Self.head(of: $0.descriptor) } ?? bytes.prefix(DocumentFormat.signatureLength)
        // What a member holds is seen by who unpacks it.
        isPDF = member == nil ? DocumentFormat(of: head) == .pdf : name.lowercased().hasSuffix(".pdf")
    }

    private static func head(of descriptor: Int32) -> Data {
        var head = Data(count: DocumentFormat.signatureLength)
        let count = head.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return head.prefix(max(0, count))
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// - Parameters:
    ///   - helper: where a PDF is opened; `nil` where nobody does it.
    ///   - picture: what to make of the photo; `nil` has it read.
    func send(
        to channel: Channel, opening helper: Channel?, for picture: PictureRequest?,
        _ patience: inout Patience
    ) throws(WorkerFailure) {
        // Whoever had it before has read it.
        if descriptor >= 0 { lseek(descriptor, 0, SEEK_SET) }
        var kind: Kind = descriptor >= 0 ? .file : []
        if helper != nil { kind.insert(.withHelper) }
        if member != nil { kind.insert(.member) }
        guard confine_send(channel.descriptor, &kind, 1, descriptor) == 1 else { throw .ended }
        if let helper {
            guard confine_send(channel.descriptor, &kind, 1, helper.descriptor) == 1 else { throw .ended }
        }
        try channel.send(message: Data(name.utf8), &patience)
        if let member { try channel.send(message: Data(member), &patience) }
        if let picture {
            try channel.send(picture, &patience)
        } else {
            try channel.send(message: Data(), &patience)
        }
        if descriptor < 0 { try channel.send(message: bytes, &patience) }
    }

    /// What comes first, with the file's descriptor, and again with the helper's.
    struct Kind: OptionSet {
        static let file = Kind(rawValue: 1)
        static let withHelper = Kind(rawValue: 2)
        /// The file is an archive that holds the photo.
        static let member = Kind(rawValue: 4)
        /// It is no photo, but an archive whose members are asked for.
        static let archive = Kind(rawValue: 8)

        let rawValue: UInt8
    }

    /// What `send` sent.
    struct Received {
        let name: String
        var picture: PictureRequest?
        /// Where a PDF is opened.
        var helper: Channel?
        /// Or why there are none.
        let bytes: Result<Data, ScanError>
        /// In the photo's place, an archive whose members are asked for.
        var archive: ArchiveContent?
    }

    static func receive(
        from channel: Channel, _ patience: inout Patience
    ) throws(WorkerFailure) -> Received {
        var kind: Kind = []
        var descriptor: Int32 = -1
        guard confine_receive(channel.descriptor, &kind, 1, &descriptor) == 1 else { throw .ended }
        if kind.contains(.archive) {
            let archive =
                kind.contains(.file)
                ? ArchiveContent.descriptor(descriptor)
                : .bytes(try channel.message(longest: .max, &patience))
            return Received(name: "", bytes: .failure(.archive), archive: archive)
        }
        var helper: Channel?
        if kind.contains(.withHelper) {
            var end: Int32 = -1
            guard confine_receive(channel.descriptor, &kind, 1, &end) == 1, end >= 0 else { throw .ended }
            helper = Channel(end)
        }
        let name = String(decoding: try channel.message(&patience), as: UTF8.self)
        let member = kind.contains(.member) ? Array(try channel.message(&patience)) : nil
        let message = try channel.message(&patience)
        let picture = message.isEmpty ? nil : try message.decoded(as: PictureRequest.self)
        if !kind.contains(.file) {
            let bytes = try channel.message(longest: .max, &patience)
            return Received(name: name, picture: picture, helper: helper, bytes: .success(bytes))
        }
        defer { close(descriptor) }
        let bytes = Result { () throws(ScanError) in try Photo.bytes(at: descriptor, member: member) }
        return Received(name: name, picture: picture, helper: helper, bytes: bytes)
    }
}
