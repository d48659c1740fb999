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

    /// One for each photo that is read at a time.
    package static func workers(_ server: ForkServer, jobs: Int) -> [PhotoWorker] {
        (0..<max(1, jobs)).map { _ in PhotoWorker(server) }
    }

    package func read(_ photo: Photo) throws(CancellationError) -> [PageReading] {
        try read(photo, asking: nil)
    }

    /// - Parameter options: what is asked of this photo; `nil` has it read as the workers were told.
    package func read(
        _ photo: Photo, asking options: ScanOptions?
    ) throws(CancellationError) -> [PageReading] {
        let transfer: PhotoTransfer
        do throws(ScanError) {
            transfer = try PhotoTransfer(photo)
        } catch {
            return [PageReading(failed: photo.name, error)]
        }
        return try read(transfer, asking: options)
    }

    /// A JPEG file; `nil` where the photo gives no such picture, or has not this SHA-256 any more. A photo that its worker
    /// does not survive costs no more than its picture.
    package func picture(_ request: PictureRequest, of photo: Photo, sha256: String) -> Data? {
        guard photo.canBeReadAgain, let transfer = try? PhotoTransfer(photo) else { return nil }
        if worker?.isWaiting != true { worker = nil }
        do throws(WorkerFailure) {
            let worker = try ready()
            let pdf = try pdfProcess(for: transfer)
            guard let made = try worker.picture(request, of: transfer, by: pdf?.process),
                made.sha256 == sha256
            else {
                return nil
            }
            return made.jpeg
        } catch {
            worker = nil
            return nil
        }
    }

    /// A cover from a file of unknown origin; `nil` where it gives none. A file that its worker does not survive costs no
    /// more than that.
    package func cover(_ part: CoverPart, of photo: Photo) -> CoverPicture? {
        guard let transfer = try? PhotoTransfer(photo) else { return nil }
        if worker?.isWaiting != true { worker = nil }
        do throws(WorkerFailure) {
            return try ready().cover(part, of: transfer)?.picture
        } catch {
            worker = nil
            return nil
        }
    }

    /// The program that opens a PDF, and whether it waits for one: without its libraries it ends before. `nil` where it is not
    /// there or does not start, which the record then says.
    private func pdfProcess(for photo: borrowing PhotoTransfer) throws(WorkerFailure) -> (
        process: Worker, hasBegun: Bool
    )? {
        guard photo.isPDF else { return nil }
        var process: Worker?
        do throws(WorkerFailure) {
            process = try Worker(server, opensPDF: true)
            try process?.begin(within: server.limits.time)
            return process.map { ($0, true) }
        } catch {
            switch error {
            case .notStarted: return nil
            case .ended where process != nil: return process.map { ($0, false) }
            case .ended, .late, .cancelled: throw error
            }
        }
    }

    /// A worker sees that a PDF's program has gone, and this process how.
    private func explain(_ pages: inout [PageReading], _ pdf: (process: Worker, hasBegun: Bool)) {
        let gone = [.crashed(signal: nil), .noDocumentReader].map { PhotoFailure($0) }
        guard let place = pages.firstIndex(where: { $0.record.error.map(gone.contains) == true })
        else { return }
        let end = pdf.process.end()
        // Without a signal it did not find what it is linked with.
        if !pdf.hasBegun, end.map({ $0 <= 0 }) ?? true { return }
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
        _ photo: borrowing PhotoTransfer, asking options: ScanOptions?, isSecond: Bool = false
    ) throws(CancellationError) -> [PageReading] {
        let isFresh = worker?.isWaiting != true
        if isFresh { worker = nil }
        var pages: [PageReading] = []
        var sha256: String?
        var start = ContinuousClock.now
        do throws(WorkerFailure) {
            let worker = try ready()
            let pdf = try pdfProcess(for: photo)
            try worker.read(photo, asking: options, by: pdf?.hasBegun == true ? pdf?.process : nil) {
                sha256 = $0
            } _: {
                pages.append($0)
                start = .now
            }
            if let pdf { explain(&pages, pdf) }
            return pages
        } catch {
            let end = worker?.end()
            let failure = ScanError(error, server.limits, end: end)
            worker = nil
            if error == .cancelled { throw CancellationError() }
            // It has gone with the process that made it, which is no photo's fault, or behind a page that may have been the
            // last.
            if error == .ended, end == nil || !pages.isEmpty, !isSecond {
                return try read(photo, asking: options, isSecond: true)
            }
            // What earlier photos left behind is not this one's fault.
            if case .neededMore = failure, !isFresh { return try read(photo, asking: options) }
            var record = PhotoRecord(
                photo: photo.name, page: pages.count + 1, sha256: sha256, status: .failed,
                error: PhotoFailure(failure))
            record.milliseconds = (.now - start) / .milliseconds(1)
            return pages + [PageReading(record: record)]
        }
    }
}

// Maps the exit of a worker to the error of its photo.
extension ScanError {
    /// - Parameter end: how the worker ended, as `ForkServer.end` has it; `nil` when nobody knows.
    init(_ failure: WorkerFailure, _ limits: ReadingLimits, end: Int32?) {
        self =
            switch failure {
            case .notStarted(let errno): .noWorker(errno)
            case .late: .tookLonger(than: limits.time)
            case .ended where end == -WorkerLoop.withoutMemory: .neededMore(than: limits.allowedMemory)
            case .ended, .cancelled: .crashed(signal: end.flatMap { $0 > 0 ? $0 : nil })
            }
    }
}
