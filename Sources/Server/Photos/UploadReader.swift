#if Server
// Photos on their way from a browser into files: never more than a portion of one is in memory.
import Catalogue
import Foundation
import HTTPTypes
import Hummingbird

/// Takes the photos of one form.
struct UploadReader {
    private let site: Site
    private let account: Account
    private let context: SiteContext

    init(_ site: Site, _ account: Account, _ context: SiteContext) {
        self.site = site
        self.account = account
        self.context = context
    }

    /// Bytes of a field that is no file.
    private static let fieldLimit = 4096

    private struct Sending {
        var form = Form()
        var uploads: [Upload] = []
        var field: (name: String, bytes: [UInt8])?
        var file: (upload: Upload, descriptor: Int32, size: Int)?
    }

    /// The photos, each kept and in the row; those whose key was sent before are the earlier ones.
    ///
    /// - Throws: `forged` where the form's token does not come before its first file; `tooLarge`, `malformed`,
    ///   `tooManyPhotos`. Then no photo of the form is kept, but for those that came whole before it.
    func read(_ request: Request) async throws -> [Upload] {
        guard var reader = MultipartReader(contentType: request.headers[.contentType]) else {
            throw SiteError.malformed
        }
        let most = site.options.photoLimit * site.options.photosHeld
        if let length = request.headers[.contentLength].flatMap(Int.init), length > most {
            throw SiteError.tooLarge(limit: site.options.photoLimit)
        }
        let held = try await site.store { store in try store.uploads(of: account.id).count }
        guard held < site.options.photosHeld else {
            throw SiteError.tooManyPhotos(limit: site.options.photosHeld)
        }
        return try await site.onBlockingThread {
            var sending = Sending()
            defer {
                if let file = sending.file {
                    close(file.descriptor)
                    site.desk.remove([.original], of: file.upload.id)
                }
            }
            do {
                for try await portion in request.body {
                    try reader.read(portion.readableBytesView) {
                        try take($0, into: &sending, held: held)
                    }
                }
                try reader.finish()
            } catch {
                // Those that came whole are read all the same.
                await begin(sending.uploads)
                throw error is MultipartReader.Malformed ? SiteError.malformed : error
            }
            if sending.uploads.isEmpty { try context.check(sending.form) }
            await begin(sending.uploads)
            return sending.uploads
        }
    }

    private func begin(_ uploads: [Upload]) async {
        for upload in uploads where upload.state == .waiting {
            await site.desk.enqueue(upload, isAwaited: uploads.count == 1)
        }
    }

    private func take(_ event: MultipartReader.Event, into sending: inout Sending, held: Int) throws {
        switch event {
        case .begin(let part):
            if let name = part.file {
                try begin(name, &sending, held)
            } else {
                sending.field = (part.name, [])
            }
        case .bytes(let bytes):
            if let file = sending.file {
                guard file.size + bytes.count <= site.options.photoLimit else {
                    throw SiteError.tooLarge(limit: site.options.photoLimit)
                }
                try Self.write(bytes, to: file.descriptor)
                sending.file?.size += bytes.count
            } else if let field = sending.field {
                guard field.bytes.count + bytes.count <= Self.fieldLimit else {
                    throw SiteError.tooLarge(limit: Self.fieldLimit)
                }
                sending.field?.bytes += bytes
            }
        case .end:
            if let file = sending.file {
                sending.file = nil
                try finish(file, &sending)
            } else if let field = sending.field {
                sending.form.fields.append((field.name, String(decoding: field.bytes, as: UTF8.self)))
            }
            sending.field = nil
        }
    }

    private func begin(_ name: String, _ sending: inout Sending, _ held: Int) throws {
        try context.check(sending.form)
        guard held + sending.uploads.count < site.options.photosHeld else {
            throw SiteError.tooManyPhotos(limit: site.options.photosHeld)
        }
        // The first file has the form's key; those of one form differ.
        let count = sending.uploads.count
        let key = sending.form.text("key").map { count == 0 ? $0 : "\($0) \(count)" }
        // Browsers on phones send no folder; what others send is not told.
        let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        let upload = Upload(
            id: Secret().text, account: account.id, key: String((key ?? Secret().text).prefix(100)),
            name: String(last.prefix(100)))
        guard site.desk.hasRoom else {
            throw CatalogueError.full(path: site.options.photos, .system(errno: ENOSPC))
        }
        let descriptor = open(
            site.desk.path(.original, of: upload.id), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(site) }
        sending.file = (upload, descriptor, 0)
    }

    private func finish(
        _ file: (upload: Upload, descriptor: Int32, size: Int), _ sending: inout Sending
    ) throws {
        close(file.descriptor)
        // A browser sends a file without a name where none was chosen.
        guard file.size > 0 else { return site.desk.remove([.original], of: file.upload.id) }
        do {
            var upload = file.upload
            upload.bytes = file.size
            let kept = try site.keep(upload)
            if kept.id != file.upload.id { site.desk.remove([.original], of: file.upload.id) }
            sending.uploads.append(kept)
        } catch {
            site.desk.remove([.original], of: file.upload.id)
            throw error
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw CatalogueError.full(path: "", .system(errno: errno)) }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static func failure(_ site: Site) -> CatalogueError {
        .full(path: site.options.photos, .system(errno: errno))
    }
}
#endif
