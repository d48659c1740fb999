// The page of a report: one file that opens from a disk, with its style, its script and its records in it.
import Books
import CResources
import Foundation
import Reading

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
