// Creates a run's report during the run: pictures as results arrive, the page at the end.
import Books
import CResources
import Formatting
import Foundation
import Output
import Reading
import Sandbox

/// A report in progress. Its page is written atomically.
package actor ReportMaker {
    /// How many photos may wait for their pictures before the run has to wait.
    private static let window = 64

    private let pictures: ReportPictures
    private let workers: [PhotoWorker]
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
    /// - Throws: `occupied` if the folder contains other things, `busy` while another report is made in it.
    package init(_ path: String, workers: [PhotoWorker]) throws(OutputError) {
        let folder = try PictureFolder(path)
        pictures = ReportPictures(folder: folder)
        self.workers = workers
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
        let day = Day(date)?.description ?? ""
        let parts = ReportPage(counts: counts, summary: "\(tally.summary). Made on \(day).").parts
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

/// The contents of a report's page besides its records.
struct ReportPage {
    let counts: RunCounts
    /// The result of the run, in one line.
    let summary: String

    private static let title = "BookZone report"

    /// The page before the records and after them.
    var parts: (head: String, tail: String) {
        let style = String(cString: report_style)
        // In a block, so that its names are not global.
        let script = "\"use strict\";\n{\n\(String(cString: report_script))}\n"
        let places = [
            "POLICY": Self.policy(style, script), "TITLE": Self.title, "STYLE": style, "SCRIPT": script,
            "SUMMARY": summary.escapedForHTML, "CHARTS": ReportCharts(counts: counts).html,
        ]
        let parts = String(cString: report_page).components(separatedBy: "@@RECORDS@@")
        return (Self.filled(parts.first ?? "", places), Self.filled(parts.last ?? "", places))
    }

    /// In one pass, so that inserted text is not searched for placeholders.
    private static func filled(_ template: String, _ places: [String: String]) -> String {
        template.components(separatedBy: "@@").enumerated().map { place, text in
            place.isMultiple(of: 2) ? text : places[text] ?? ""
        }.joined()
    }

    /// Allows only this page's own style and script, and pictures from its folder, whatever a record contains.
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
