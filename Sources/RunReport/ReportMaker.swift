// Makes a run's report while the run goes on: pictures as photos come, the page when all have come.
import Books
import CResources
import Formatting
import Foundation
import Output
import Reading
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

/// What a report's page says beside its records.
struct ReportPage {
    let counts: RunCounts
    /// What the run came to, in a line.
    let summary: String

    private static let title = "BookZone report"

    /// What comes before the records and what comes after them.
    var parts: (head: String, tail: String) {
        let style = String(cString: report_style)
        // In a block, what it names is not the page's.
        let script = "\"use strict\";\n{\n\(String(cString: report_script))}\n"
        let places = [
            "POLICY": Self.policy(style, script), "TITLE": Self.title, "STYLE": style, "SCRIPT": script,
            "SUMMARY": summary.escapedForHTML, "CHARTS": ReportCharts(counts: counts).html,
        ]
        let parts = String(cString: report_page).components(separatedBy: "@@RECORDS@@")
        return (Self.filled(parts.first ?? "", places), Self.filled(parts.last ?? "", places))
    }

    /// In one pass, so that nothing that is put in is taken for a place.
    private static func filled(_ template: String, _ places: [String: String]) -> String {
        template.components(separatedBy: "@@").enumerated().map { place, text in
            place.isMultiple(of: 2) ? text : places[text] ?? ""
        }.joined()
    }

    /// Nothing but this page's own style and script, and pictures beside it, whatever stands in a record.
    private static func policy(_ style: String, _ script: String) -> String {
        [
            "default-src 'none'", "img-src 'self' file:", "style-src '\(hash(style))'",
            "script-src '\(hash(script))'", "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
    }

    private static func hash(_ text: String) -> String {
        let hexadecimal = Array((PhotoScanner.sha256(Data(text.utf8)) ?? "").utf8)
        let bytes = stride(from: 0, to: hexadecimal.count, by: 2).compactMap {
            UInt8(String(decoding: hexadecimal[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
        return "sha256-\(Data(bytes).base64EncodedString())"
    }
}

extension String {
    var escapedForHTML: String {
        printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
