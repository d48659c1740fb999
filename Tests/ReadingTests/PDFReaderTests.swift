// Which pages of a PDF are read, and in which order, with a fake PDF.
import Books
import Foundation
import Testing

@testable import Reading

struct PDFReaderTests {
    /// Records the requests.
    private final class FakePages: DocumentPages {
        let count: Int
        let texts: [Int: String]
        /// Pages that are covered by a picture.
        let scans: ClosedRange<Int>?
        let broken: Set<Int>
        let goneAfter: Int
        private(set) var textsAsked: [Int] = []
        private(set) var picturesAsked: [Int] = []

        init(
            _ count: Int, _ texts: [Int: String] = [:], scans: ClosedRange<Int>? = nil, broken: Set<Int> = [],
            goneAfter: Int = .max
        ) {
            (self.count, self.texts, self.scans, self.broken) = (count, texts, scans, broken)
            self.goneAfter = goneAfter
        }

        func open(_ bytes: Data) throws(ScanError) -> Int { count }

        func text(of page: Int) throws(ScanError) -> PageText {
            textsAsked.append(page)
            if textsAsked.count > goneAfter { throw .crashed(signal: nil) }
            if broken.contains(page) { throw .damaged(format: "PDF") }
            return PageText(
                texts[page] ?? String(repeating: "prose ", count: 50), sides: PageSides(points: 420, 595),
                covered: scans?.contains(page) == true ? 1 : 0)
        }

        func picture(of page: Int, _ sides: PageSides, hasColour: Bool) throws(ScanError) -> Data {
            picturesAsked.append(page)
            return Data(count: sides.width * sides.height)
        }
    }

    private static func number(_ text: String, bars: Bool = false) -> ISBNReading {
        let reader: WitnessReader = bars ? .barcode : .ocr
        guard let isbn = try? ISBN(text) else { preconditionFailure(text) }
        return ISBNReading(
            isbn: isbn, confidence: 0.99, witnesses: [Witness(reader: reader, text: text, confidence: 1)])
    }

    private static let (one, two) = ("9781936218479", "9780306406157")

    /// - Parameter seen: what the pages' pictures show.
    private func record(
        _ pages: FakePages, _ options: ScanOptions = ScanOptions(), seen: [Int: [ISBNReading]] = [:]
    ) throws(ScanError) -> PhotoRecord {
        var turns = 0
        func scan(_ rows: GreyRows, _ page: Int) -> PhotoRecord {
            let numbers = seen[page] ?? []
            return PhotoRecord(
                photo: "", page: page, status: numbers.isEmpty ? .none : .found, isbns: numbers)
        }
        var reader = try PDFReader(
            Data(), pages, options, pageDone: { turns += 1 }, isCancelled: { false }, scan: scan)
        let record = try reader.record()
        #expect(turns >= max(pages.textsAsked.count, pages.picturesAsked.count))
        return record
    }

    @Test func `sufficient text is enough`() throws {
        let pages = FakePages(300, [4: "© 2012\nISBN \(Self.one)"])
        let record = try record(pages)
        #expect(record.status == .found && record.page == 4)
        #expect(record.width == 1750 && record.height == 2479)
        #expect(pages.textsAsked == Array(1...16) + (293...300).reversed())
        #expect(pages.picturesAsked.isEmpty)
    }

    @Test func `only some of thousands of pages are read`() throws {
        let pages = FakePages(10_000)
        #expect(try record(pages).status == .none)
        #expect(pages.textsAsked.count == 200)
        #expect(pages.picturesAsked == [1, 2, 10_000, 9999], "covers may show what no text says")
    }

    @Test func `pages that are pictures are read as pictures`() throws {
        let pages = FakePages(100, [:], scans: 1...100)
        let record = try record(pages, seen: [99: [Self.number(Self.one, bars: true)]])
        #expect(record.page == 99 && record.status == .found)
        #expect(pages.picturesAsked == Array(1...10) + [100, 99])
    }

