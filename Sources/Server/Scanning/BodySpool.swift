#if Server
// Stores the photos of a request until they are read, in files without names, which disappear when they are closed.
import Accounts
import Batch
import Catalogue
import Formatting
import Foundation
import Hummingbird
import Output

/// Received files. They are deleted when this object is released.
final class SpooledFiles: Sendable {
    let files: [ReceivedFile]
    /// The fields of the same form.
    let form: Form
    private let release: @Sendable () -> Void

    fileprivate init(_ files: [ReceivedFile], _ form: Form, release: @escaping @Sendable () -> Void) {
        (self.files, self.form) = (files, form)
        self.release = release
    }

    deinit {
        for file in files { close(file.descriptor) }
        release()
    }
}

/// Receives the body of a request: a form with files, or a single file.
struct BodySpool {
    /// The largest size of a field that is not a file, in bytes.
    private static let fieldLimit = 4096
    /// The number of bytes that are reserved at a time.
    private static let step = 1 << 20

    let room: SpoolRoom
    let account: Int64
    /// Called with the fields that come before the first file of a form. If it throws, the request fails. `nil` if a form
    /// must have files only.
    var check: ((Form) throws -> Void)?

    private struct Received {
        var files: [ReceivedFile] = []
        var form = Form()
        var field: (name: String, bytes: [UInt8])?
        /// The last file, while it is incomplete: whether it has no name, and the bytes before it.
        var file: (isUnnamed: Bool, start: Int)?
        /// Whether the form has an empty field for a file, as browsers send one in which nothing is chosen.
        var hasEmptyField = false
        var size = 0
        var reserved = 0
    }

    /// - Throws: `encoded`; `tooLarge` for a body that is said to be larger than allowed.
    func checkHead(of request: Request) throws {
        try request.checkEncoding()
        if let length = request.headers[.contentLength].flatMap(Int.init), length > room.options.scanLimit {
            throw SiteError.tooLarge(limit: room.options.scanLimit)
        }
    }

    /// - Returns: no files for a form with nothing but empty fields for them.
    /// - Throws: `encoded`; `malformed` for an invalid form, or one without files; `wrong` for a field, if a form must have files
    ///   only; `tooLarge`; `tooOften` if the limits are reached; `FolderFailure`.
    func receive(_ request: Request) async throws -> SpooledFiles {
        try checkHead(of: request)
        var received = Received()
        do {
            let type = request.headers[.contentType]
            if type?.lowercased().hasPrefix("multipart/") == true {
                guard let reader = MultipartReader(contentType: type) else { throw SiteError.malformed }
                try await receive(form: request.body, reader, &received)
            } else {
                try check?(Form())
                try begin("", &received)
                for try await chunk in request.body {
                    try take(Array(chunk.readableBytesView)[...], &received)
                }
            }
        } catch {
            for file in received.files { close(file.descriptor) }
            room.release(received.reserved, of: account)
            throw error is MultipartReader.Malformed ? SiteError.malformed : error
        }
        let (room, account, reserved) = (room, account, received.reserved)
        return SpooledFiles(received.files, received.form) { room.release(reserved, of: account) }
    }

    private func receive(
        form body: RequestBody, _ reader: MultipartReader, _ received: inout Received
    ) async throws {
        var reader = reader
        for try await chunk in body {
            try reader.read(chunk.readableBytesView) { try take($0, &received) }
        }
        try reader.finish()
        guard !received.files.isEmpty || received.hasEmptyField else { throw SiteError.malformed }
    }

    private func take(_ event: MultipartReader.Event, _ received: inout Received) throws {
        switch event {
        case .begin(let part):
            guard let name = part.file else {
                guard check != nil else {
                    throw SiteError.wrong(
                        "\(part.name.printable.prefix(40)): no file name; forms take files only, and options go into the query"
                    )
                }
                received.field = (part.name, [])
                return
            }
            if received.files.isEmpty { try check?(received.form) }
            try begin(name, &received)
            received.file = (name.isEmpty, received.size)
        case .bytes(let bytes):
            if received.file != nil { return try take(bytes, &received) }
            guard (received.field?.bytes.count ?? 0) + bytes.count <= Self.fieldLimit else {
                throw SiteError.tooLarge(limit: Self.fieldLimit)
            }
            received.field?.bytes += bytes
        case .end:
            if let field = received.field {
                received.form.fields.append((field.name, String(decoding: field.bytes, as: UTF8.self)))
            }
            if let file = received.file, file.isUnnamed, file.start == received.size,
                let empty = received.files.popLast()
            {
                close(empty.descriptor)
                received.hasEmptyField = true
            }
            (received.field, received.file) = (nil, nil)
        }
    }

