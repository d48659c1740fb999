// The transfer of a photo to a worker, which can't open files: a file descriptor, or the bytes of a photo from a pipe.
import CConfine
import Documents
import Foundation
import Reading

/// A photo's name, and its bytes or a descriptor.
struct PhotoTransfer: ~Copyable {
    let name: String
    /// `-1` if there are bytes.
    private let descriptor: Int32
    private let bytes: Data
    /// Its path in the archive of that descriptor; `nil` if it is a file of its own.
    private let member: [UInt8]?
    /// Whether another program must open it for the worker.
    let isPDF: Bool

    /// Throws if it is not a photo.
    init(_ photo: Photo) throws(ScanError) {
        let file = try photo.descriptor()
        bytes = file == nil ? try photo.bytes() : Data()
        (descriptor, member) = (file?.descriptor ?? -1, file?.member)
        name = photo.name
        let head = file.map { Self.head(of: $0.descriptor) } ?? bytes.prefix(DocumentFormat.signatureLength)
        // The content of a member is only known after unpacking.
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
    ///   - pdfProcess: the process that opens a PDF; `nil` if there is none.
    ///   - request: what to do with the photo.
    func send(
        to channel: Channel, opening pdfProcess: Channel?, for request: Request, _ deadline: inout Deadline
    ) throws(WorkerFailure) {
        // An earlier worker may have read the file.
        if descriptor >= 0 { lseek(descriptor, 0, SEEK_SET) }
        var kind: Kind = descriptor >= 0 ? .file : []
        if pdfProcess != nil { kind.insert(.withPDFProcess) }
        if member != nil { kind.insert(.member) }
        guard confine_send(channel.descriptor, &kind, 1, descriptor) == 1 else { throw .ended }
        if let pdfProcess {
            guard confine_send(channel.descriptor, &kind, 1, pdfProcess.descriptor) == 1 else { throw .ended }
        }
        try channel.send(message: Data(name.utf8), &deadline)
        if let member { try channel.send(message: Data(member), &deadline) }
        try channel.send(request, &deadline)
        if descriptor < 0 { try channel.send(message: bytes, &deadline) }
    }

    enum Request: Codable {
        /// Read it, with these options; `nil` for the worker's own.
        case record(ScanOptions?)
        case picture(PictureRequest)
        /// To make a cover of it.
        case cover(CoverRequest)
    }

    /// Sent first, with the file's descriptor, and a second time with that of the PDF process.
    struct Kind: OptionSet {
        static let file = Kind(rawValue: 1)
        static let withPDFProcess = Kind(rawValue: 2)
        /// The file is an archive that contains the photo.
        static let member = Kind(rawValue: 4)
        /// It is not a photo but an archive whose members are wanted.
        static let archive = Kind(rawValue: 8)

        let rawValue: UInt8
    }

    /// What `send` sent.
    struct Received {
        let name: String
        var request = Request.record(nil)
        /// The process that opens a PDF.
        var pdfProcess: Channel?
        /// The bytes, or the error.
        let bytes: Result<Data, ScanError>
        /// Instead of a photo, the descriptor of an archive whose members are wanted.
        var archive: Int32?
    }

    static func receive(
        from channel: Channel, _ deadline: inout Deadline
    ) throws(WorkerFailure) -> Received {
        var kind: Kind = []
        var descriptor: Int32 = -1
        guard confine_receive(channel.descriptor, &kind, 1, &descriptor) == 1 else { throw .ended }
        if kind.contains(.archive) {
            guard descriptor >= 0 else { throw .ended }
            return Received(name: "", bytes: .failure(.archive), archive: descriptor)
        }
        var pdfProcess: Channel?
        if kind.contains(.withPDFProcess) {
            var end: Int32 = -1
            guard confine_receive(channel.descriptor, &kind, 1, &end) == 1, end >= 0 else { throw .ended }
            pdfProcess = Channel(end)
        }
        let name = String(decoding: try channel.message(&deadline), as: UTF8.self)
        let member = kind.contains(.member) ? Array(try channel.message(&deadline)) : nil
        let request = try channel.message(&deadline).decoded(as: Request.self)
        if !kind.contains(.file) {
            let bytes = try channel.message(longest: .max, &deadline)
            return Received(name: name, request: request, pdfProcess: pdfProcess, bytes: .success(bytes))
        }
        defer { close(descriptor) }
        let bytes = Result { () throws(ScanError) in try Photo.bytes(at: descriptor, member: member) }
        return Received(name: name, request: request, pdfProcess: pdfProcess, bytes: bytes)
    }
}
