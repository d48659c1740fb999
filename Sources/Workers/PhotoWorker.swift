// One of a batch's readers, whose photos are read by a process of their own. Whatever that process does costs the photo
// that it reads, and no other.
import Books
import Foundation
import Scanning

/// Reads one photo at a time in a worker, which is replaced when it has gone.
package actor PhotoWorker: PhotoReader {
    private let server: ForkServer
    private var worker: Worker?
    private let executor = BlockingExecutor(label: "bookzone.worker")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ server: ForkServer) {
        self.server = server
    }

    package func read(_ photo: Photo) throws(CancellationError) -> PhotoOutcome {
        let handed: HandedPhoto
        do throws(ScanError) {
            handed = try HandedPhoto(photo)
        } catch {
            return .photo([PageReading(failed: photo.name, error)])
        }
        return .photo(try read(handed))
    }

    /// A JPEG file; `nil` where the photo gives no such picture, or has not this SHA-256 any more. A photo that its worker
    /// does not survive costs no more than its picture.
    package func picture(_ request: PictureRequest, of photo: Photo, sha256: String) -> Data? {
        guard photo.canBeReadAgain, let handed = try? HandedPhoto(photo) else { return nil }
        if worker?.isWaiting != true { worker = nil }
        do throws(WorkerFailure) {
            guard let made = try ready().picture(request, of: handed), made.sha256 == sha256 else {
                return nil
            }
            return made.jpeg
        } catch {
            worker = nil
            return nil
        }
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
        do throws(WorkerFailure) {
            try ready().read(photo) {
                sha256 = $0
            } _: {
                pages.append($0)
                start = .now
            }
            return pages
        } catch {
            let end = worker?.end()
            let failure = ScanError(error, server.limits, end: end)
            worker = nil
            if error == .cancelled { throw CancellationError() }
            // It has gone with the process that made it, which is no photo's fault.
            if error == .ended, end == nil, !isSecond { return try read(photo, isSecond: true) }
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