    private func begin(_ name: String, _ received: inout Received) throws {
        let descriptor = try room.makeFile()
        // Folders are dropped from names. A file without a name is called `-`, like standard input.
        let last = name.split { $0 == "/" || $0 == "\\" }.last.map { String($0.prefix(100)) }
        received.files.append(ReceivedFile(name: last ?? "-", descriptor: descriptor))
    }

    private func take(_ bytes: ArraySlice<UInt8>, _ received: inout Received) throws {
        received.size += bytes.count
        guard received.size <= room.options.scanLimit else {
            throw SiteError.tooLarge(limit: room.options.scanLimit)
        }
        if received.size > received.reserved {
            let more = max(received.size - received.reserved, Self.step)
            try room.reserve(more, for: account)
            received.reserved += more
        }
        guard let file = received.files.last else { return }
        try room.write(bytes, to: file.descriptor)
    }
}

/// The disk space for request bodies. It counts against the same limits as photos.
struct SpoolRoom: Sendable {
    let options: SiteOptions
    let reservations: UploadReservations
    /// What the store holds; zero if there is no store.
    let held: @Sendable (Int64) throws -> (photos: Int, bytes: Int, allBytes: Int)

    /// Creates a file for reading and writing that has no name.
    ///
    /// - Throws: `FolderFailure`.
    func makeFile() throws -> Int32 {
        let path = "\(options.photos)/\(Secret().text)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FolderFailure(path: options.photos, errno: errno) }
        unlink(path)
        return descriptor
    }

    func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws {
        guard UploadReader.write(bytes, to: descriptor) else {
            throw FolderFailure(path: options.photos, errno: errno)
        }
    }

    /// - Throws: `tooOften` if the account, or all accounts together, have reached the limit; `FolderFailure`.
    func reserve(_ bytes: Int, for account: Int64) throws {
        guard options.hasRoom(for: bytes) else { throw FolderFailure(full: options) }
        let limits = Upload.Limits(
            photos: .max, bytes: options.bytesHeld, allBytes: options.allBytesHeld)
        guard try reservations.reserve(bytes, isNew: false, for: account, within: limits, held: held) else {
            throw SiteError.tooOften(ScanService.retryAfter)
        }
    }

    func release(_ bytes: Int, of account: Int64) {
        reservations.release(.init(photos: 0, bytes: bytes), of: account)
    }
}

extension Site {
    /// Receives a form with files other than photos. Their disk space counts against the same limits.
    ///
    /// - Parameter limit: the largest size of the body, in bytes.
    func spool(upTo limit: Int, for account: Account, _ context: SiteContext) -> BodySpool {
        var options = options
        options.scanLimit = limit
        let room = SpoolRoom(options: options, reservations: reservations) { [self] in try held(of: $0) }
        return BodySpool(room: room, account: account.id) { try context.check($0) }
    }
}

/// Photos can't be stored in this folder.
public struct FolderFailure: Error, CustomStringConvertible {
    private let path: String
    private let errno: Int32
    /// How much of the disk must stay free, in bytes; `nil` if a system call failed.
    private var diskLeft: Int?

    /// - Parameter errno: the error of a system call.
    init(path: String, errno: Int32) { (self.path, self.errno) = (path, errno) }

    /// Less of the disk would stay free than must.
    init(full options: SiteOptions) {
        self.init(path: options.photos, errno: ENOSPC)
        diskLeft = options.diskLeft
    }

    public var isFull: Bool { [ENOSPC, EDQUOT].contains(errno) }

    /// Too many files are open, which passes as soon as other requests have ended.
    var isPassing: Bool { [EMFILE, ENFILE, ENOMEM].contains(errno) }

    public var description: String {
        let reason =
            diskLeft.map { "\($0.size) of its disk must stay free" } ?? String(cString: strerror(errno))
        return "photos can't be stored in \(path): \(reason)"
    }
}
#endif
