// One of a batch's readers, which has its photos read in a separate process: a crash there affects only the photo
// being read.
import Books
import Foundation
import Reading

/// Reads one photo at a time in a worker, which is replaced when it has ended.
package actor PhotoWorker: PhotoReader {
    private let server: ForkServer
    private var worker: WorkerProcess?
    private let executor = BlockingExecutor(label: "bookzone.worker")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ server: ForkServer) {
        self.server = server
    }

    /// One for each photo that is read at the same time.
    package static func workers(_ server: ForkServer, jobs: Int) -> [PhotoWorker] {
        (0..<max(1, jobs)).map { _ in PhotoWorker(server) }
    }

    package func read(_ photo: Photo) throws(CancellationError) -> [PageReading] {
        try read(photo, asking: nil)
    }

    /// - Parameter options: for this photo; `nil` uses the worker's own.
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

    /// A file in the form that is asked for; `nil` if there is no such picture in the photo, or the photo's SHA-256 differs. If the worker
    /// crashes, only this picture is lost.
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
            return made.file
        } catch {
            worker = nil
            return nil
        }
    }

    /// A cover made from a file of unknown origin; `nil` if it can't be read. A file that crashes the worker has no other
    /// effect.
    ///
    /// - Parameter sha256: if given, a photo with another one gives no cover.
    package func cover(_ request: CoverRequest, of photo: Photo, sha256: String? = nil) -> CoverPicture? {
        cut(request, of: photo, sha256: sha256)?.picture
    }

    /// The same, with its place in the picture.
    package func cut(_ request: CoverRequest, of photo: Photo, sha256: String? = nil) -> CoverCut? {
        guard let transfer = try? PhotoTransfer(photo) else { return nil }
        if worker?.isWaiting != true { worker = nil }
        do throws(WorkerFailure) {
            let made = try ready().cover(request, of: transfer)
            return sha256 == nil || made.sha256 == sha256 ? made.cut : nil
        } catch {
            worker = nil
            return nil
        }
    }

    /// The program that opens a PDF, and whether it has started: it ends before that if its libraries are missing.
    /// `nil` if the program is missing or does not start, which is reported in the record.
    private func pdfProcess(for photo: borrowing PhotoTransfer) throws(WorkerFailure) -> (
        process: WorkerProcess, hasBegun: Bool
    )? {
        guard photo.isPDF else { return nil }
        var process: WorkerProcess?
        do throws(WorkerFailure) {
            process = try WorkerProcess(server, opensPDF: true)
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

    /// The worker notices that the PDF process has ended; this process knows how, and adds that to the record.
    private func explain(_ pages: inout [PageReading], _ pdf: (process: WorkerProcess, hasBegun: Bool)) {
        let gone = [.crashed(signal: nil), .noDocumentReader].map { PhotoFailure($0) }
        guard let place = pages.firstIndex(where: { $0.record.error.map(gone.contains) == true })
        else { return }
        let end = pdf.process.end()
        // If it ended without a signal, its libraries are missing.
        if !pdf.hasBegun, end.map({ $0 <= 0 }) ?? true { return }
        pages[place].record.error = PhotoFailure(ScanError(.ended, server.limits, end: end))
    }

    private func ready() throws(WorkerFailure) -> WorkerProcess {
        if let worker { return worker }
        let new = try WorkerProcess(server)
        worker = new
        try new.begin()
        return new
    }

    /// The pages that could be read, and the one that failed.
    ///
    /// - Parameter isSecond: whether a worker with this photo has already ended.
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
            // The worker ended with the fork server, not because of the photo; or after a page that may have been the
            // last.
            if error == .ended, end == nil || !pages.isEmpty, !isSecond {
                return try read(photo, asking: options, isSecond: true)
            }
            // The memory may be held from earlier photos.
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
    /// - Parameter end: how the worker ended, as returned by `ForkServer.end`; `nil` if unknown.
    init(_ failure: WorkerFailure, _ limits: WorkerLimits, end: Int32?) {
        self =
            switch failure {
            case .notStarted(let errno): .noWorker(errno)
            case .late: .tookLonger(than: limits.time)
            case .ended where end == -WorkerLoop.outOfMemory: .neededMore(than: limits.allowedMemory)
            case .ended, .cancelled: .crashed(signal: end.flatMap { $0 > 0 ? $0 : nil })
            }
    }
}
