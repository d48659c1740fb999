// Makes a run's report while the run goes on: pictures as photos come, the page when all have come.
import Books
import Formatting
import Foundation
import Output
import Sandbox

/// A report in the making. Its page appears when it is whole.
package actor ReportMaker {
    /// How many photos may wait for their pictures before the run has to.
    private static let window = 64

    private let pictures: ReportPictures
    private let workers: [PhotoWorker]
    private var page: OutputFile?
    private var spool: ReportSpool
    private var counts = RunCounts()
    private var tally = ScanTally()
    /// Each waits for the one before, so that records stand in the run's order.
    private var waiting: [Task<Void, Never>] = []
    private var taken = 0
    private var failure: OutputError?

    /// - Parameters:
    ///   - path: the report's folder; made where it is not there.
    ///   - workers: what makes its pictures; one at least.
    /// - Throws: `occupied` where the folder holds other things, `busy` while another report is made in it.
    package init(_ path: String, workers: [PhotoWorker]) throws(OutputError) {
        let folder = try PictureFolder(path)
        pictures = ReportPictures(folder: folder)
        self.workers = workers
        page = try OutputFile(folder.path + "/index.html")
        spool = try ReportSpool(in: folder)
    }

    /// - Throws: what went wrong with this photo's pictures or an earlier one's.
    package func take(_ photo: ShownPhoto) async throws(OutputError) {
        if let failure { throw failure }
        let (before, worker) = (waiting.last, workers[taken % workers.count])
        taken += 1
        let pictures = pictures
        waiting.append(
            Task {
                var entries: [Result<ReportEntry, PictureFailure>] = []
                for record in photo.records {
                    entries.append(await pictures.entry(record, photo, by: worker))
                }
                await before?.value
                keep(entries)
            })
        if waiting.count > Self.window { await waiting[0].value }
    }

    private func keep(_ entries: [Result<ReportEntry, PictureFailure>]) {
        waiting.removeFirst()
        guard failure == nil else { return }
        do {
            for entry in entries {
                let entry = try entry.get()
                try spool.append(entry.line)
                counts.count(entry.record)
                tally.count(entry.record)
            }
        } catch {
            failure = PictureFailure(error).cause
        }
    }

    /// Writes the page.
    package func finish(date: Date = .now) async throws(OutputError) {
        while let last = waiting.last { await last.value }
        if let failure { throw failure }
        guard let page = page.take() else { return }
        let day = Day(date)?.description ?? ""
        let parts = ReportPage(counts: counts, summary: "\(tally.summary). Made on \(day).").parts
        try page.write(parts.head)
        try spool.copy(to: page)
        try page.write(parts.tail)
        try page.finish()
    }
}

/// Why a picture could not be kept.
struct PictureFailure: Error {
    let cause: OutputError

    init(_ error: any Error) {
        cause =
            (error as? PictureFailure)?.cause ?? (error as? OutputError) ?? .failed("report", code: EINVAL)
    }
}