    @Test func `only a sane number of them is read`() throws {
        let pages = FakePages(100, [:], scans: 1...100)
        #expect(try record(pages).status == .none)
        #expect(pages.picturesAsked == Array(1...10) + (95...100).reversed() + Array(11...26))
    }

    /// The text layer has a number on page 7: that page is read first, and the number is accepted if it is read
    /// there.
    @Test func `the text of a scan is a hint`() throws {
        let texts = [7: "ISBN \(Self.one)"]
        let seen = FakePages(20, texts, scans: 1...20)
        #expect(try record(seen, seen: [7: [Self.number(Self.one)]]).page == 7)
        #expect(seen.picturesAsked == [7])
        let record = try record(FakePages(20, texts, scans: 1...20))
        #expect(record.status == .uncertain && record.page == 7)
        #expect(record.candidates.map(\.isbn.isbn13) == [Self.one])
        #expect(record.candidates[0].reason?.hasPrefix("a scan's text says it") == true)
    }

    /// Its picture shows the same print again; a barcode there is another witness.
    @Test(arguments: [
        ("If you liked this, try:\n\nThe Ledger\nISBN \(one)", "not this book's"),
        (
            "A ledger of storms (ISBN \(one)) and of the ferrymen who kept it.",
            "on a page that is not an imprint"
        ),
    ])
    func `a back cover whose text is doubtful is found by its barcode alone`(text: String, reason: String)
        throws
    {
        let printed = try record(FakePages(2, [2: text]), seen: [2: [Self.number(Self.one)]])
        #expect(printed.status == .uncertain && printed.candidates.map(\.isbn.isbn13) == [Self.one])
        #expect(printed.candidates[0].reason == reason)
        let barred = try record(FakePages(2, [2: text]), seen: [2: [Self.number(Self.one, bars: true)]])
        #expect(barred.status == .found)
    }

    @Test func `the barcode on the cover decides between two printed numbers`() throws {
        let pages = FakePages(20, [:], scans: 1...20)
        let record = try record(
            pages,
            seen: [
                3: [Self.number(Self.one), Self.number(Self.two)], 20: [Self.number(Self.two, bars: true)],
            ])
        #expect(record.page == 3)
        #expect(record.isbns.map(\.isbn.isbn13) == [Self.two, Self.one])
        #expect(record.isbns[0].reason == "the bars on page 20 show it")
    }

    @Test func `with a crop, or for bars alone, pictures are all there is`() throws {
        let crop = CropRegion.Length(0)
        for options in [
            ScanOptions(readers: [.barcode]),
            ScanOptions(
                crop: CropRegion(x: crop, y: crop, width: .init(50, isPercent: true), height: .init(50))),
        ] {
            let pages = FakePages(3, [2: "© 2012\nISBN \(Self.one)"])
            #expect(try record(pages, options).status == .none)
            #expect(pages.picturesAsked == [1, 2, 3])
        }
    }

    @Test func `broken pages affect no others`() throws {
        let record = try record(FakePages(5, [3: "© 2012\nISBN \(Self.one)"], broken: [1, 2, 5]))
        #expect(record.status == .found && record.page == 3)
        #expect(throws: ScanError.damaged(format: "PDF")) {
            try self.record(FakePages(3, broken: [1, 2, 3]))
        }
    }

    @Test func `a file is opened only if it exists`() {
        #expect(throws: ScanError.crashed(signal: nil)) { try record(FakePages(9, goneAfter: 4)) }
        #expect(throws: ScanError.noPages) { try record(FakePages(0)) }
    }

    @Test(arguments: [
        (420.0, 595.0, 1750, 2479), (595, 842, 1978, 2800), (14_400, 14_400, 2800, 2800), (1e6, 1, 2800, 1),
        (10, 10, 41, 41),
    ])
    func `pictures are of one size, however large a page says it is`(
        width: Double, height: Double, across: Int, down: Int
    ) {
        let sides = PageSides(points: width, height)
        #expect(sides.width == across && sides.height == down)
    }
}
