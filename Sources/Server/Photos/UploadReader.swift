#if Server
// Streams uploaded photos into files.
import Accounts
import Books
import Catalogue
import Foundation
import HTTPTypes
import Hummingbird
import Reading

/// Receives the photos of a form.
struct UploadReader {
    private let site: Site
    private let account: Account
    private let credential: Credential
    private let context: SiteContext

    /// - Throws: `signInNeeded`.
    init(_ site: Site, _ context: SiteContext) throws {
        guard let account = context.account, let credential = context.credential else {
            throw SiteError.signInNeeded
        }
        self.site = site
        self.account = account
        self.credential = credential
        self.context = context
    }

    /// The largest size of a field that is not a file, in bytes.
    private static let fieldLimit = 4096
    /// The number of bytes that are reserved at a time while a photo is received.
    private static let step = 1 << 20

    /// One of several photos can't be taken.
    struct Refused: Error {
        var cause: any Error
        /// The photos before it.
        var kept: [Upload]
    }

    private struct Sending {
        var form = Form()
        var uploads: [Upload] = []
        var field: (name: String, bytes: [UInt8])?
        var file: File?
    }

    private struct File {
        var upload: Upload
        var descriptor: Int32
        /// Whether it was not sent before: one that was takes no place of its own.
        var isNew: Bool
        var size = 0
        var reserved: Int
    }

    /// Saves and queues the photos of a form. If a photo's key was sent before, the earlier upload is returned.
    ///
    /// - Throws: `reusedKey` if that was another photo; `forged` if the form's token does not come before the first file; `tooLarge`, `malformed`,
    ///   `tooManyPhotos`; `wrong` for a place that is too long; `signInNeeded` if the session has ended meanwhile. Photos received completely by then are
    ///   kept: if there are any, `Refused` is thrown.
    func read(_ request: Request) async throws -> [Upload] {
        guard var reader = MultipartReader(contentType: request.headers[.contentType]) else {
            throw SiteError.malformed
        }
        try request.checkEncoding()
        let most = site.options.photoLimit * site.options.photosHeld
        if let length = request.headers[.contentLength].flatMap(Int.init), length > most {
            throw SiteError.tooLarge(limit: site.options.photoLimit)
        }
        return try await site.onBlockingThread {
            var sending = Sending()
            defer {
                if let file = sending.file {
                    close(file.descriptor)
                    drop(file)
                }
            }
            do {
                for try await chunk in request.body {
                    try reader.read(chunk.readableBytesView) {
                        try take($0, into: &sending)
                    }
                }
                try reader.finish()
            } catch {
                // Complete photos are read even if the rest fails.
                await begin(sending.uploads)
                let cause = error is MultipartReader.Malformed ? SiteError.malformed : error
                throw sending.uploads.isEmpty ? cause : Refused(cause: cause, kept: sending.uploads)
            }
            if sending.uploads.isEmpty { try context.check(sending.form) }
            await begin(sending.uploads)
            return sending.uploads
        }
    }

    private func begin(_ uploads: [Upload]) async {
        for upload in uploads where upload.state == .waiting {
            await site.scanQueue.enqueue(upload, isAwaited: uploads.count == 1)
        }
    }

    private func take(_ event: MultipartReader.Event, into sending: inout Sending) throws {
        switch event {
        case .begin(let part):
            if let name = part.file {
                try begin(name, &sending)
            } else {
                sending.field = (part.name, [])
            }
        case .bytes(let bytes):
            if let file = sending.file {
                guard file.size + bytes.count <= site.options.photoLimit else {
                    throw SiteError.tooLarge(limit: site.options.photoLimit)
                }
                let missing = file.size + bytes.count - file.reserved
                if missing > 0 {
                    let more = min(max(missing, step), site.options.photoLimit - file.reserved)
                    try site.reserve(more, isNew: false, for: account.id)
                    sending.file?.reserved += more
                }
                guard Self.write(bytes, to: file.descriptor) else {
                    throw FolderFailure(path: site.options.photos, errno: errno)
                }
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

    /// Smaller if the account's limit is small.
    private var step: Int { max(1, min(Self.step, site.options.bytesHeld / 100)) }

    private func begin(_ name: String, _ sending: inout Sending) throws {
        try context.check(sending.form)
        // The first file has the form's key; further files get keys of their own.
        let count = sending.uploads.count
        let key = sending.form.text("key").map { count == 0 ? $0 : "\($0) \(count)" }
        // Some browsers send a path; its folders are dropped.
        let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        var upload = Upload(
            id: Secret().text, account: account.id, key: String((key ?? Secret().text).prefix(100)),
            name: String(last.prefix(100)))
        if let inventory = sending.form.text("inventory") {
            guard account.role >= .librarian else { throw SiteError.forbidden }
            // No inventory has the number 0.
            upload.inventory = Int64(inventory) ?? 0
            upload.place = BookCopy.path(sending.form.text("place"))
            do throws(CatalogueError) { try BookCopy.checkLength(of: upload.place) } catch {
                throw error.ofCopy.map(SiteError.wrong) ?? error
            }
        }
        let reserved = min(step, site.options.photoLimit)
        let isNew = try key == nil || !site.knowsUpload(of: account.id, key: upload.key)
        try site.reserve(reserved, isNew: isNew, for: account.id)
        let descriptor = open(
            site.scanQueue.path(.original, of: upload.id), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let failure = FolderFailure(path: site.options.photos, errno: errno)
            release(reserved, isNew)
            throw failure
        }
        sending.file = File(upload: upload, descriptor: descriptor, isNew: isNew, reserved: reserved)
    }

    private func finish(_ file: File, _ sending: inout Sending) throws {
        close(file.descriptor)
        // Browsers send an empty file if none was chosen.
        guard file.size > 0 else { return drop(file) }
        do {
            var upload = file.upload
            upload.bytes = file.size
            // Without the form's key, nobody sends it again.
            let photo = Photo(at: PhotoPath(site.scanQueue.path(.original, of: upload.id)))
            let sha256 = sending.form.has("key") ? try photo.sha256() : nil
            let kept = try site.save(upload, sha256: sha256, as: credential)
            sending.uploads.append(kept)
            guard kept.id == file.upload.id else { return drop(file) }
            release(file.reserved, file.isNew)
        } catch {
            drop(file)
            throw error
        }
    }

    private func drop(_ file: File) {
        site.scanQueue.remove([.original], of: file.upload.id)
        release(file.reserved, file.isNew)
    }

    private func release(_ bytes: Int, _ isNew: Bool) {
        site.reservations.release(.init(photos: isNew ? 1 : 0, bytes: bytes), of: account.id)
    }

    /// `false` if the system call fails, with `errno`.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
#endif
