// Creates a run's report during the run: pictures as results arrive, the page at the end.
import Books
import CResources
import Formatting
import Foundation
import Output
import Reading
import Sandbox
import Translation

/// A report in progress. Its page is written atomically.
package actor ReportMaker {
    /// How many photos may wait for their pictures before the run has to wait.
    private static let window = 64

    private let pictures: ReportPictures
    private let workers: [PhotoWorker]
    private let language: Language
    private var page: OutputFile?
    private var spool: ReportSpool
    private var counts = RunCounts()
    private var tally = ScanTally()
    /// Each task waits for the one before, so that records are in the run's order.
    private var waiting: [Task<Void, Never>] = []
    private var taken = 0
    private var failure: OutputError?

    /// - Parameters:
    ///   - path: the report's folder; created if there is none.
    ///   - workers: create its pictures; at least one.
    ///   - language: of its page.
    /// - Throws: `occupied` if the folder contains other things, `busy` while another report is made in it.
    package init(
        _ path: String, workers: [PhotoWorker], in language: Language
    ) throws(OutputError) {
        let folder = try PictureFolder(path)
        pictures = ReportPictures(folder: folder, language: language)
        (self.workers, self.language) = (workers, language)
        page = try OutputFile(folder.path + "/index.html")
        spool = try ReportSpool(in: folder)
    }

    /// - Throws: the error for this photo's pictures or earlier ones.
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
                save(entries)
            })
        if waiting.count > Self.window { await waiting[0].value }
    }

    private func save(_ entries: [Result<ReportEntry, PictureFailure>]) {
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
        let parts = ReportPage(counts: counts, tally: tally, date: date, language: language).parts
        try page.write(parts.head)
        try spool.copy(to: page)
        try page.write(parts.tail)
        try page.finish()
    }
}

/// Why a picture could not be saved.
struct PictureFailure: Error {
    let cause: OutputError

    init(_ error: any Error) {
        cause =
            (error as? PictureFailure)?.cause ?? (error as? OutputError) ?? .failed("report", code: EINVAL)
    }
}
