// A report's page treats everything in a record as text.
import Books
import Foundation
import TestSupport
import Testing
import Translation

@testable import Reading
@testable import RunReport

struct ReportPageTests {
    private static let hostile = [
        "</script><script>alert(1)</script>", "<!-- <script>", "\"'&<>", "\u{202E}gpj.exe",
        "a\u{0}b\u{1B}[31m", "@@SCRIPT@@",
        "שלום", "]]>", "\u{2028}", "\u{FFFD}",
    ]

    private static func entry(_ text: String) -> ReportEntry {
        let isbn = ISBN(value: 9_780_306_406_157).map { [$0] } ?? []
        let reading = isbn.map {
            ISBNReading(
                isbn: $0, confidence: 0.5, label: text, qualifier: text, reason: text,
                witnesses: [Witness(reader: .ocr, text: text, confidence: 1, repairs: [text])])
        }
        let record = PhotoRecord(
            photo: text, status: .uncertain, candidates: reading, warnings: [text],
            error: PhotoFailure(code: "x", message: text))
        return ReportEntry(
            record: record, closeups: [nil],
            titles: Dictionary(uniqueKeysWithValues: isbn.map { ($0, text) }), named: text, language: .english
        )
    }

    @Test(arguments: hostile) func `no text closes its element`(text: String) throws {
        let line = try Self.entry(text).line
        #expect(!line.contains("<") && !line.contains("\n"))
        let value = try JSONValue(line)
        #expect(value["photo"] == .text(text))
        #expect(value["titles"] == .object(["9780306406157": .text(text)]))
        #expect(value["named"] == .text(text) && value["thumbnail"] == .null)
    }

    @Test func `the record is there whole`() throws {
        let entry = Self.entry("a")
        let value = try JSONValue(entry.line)
        let record = try JSONDecoder().decode(PhotoRecord.self, from: Data(entry.line.utf8))
        #expect(record.photo == "a" && record.candidates == entry.record.candidates)
        #expect(value.members?.keys.sorted().contains("closeups") == true)
    }

    private static func page(_ counts: RunCounts = RunCounts(), in language: Language = .english)
        -> ReportPage
    {
        ReportPage(counts: counts, tally: ScanTally(), date: .now, language: language)
    }

    /// Style and script are in the page, and its policy allows no others.
    @Test func `the policy names what is there`() throws {
        let (head, tail) = Self.page().parts
        for (page, start, end, directive) in [
            (head, "<style>", "</style>", "style-src"), (tail, "<script>", "</script>", "script-src"),
        ] {
            let text = try #require(
                page.components(separatedBy: start).last?.components(separatedBy: end).first)
            #expect(text.count > 1000)
            let hex = try #require(PhotoScanner.sha256(Data(text.utf8)))
            let bytes = stride(from: 0, to: 64, by: 2).compactMap {
                UInt8(hex.dropFirst($0).prefix(2), radix: 16)
            }
            let hash = "\(directive) 'sha256-\(Data(bytes).base64EncodedString())'"
            #expect(head.contains(hash))
        }
        #expect(head.contains("default-src 'none'") && !head.contains("unsafe"))
        #expect(!(head + tail).contains("http:") || (head + tail).components(separatedBy: "http:").count == 2)
    }

    @Test func `charts have text alternatives`() {
        var counts = RunCounts()
        for place in 0..<10 {
            counts.count(PhotoRecord(photo: "", status: place < 7 ? .found : .failed, milliseconds: 100))
        }
        let html = ReportCharts(counts: counts, language: .english).html
        #expect(html.contains("Outcomes: 7 found, 0 uncertain, 0 without an ISBN, 3 failed"))
        #expect(html.contains("Times: median 1") && !html.contains("nan") && !html.contains("inf"))
        let nothing = ReportCharts(counts: RunCounts(), language: .english).html
        #expect(!nothing.contains("nan") && !nothing.contains("inf") && nothing.contains("no photos read"))
    }
}
