// Each output format of a scan.
import Books
import Foundation
import Output
import Testing

@testable import Formatting

struct ScanRowTests {
    private let box: [PhotoRecord] = [
        .found(9_780_439_023_481, photo: "box1/IMG_2.HEIC"),
        .uncertain(.candidate(9_780_201_144_567, text: "0-201-14456-5"), photo: "box1/IMG_3.HEIC"),
        PhotoRecord(photo: "box1/IMG_4.HEIC"),
        .failed("file ends early; copy it again", photo: "box1/IMG_5.HEIC"),
        .found(
            9_780_439_023_481, readers: [.barcode], photo: "box1/IMG_10.HEIC",
            repeats: PhotoPage(photo: "box1/IMG_2.HEIC", page: 1)),
    ]

    private func printed(
        _ format: OutputFormat, _ records: [PhotoRecord], style: ScanRow.Style = .init()
    ) throws -> String {
        try RowPrinter.printed(
            format, records.map { ScanRow($0, style: style) }, columns: ScanRow.columns(style))
    }

    @Test func `table of a box`() throws {
        #expect(
            try printed(.table, box) == """
                978-0-439-02348-1  ocr + barcode                         box1/IMG_2.HEIC
                uncertain          0-201-14456-5? check digit only       box1/IMG_3.HEIC
                none               no ISBN found                         box1/IMG_4.HEIC
                failed             file ends early; copy it again        box1/IMG_5.HEIC
                978-0-439-02348-1  same book as IMG_2.HEIC               box1/IMG_10.HEIC

                """)
    }

    @Test(arguments: [40, 60, 80, 100]) func `rows of a table fit the terminal`(_ width: Int) {
        let long = PhotoRecord(photo: "box1/" + String(repeating: "日本", count: 40) + "/IMG_2.HEIC")
        for record in box + [long] {
            let lines = ScanRow(record).tableLines(width: width)
            #expect(lines.allSatisfy { $0.columns <= width })
            #expect(lines[0].hasSuffix("EIC"), "a path's end says which photo it is")
        }
    }

    @Test func `a photo without an ISBN shows its other numbers`() throws {
        var record = PhotoRecord(photo: "a.jpg")
        record.others = [
            OtherReading(number: try #require(OtherNumber(.lccn, "65-21362")), confidence: 0.99),
            OtherReading(number: try #require(OtherNumber(.issn, "2045-7731")), confidence: 0.98),
        ]
        #expect(record.reason == "no ISBN, but LCCN 65021362, ISSN 2045-7731")
        #expect(record.evidence.contains("  LCCN 65021362  0.99\n"))
        #expect(try printed(.csv, [record]).contains(",LCCN 65021362; ISSN 2045-7731,"))
        #expect(try printed(.text, [record]).isEmpty)
        record = .found(9_780_439_023_481, photo: "a.jpg", further: [])
        record.others = [
            OtherReading(number: try #require(OtherNumber(.lccn, "65-21362")), confidence: 0.99)
        ]
        #expect(record.reason == "ocr + barcode")
    }

    @Test func `a photo without a number shows its tallest lines`() {
        var record = PhotoRecord(photo: "a.jpg")
        let lines = [("by", 20), ("Salt", 90), ("x", 8), ("Roads\u{1B}", 70), ("Ada Okafor", 30)]
        record.titleLines = lines.map { text, height in
            let corners = [(0, 0), (200, 0), (200, height), (0, height)]
            return TitleLine(text: text, confidence: 1, box: corners.map { PhotoPoint(x: $0.0, y: $0.1) })
        }
        #expect(record.reason == "no ISBN, but “Salt / Roads\u{FFFD} / Ada Okafor”")
    }

    @Test func `text is each book's own ISBN once`() throws {
        #expect(try printed(.text, box) == "9780439023481\n")
    }

    @Test func `further ISBNs have rows of their own`() throws {
        var set = ISBNReading.candidate(9_780_306_406_157, text: "")
        set.qualifier = "set"
        let record = PhotoRecord.found(9_780_439_023_481, photo: "a.jpg", further: [set])
        #expect(
            try printed(.table, [record]) == """
                978-0-439-02348-1  ocr + barcode                         a.jpg
                978-0-306-40615-7  also there: set                       a.jpg

                """)
        #expect(try printed(.text, [record]) == "9780439023481\n")
        var all = ScanRow.Style()
        all.givesAllISBNs = true
        #expect(try printed(.text, [record], style: all) == "9780439023481\n9780306406157\n")
    }

    @Test func `every book in a photo gives its own`() throws {
        var other = ISBNReading.candidate(9_780_306_406_157, text: "")
        other.book = 2
        var set = ISBNReading.candidate(9_780_201_144_567, text: "")
        (set.book, set.qualifier) = (2, "set")
        let record = PhotoRecord.found(9_780_439_023_481, photo: "a.jpg", further: [other, set])
        #expect(try printed(.text, [record]) == "9780439023481\n9780306406157\n")
        #expect(
            try printed(.csv, [record]).contains(",9780201144567,9780306406157,"), "the set, then the book")
        #expect(
            try printed(.table, [record]) == """
                978-0-439-02348-1  ocr + barcode                         a.jpg
                978-0-306-40615-7  another book: ocr                     a.jpg
                978-0-201-14456-7  also there: set                       a.jpg

                """)
    }

    @Test(arguments: [
        ("ISBN 978-0-201-14456-7", "978-0-201-14456-7?"), ("0 201 14456 5", "0-201-14456-5?"),
        ("", "978-0-201-14456-7?"),
    ])
    func `candidates are shown as printed`(text: String, shown: String) throws {
        let record = PhotoRecord.uncertain(.candidate(9_780_201_144_567, text: text), photo: "a.jpg")
        #expect(record.reason == "\(shown) check digit only")
    }

    @Test func `further candidates are counted`() {
        let one = ISBNReading.candidate(9_780_201_144_567, text: "9780201144567", reason: "readers disagree")
        let record = PhotoRecord.uncertain(one, .candidate(9_780_306_406_157, text: ""), photo: "a.jpg")
        #expect(record.reason == "978-0-201-14456-7? readers disagree; 1 more")
    }

    @Test(arguments: [
        ("a/1.jpg", "a/2.jpg", "same book as 1.jpg"), ("a/1.jpg", "b/2.jpg", "same book as a/1.jpg"),
        ("1.jpg", "2.jpg", "same book as 1.jpg"), ("1.jpg", "a/2.jpg", "same book as 1.jpg"),
        ("a/b/1.jpg", "a/2.jpg", "same book as a/b/1.jpg"), ("-", "-", "page 2: same book as page 1"),
    ])
    func `same book is named shortly`(earlier: String, photo: String, words: String) {
        var record = PhotoRecord.found(
            9_780_439_023_481, photo: photo, repeats: PhotoPage(photo: earlier, page: 1))
        if photo == "-" { record.page = 2 }
        #expect(record.reason == words)
    }

    @Test func `colours are in the first column alone`() throws {
        var style = ScanRow.Style()
        style.isColoured = true
        let lines = try printed(.table, box, style: style).split(separator: "\n")
        #expect(lines[0].hasPrefix("\u{1B}[32m978-0-439-02348-1\u{1B}[0m  ocr"))
        #expect(lines.allSatisfy { $0.count(where: { $0 == "\u{1B}" }) == 2 })
    }

    @Test func `no text of a photo steers the terminal`() throws {
        let record = PhotoRecord.failed("\u{1B}[2J\u{202E}", photo: "a\n\u{9B}31m.jpg")
        for format in [OutputFormat.table, .jsonl, .csv] {
            let line = try printed(format, [record]).replacing("\r\n", with: "\n")
            let steering = line.dropLast().unicodeScalars.filter { $0.steersTerminal && $0 != "\n" }
            #expect(steering.isEmpty, "\(format)")
        }
    }

    @Test func `JSON keeps the path exactly`() throws {
        let record = PhotoRecord(photo: "a/é\u{202E}\u{9B}\t\"b\".jpg")
        let line = try printed(.jsonl, [record])
        #expect(try JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8)) == record)
    }

    @Test func `JSON comes back as it was`() throws {
        for var record in box {
            let line = try printed(.jsonl, [record])
            record.milliseconds = (record.milliseconds * 10).rounded() / 10
            for place in record.isbns.indices { record.isbns[place].confidence = 0.999 }
            #expect(try JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8)) == record)
        }
    }

    @Test func `CSV has one row a photo`() throws {
        let rows = try printed(.csv, box + [.failed("no, \"really\"", photo: "=1+1.jpg")]).split(
            separator: "\r\n")
        #expect(rows.count == 7)
        #expect(
            rows[1]
                == "box1/IMG_2.HEIC,1,found,9780439023481,0439023483,978-0-439-02348-1,0.999,ocr + barcode,ISBN,,,"
                + "English language,,,,,ocr + barcode,,3024,4032,\(String(repeating: "0a", count: 32)),61.2,")
        #expect(rows[6].hasPrefix("'=1+1.jpg,1,failed,,,,,,,,,,,,,,\"no, \"\"really\"\"\","))
        #expect(Set(rows.dropLast().map { $0.count(where: { $0 == "," }) }) == [22])
    }
}
