// A report's page in a language: its head, with the run's summary and charts, and its script.
import Books
import CResources
import Formatting
import Foundation
import Output
import Reading
import Translation

/// The contents of a report's page besides its records.
struct ReportPage {
    let counts: RunCounts
    let tally: ScanTally
    let date: Date
    let language: Language

    /// The page before the records and after them.
    var parts: (head: String, tail: String) {
        let (style, script) = (String(cString: report_style), script)
        let places = [
            "POLICY": ReportTemplate.policy(style, script), "STYLE": style, "SCRIPT": script,
            "LANGUAGE": language.code, "DIRECTION": language.isRightToLeft ? "rtl" : "ltr",
            "SUMMARY": language.summary(of: tally, date).escapedForHTML,
            "CHARTS": ReportCharts(counts: counts, language: language).html,
        ]
        let parts = MarkedWords.shown(String(cString: report_page), in: language)
            .components(separatedBy: "@@RECORDS@@")
        return (
            ReportTemplate.filled(parts.first ?? "", places), ReportTemplate.filled(parts.last ?? "", places)
        )
    }

    private var script: String {
        ReportTemplate.script(
            """
            const region = "\(language.region)";
            const pluralForm = (n) => \(language.plurals.text);
            \(MarkedWords.shown(String(cString: report_script), in: language))
            """)
    }
}

/// Fills templates of reports.
enum ReportTemplate {
    /// Replaces each `@@NAME@@`. In one pass, so that inserted text is not searched for placeholders.
    static func filled(_ template: String, _ places: [String: String]) -> String {
        template.components(separatedBy: "@@").enumerated().map { place, text in
            place.isMultiple(of: 2) ? text : places[text] ?? ""
        }.joined()
    }

    /// In a block, so that its names are not global.
    static func script(_ text: String) -> String { "\"use strict\";\n{\n\(text)}\n" }

    /// Allows only this page's own style and script, and pictures from its folder, whatever a record contains.
    static func policy(_ style: String, _ script: String) -> String {
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

extension Language {
    /// `5 photos: 2 found (1 book), 1 uncertain, 1 without an ISBN, 1 failed. Made on 25 Nov 2026.`
    fileprivate func summary(of tally: ScanTally, _ date: Date) -> String {
        let photos =
            tally.photos == 0 ? self("no photos") : self(tally.photos, "{1} photo", "{1} photos")
        let pages = tally.records > tally.photos ? self(tally.records, "{1} page", "{1} pages") : nil
        let inputs: Phrase =
            if tally.isByBook, tally.photos > 0 {
                "\(self(tally.records, "{1} book", "{1} books")) in \(photos)"
            } else {
                pages.map { "\(photos) with \($0)" } ?? Phrase(verbatim: photos)
            }
        var parts: [String] = []
        for (status, count) in tally.outcomes where count > 0 {
            let words = "\(number(count)) \(self(status.words))"
            let books = self(tally.books, "{1} book", "{1} books")
            let isPlain = status != .found || tally.isByBook && tally.books == tally.found
            parts.append(isPlain ? words : self("\(words) (\(books))"))
        }
        guard !parts.isEmpty else { return self("\(inputs). Made on \(day(date)).") }
        return self("\(inputs): \(parts.joined(separator: ", ")). Made on \(day(date)).")
    }
}

extension ScanTally {
    fileprivate var outcomes: [(ScanStatus, Int)] {
        [(.found, found), (.uncertain, uncertain), (.none, none), (.failed, failed)]
    }
}

extension String {
    var escapedForHTML: String {
        printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
