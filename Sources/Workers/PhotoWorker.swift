// One of a batch's readers, whose photos are read by a process of their own. Whatever that process does costs the photo
// that it reads, and no other.
import Books
import Foundation
import Scanning

/// Reads one photo at a time in a worker, which is replaced when it has gone.
actor PhotoWorker: PhotoReader {
    private let server: ForkServer
    private var worker: Worker?
    private let executor = BlockingExecutor(label: "bookzone.worker")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ server: ForkServer) {
        self.server = server
    }

    func scan(_ photo: Photo) throws(CancellationError) -> ScanResult {
        let handed: HandedPhoto
        do throws(ScanError) {
            handed = try HandedPhoto(photo)
        } catch {
            return .photo([PhotoRecord(photo: photo.name, status: .failed, error: PhotoFailure(error))])
        }
        return .photo(try read(handed))
    }

    private func ready() throws(WorkerFailure) -> Worker {
        if let worker { return worker }
        let new = try Worker(server)
        worker = new
        try new.begin()
        return new
    }

    /// The records of the pages that could be read, and of the one that could not.
    ///
    /// - Parameter isSecond: whether a worker has gone already that had this photo.
    private func read(
        _ photo: borrowing HandedPhoto, isSecond: Bool = false
    ) throws(CancellationError) -> [PhotoRecord] {
        let isFresh = worker?.isWaiting != true
        if isFresh { worker = nil }
        var records: [PhotoRecord] = []
        var sha256: String?
        var start = ContinuousClock.now
        do throws(WorkerFailure) {
            try ready().read(photo) {
                sha256 = $0
            } _: {
                records.append($0)
                start = .now
            }
            return records
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
                photo: photo.name, page: records.count + 1, sha256: sha256, status: .failed,
                error: PhotoFailure(failure))
            record.milliseconds = (.now - start) / .milliseconds(1)
            return records + [record]
        }
    }
}
