#if Server
// The queue of uploaded photos. They are read by sandboxed workers, and deleted after a while.
import Accounts
import Books
import Catalogue
import Foundation
import Logging
import Lookup
import Reading
import Sandbox
import ServiceLifecycle

/// Reads photos, and keeps their files beside the store in a folder that only this user can open.
actor ScanQueue: Service {
    private let options: SiteOptions
    private let store: Store
    private let blocking: BlockingTasks
    private let workers: WorkerQueue<PhotoWorker>
    /// Looks books up in the site's references only.
    private let lookup: BookLookup
    /// How many times each photo is waiting or being read. A photo can be cropped, and so wait again, while it is being
    /// read.
    private var underWay: [String: Int] = [:]
    /// Photos that still wait then are read after the next start.
    private var isShuttingDown = false
    private let logger = Logger(label: "bookzone")

    /// The longer side of the picture on pages, in pixels.
    private static let shownSide = 1600
    /// The same in rows, which are up to 6 rem high.
    private static let smallSide = 320
    /// The same for a crop, which is also read.
    private static let partSide = 4000
    /// The interval at which old and left-over photos are removed.
    private static let interval = Duration.seconds(60)

    init(
        _ options: SiteOptions, _ store: Store, _ workers: WorkerQueue<PhotoWorker>,
        _ blocking: BlockingTasks,
        _ lookup: BookLookup
    ) throws {
        self.options = options
        self.store = store
        self.blocking = blocking
        self.workers = workers
        self.lookup = lookup
        try FileManager.default.createDirectory(
            atPath: options.photos, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                // What fails now is retried next time.
                try? await self.catchUp()
                try? await self.blocked { try self.sweep(at: .now) }
                do { try await Task.sleep(for: Self.interval) } catch { break }
            }
        }
        isShuttingDown = true
        try await finish()
    }

    /// Waits until no photo is being read.
    func finish() async throws {
        while !underWay.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
    }

    /// Queues photos that an earlier run left unread, or whose result could not be saved. Photos of an inventory that goes
    /// on again count in it.
    func catchUp() async throws {
        let store = store
        let left = try await blocked {
            for upload in try store.uploadsLeftOut() { try store.takeStock(of: upload) }
            return try store.uploads(in: .waiting)
        }
        for upload in left.reversed() where underWay[upload.id] == nil { enqueue(upload, isAwaited: false) }
    }

    private func blocked<Value: Sendable>(_ body: @Sendable () throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(blocking) { try body() }
    }

    // MARK: Files

    enum File: String, CaseIterable {
        /// The file as it was sent.
        case original = ""
        /// Upright, smaller, and without metadata.
        case shown = ".jpg"
        /// A crop, shown in place of the whole photo.
        case part = ".part.jpg"
        /// Of what is shown, for rows.
        case small = ".small.jpg"
    }

    nonisolated func path(_ file: File, of id: String) -> String {
        "\(options.photos)/\(id)\(file.rawValue)"
    }

    nonisolated func remove(_ files: [File], of id: String) {
        for file in files { unlink(path(file, of: id)) }
    }

    /// Whether text can still be saved. Since it is small, it may use some of the space that photos must leave free.
    nonisolated var hasRoomForText: Bool { hasRoom(for: -options.diskLeft / 4 * 3) }

    /// Whether the disk has room for this many bytes in addition to the space that must stay free.
    nonisolated func hasRoom(for bytes: Int) -> Bool { options.hasRoom(for: bytes) }

    // MARK: The queue

    /// Queues an upload whose original file exists.
    ///
    /// - Parameter isAwaited: whether somebody is waiting for it on its page.
    func enqueue(_ upload: Upload, isAwaited: Bool) {
        let (id, workers) = (upload.id, workers)
        let isNew = workers.enqueue(id, of: upload.account, isAwaited: isAwaited) { worker in
            Task {
                await self.read(id, with: worker)
                await self.removeFilesOfWhatIsGone(id)
                await self.leave(id)
                workers.giveBack(worker)
            }
        }
        if isNew { underWay[id, default: 0] += 1 }
    }

    private func leave(_ id: String) { underWay[id] = underWay[id].flatMap { $0 > 1 ? $0 - 1 : nil } }

    /// The number of photos ahead of it; `nil` if it is not waiting.
    func place(of id: String) -> Int? { workers.place(of: id) }

    /// Returns when the upload is neither waiting nor being read, or after `timeout`.
    func wait(for id: String, timeout: Duration) async throws {
        let end = ContinuousClock.now + timeout
        while underWay[id] != nil, .now < end { try await Task.sleep(for: .milliseconds(10)) }
    }

    private func read(_ id: String, with worker: PhotoWorker) async {
        if isShuttingDown { return }
        let store = store
        guard var upload = try? await blocked({ try store.upload(id) }) else { return }
        if upload.state != .waiting { return }
        var photo = Photo(at: PhotoPath(path(.original, of: id)))
        if let part = upload.part.flatMap(PictureRequest.Part.init(text:)), let whole = upload.record {
            let request = PictureRequest(page: whole.page, side: Self.partSide, part: part)
            guard let jpeg = await worker.picture(request, of: photo, sha256: whole.sha256 ?? ""),
                await write(jpeg, as: .part, of: id)
            else { return await finish(upload, failed: "the photo could not be cropped") }
            photo = Photo(at: PhotoPath(path(.part, of: id)))
        }
        var options = ScanOptions(readers: WitnessReader.usual.union([.title]))
        // A house without labels need not wait for them, except where the numbers of copies may be seen.
        let hasLabels = try? await blocked { try store.hasLabels() }
        if upload.inventory != nil || hasLabels == true { options.readers.insert(.label) }
        guard let pages = try? await worker.read(photo, asking: options) else { return }
        let order: [ScanStatus] = [.found, .uncertain, .none, .failed]
        let best = pages.map(\.record).min {
            order.firstIndex(of: $0.status) ?? 0 < order.firstIndex(of: $1.status) ?? 0
        }
        guard var record = best else { return await finish(upload, failed: "the file has no pages") }
        if record.status != .failed {
            for (file, side) in [(File.small, Self.smallSide), (.shown, Self.shownSide)]
            where file == .small || upload.part == nil {
                let request = PictureRequest(page: record.page, side: side)
                if let jpeg = await worker.picture(request, of: photo, sha256: record.sha256 ?? "") {
                    _ = await write(jpeg, as: file, of: id)
                }
            }
        }
        record = await suggesting(record)
        record.photo = upload.name
        // Decisions refer to the hash and the page of the whole photo.
        if let whole = upload.record, upload.part != nil {
            (record.sha256, record.page) = (whole.sha256, whole.page)
        }
        upload.record = record
        upload.state = record.status == .uncertain ? .review : .read
        await save(upload)
    }

    /// With what the catalogue and the references know of a photo without an ISBN.
    private func suggesting(_ record: PhotoRecord) async -> PhotoRecord {
        guard record.status == .none else { return record }
        let lookup = lookup
        let editions = try? await withTaskExecutorPreference(blocking) {
            try await lookup.editions(of: record)
        }
        return editions.map(record.suggesting) ?? record
    }

    /// The photo may have been removed, or its account deleted, while it was read.
    private func removeFilesOfWhatIsGone(_ id: String) async {
        let store = store
        let isGone = try? await blocked { try store.upload(id) == nil }
        // If the store can't be read now, the next sweep removes the files.
        if isGone == true { remove(File.allCases, of: id) }
    }

    private func write(_ jpeg: Data, as file: File, of id: String) async -> Bool {
        (try? await blocked { try jpeg.write(to: URL(filePath: path(file, of: id)), options: .atomic) })
            != nil
    }

    private func finish(_ upload: Upload, failed words: String) async {
        var upload = upload
        upload.record = PhotoRecord(
            photo: upload.name, sha256: upload.record?.sha256, status: .failed,
            error: PhotoFailure(code: "damaged", message: words))
        upload.state = .read
        await save(upload)
    }

    private func save(_ upload: Upload) async {
        let store = store
        do {
            try await blocked {
                try store.save(read: upload)
                try store.takeStock(of: upload)
            }
        } catch {
            // The photo still counts as waiting, and will be read again.
            logger.error("the result of a photo could not be saved: \(error)")
        }
    }

    // MARK: Expiry

    /// Removes expired photos, the originals of expired photos under review, and files without an upload.
    nonisolated func sweep(at date: Date) throws {
        let before = date - options.photosHold
        for upload in try store.uploads(sentBefore: before) { try discard(upload) }
        for upload in try store.uploads(in: .review) where upload.made < before {
            remove([.original], of: upload.id)
        }
        let known = Set(try Upload.State.allCases.flatMap { try store.uploads(in: $0) }.map(\.id))
        for name in try FileManager.default.contentsOfDirectory(atPath: options.photos)
        where name != "kept" {
            let path = "\(options.photos)/\(name)"
            let made = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            if !known.contains(String(name.prefix { $0 != "." })), let made, made < before {
                unlink(path)
            }
        }
    }

    /// Removes a photo that is no longer needed. With `--keep-photos`, its picture is kept permanently.
    nonisolated func discard(_ upload: Upload) throws {
        if options.keepsPhotos, !keepForGood(upload) { return }
        remove(File.allCases, of: upload.id)
        try store.removeUpload(upload.id)
    }

    /// Moves the picture, which has no metadata, to the kept photos.
    ///
    /// - Returns: `false` if it could not be moved.
    private nonisolated func keepForGood(_ upload: Upload) -> Bool {
        let shown = path(.shown, of: upload.id)
        guard access(shown, F_OK) == 0 else { return true }
        let folder = keptFolder(of: upload.account)
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let book = upload.isbn?.isbn13 ?? upload.book.map { "book-\($0.value)" }
        let name = [book, upload.id].compactMap(\.self).joined(separator: "-")
        guard rename(shown, "\(folder)/\(name).jpg") == 0 else { return false }
        // The account may have been deleted since.
        if (try? store.account(upload.account) == nil) == true {
            try? FileManager.default.removeItem(atPath: folder)
        }
        return true
    }

    private nonisolated func keptFolder(of account: Int64) -> String { "\(options.photos)/kept/\(account)" }

    /// Removes all photos of an account.
    nonisolated func remove(_ uploads: [String], of account: Int64) {
        for id in uploads { remove(File.allCases, of: id) }
        try? FileManager.default.removeItem(atPath: keptFolder(of: account))
    }
}

extension PictureRequest.Part {
    /// `x,y,width,height` in whole pixels.
    init?(text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 4, text.utf8.count < 64, numbers[0] >= 0, numbers[1] >= 0, numbers[2] > 0,
            numbers[3] > 0
        else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    var text: String { "\(x),\(y),\(width),\(height)" }
}
#endif
