// One of a batch's readers, whose photos are read by a process of their own. Whatever that process does costs the photo
// that it reads, and no other.
import Books
import Foundation
import Reading

/// Reads one photo at a time in a worker, which is replaced when it has gone.
package actor PhotoWorker: PhotoReader {
    private let server: ForkServer
    private var worker: Worker?
    private let executor = BlockingExecutor(label: "bookzone.worker")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ server: ForkServer) {
        self.server = server
    }

    package func read(_ photo: Photo) throws(CancellationError) -> [PageReading] {
        let handed: HandedPhoto
        do throws(ScanError) {
            handed = try HandedPhoto(photo)
        } catch {
            return [PageReading(failed: photo.name, error)]
        }
        return try read(handed)
    }

    /// A JPEG file; `nil` where the photo gives no such picture, or has not this SHA-256 any more. A photo that its worker
    /// does not survive costs no more than its picture.
    package func picture(_ request: PictureRequest, of photo: Photo, sha256: String) -> Data? {
        guard photo.canBeReadAgain, let handed = try? HandedPhoto(photo) else { return nil }
        if worker?.isWaiting != true { worker = nil }
        do throws(WorkerFailure) {
            let worker = try ready()
            let helper = handed.isPDF ? try helperIfThere() : nil
            guard let made = try worker.picture(request, of: handed, by: helper), made.sha256 == sha256 else {
                return nil
            }
            return made.jpeg
        } catch {
            worker = nil
            return nil
        }
    }

    /// `nil` where it is not there or does not start, which the record then says.
    private func helperIfThere() throws(WorkerFailure) -> PageHelper? {
        do throws(WorkerFailure) { return try PageHelper(server) } catch {
            guard case .notStarted = error else { throw error }
            return nil
        }
    }

    /// A worker sees that a PDF's program has gone, and this process how.
    private func explain(_ pages: inout [PageReading], by helper: PageHelper) {
        let gone = [.crashed(signal: nil), .noDocumentReader].map { PhotoFailure($0) }
        guard let place = pages.firstIndex(where: { $0.record.error.map(gone.contains) == true })
        else { return }
        let end = helper.end()
        // Without a signal it did not find what it is linked with.
        if !helper.hasBegun, end.map({ $0 <= 0 }) ?? true { return }
        pages[place].record.error = PhotoFailure(ScanError(.ended, server.limits, end: end))
    }

    private func ready() throws(WorkerFailure) -> Worker {
        if let worker { return worker }
        let new = try Worker(server)
        worker = new
        try new.begin()
        return new
    }

    /// The pages that could be read, and the one that could not.
    ///
    /// - Parameter isSecond: whether a worker has gone already that had this photo.
    private func read(
        _ photo: borrowing HandedPhoto, isSecond: Bool = false
    ) throws(CancellationError) -> [PageReading] {
        let isFresh = worker?.isWaiting != true
        if isFresh { worker = nil }
        var pages: [PageReading] = []
        var sha256: String?
        var start = ContinuousClock.now
        var helper: PageHelper?
        do throws(WorkerFailure) {
            let worker = try ready()
            if photo.isPDF { helper = try helperIfThere() }
            try worker.read(photo, by: helper?.hasBegun == true ? helper : nil) {
                sha256 = $0
            } _: {
                pages.append($0)
                start = .now
            }
            if let helper { explain(&pages, by: helper) }
            return pages
        } catch {
            let end = worker?.end()
            let failure = ScanError(error, server.limits, end: end)
            worker = nil
            if error == .cancelled { throw CancellationError() }
            // It has gone with the process that made it, which is no photo's fault, or behind a page that may have been the
            // last.
            if error == .ended, end == nil || !pages.isEmpty, !isSecond {
                return try read(photo, isSecond: true)
            }
            // What earlier photos left behind is not this one's fault.
            if case .neededMore = failure, !isFresh { return try read(photo) }
            var record = PhotoRecord(
                photo: photo.name, page: pages.count + 1, sha256: sha256, status: .failed,
                error: PhotoFailure(failure))
            record.milliseconds = (.now - start) / .milliseconds(1)
            return pages + [PageReading(record: record)]
        }
    }
}
