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
        /// Pages that are covered by a picture, and whose text is not drawn.
        let scans: ClosedRange<Int>?
        let hidden: Set<Int>
        let broken: Set<Int>
        let goneAfter: Int
        private(set) var textsAsked: [Int] = []
        private(set) var picturesAsked: [Int] = []

        init(
            _ count: Int, _ texts: [Int: String] = [:], scans: ClosedRange<Int>? = nil, hidden: Set<Int> = [],
            broken: Set<Int> = [], goneAfter: Int = .max
        ) {
            (self.count, self.texts, self.scans, self.hidden) = (count, texts, scans, hidden)
            (self.broken, self.goneAfter) = (broken, goneAfter)
        }

        func open(_ bytes: Data) throws(ScanError) -> Int { count }

        func text(of page: Int) throws(ScanError) -> PageText {
            textsAsked.append(page)
            if textsAsked.count > goneAfter { throw .crashed(signal: nil) }
            if broken.contains(page) { throw .damaged(format: "PDF") }
            let text = texts[page] ?? String(repeating: "prose ", count: 50)
            // No digit of a hidden text is seen.
            let place = PageText.Place(left: 1, top: 1, right: 9, bottom: 9, isSeen: !hidden.contains(page))
            return PageText(
                text, places: text.unicodeScalars.map { _ in place }, sides: PageSides(points: 420, 595),
                covered: scans?.contains(page) == true ? 1 : 0, isHidden: hidden.contains(page))
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
            isbn: isbn, confidence: 0.99, label: bars ? nil : "ISBN",
            witnesses: [Witness(reader: reader, text: text, confidence: 1)])
    }

    private static let (one, two) = ("9781936218479", "9780306406157")

    /// - Parameters:
    ///   - seen: what the pages' pictures show.
    ///   - unclear: what they may show.
    private func record(
        _ pages: FakePages, _ options: ScanOptions = ScanOptions(), seen: [Int: [ISBNReading]] = [:],
        unclear: [Int: [ISBNReading]] = [:]
    ) throws(ScanError) -> PhotoRecord {
        var turns = 0
        func scan(_ rows: GreyRows, _ page: Int) -> PhotoRecord {
            let (numbers, candidates) = (seen[page] ?? [], unclear[page] ?? [])
            return PhotoRecord(
                photo: "", page: page,
                status: numbers.isEmpty ? (candidates.isEmpty ? .none : .uncertain) : .found, isbns: numbers,
                candidates: candidates)
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

    @Test func `hidden text is one, however little of its page a picture covers`() throws {
        let texts = [2: "© 2012\nISBN \(Self.one)"]
        let seen = [2: [Self.number(Self.two)]]
        #expect(try record(FakePages(3, texts, hidden: [2])).status == .uncertain)
        let record = try record(FakePages(3, texts, hidden: [2]), seen: seen)
        #expect(record.isbns.map(\.isbn.isbn13) == [Self.two])
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

    /// The other imprint's page is not read as a picture, nor would its number be distinguished by that.
    @Test(arguments: [
        [1: "© 2011\nISBN \(one)", 5: "© 2015\nISBN \(two)"],
        [2: "© 2015\nISBN \(one)\nISBN \(two)"],
        [2: "© 2015\nHardback ISBN \(one)\nPaperback ISBN \(two)"],
    ])
    func `numbers between which the text does not decide are not decided by its picture`(texts: [Int: String])
        throws
    {
        let page = texts.keys.min() ?? 1
        for seen in [[Self.one], [Self.two], [Self.one, Self.two], ["9781936218486"]] {
            let printed = try record(FakePages(12, texts), seen: [page: seen.map { Self.number($0) }])
            #expect(printed.status == .uncertain && printed.isbns.isEmpty)
            #expect(printed.candidates.map(\.isbn.isbn13) == [Self.one, Self.two])
        }
        let barred = try record(FakePages(12, texts), seen: [page: [Self.number(Self.two, bars: true)]])
        #expect(barred.status == .found && barred.isbns.map(\.isbn.isbn13) == [Self.two])
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

    @Test func `cover bars or a text layer that agree with a page end the reading`() throws {
        let plain = FakePages(100, [:], scans: 1...100)
        let confirmed = [4: [Self.number(Self.one)], 99: [Self.number(Self.one, bars: true)]]
        #expect(try record(plain, seen: confirmed).page == 4)
        #expect(plain.picturesAsked == Array(1...4) + [100, 99])
        let layered = FakePages(100, [4: "© 1996\nISBN \(Self.one)"], scans: 1...100)
        #expect(try record(layered, seen: confirmed).status == .found)
        #expect(layered.picturesAsked == [4])
    }

    /// The first may be an advertisement's.
    @Test(arguments: [
        [2: [number(one)], 3: [number(two)]],
        [3: [number(one)], 20: [number(two, bars: true)]],
        [2: [number(one)], 19: [number(two)]],
        [1: [number(one, bars: true)], 2: [number(two)]],
    ])
    func `pages that show different numbers are uncertain`(seen: [Int: [ISBNReading]]) throws {
        let record = try record(FakePages(20, [:], scans: 1...20), seen: seen)
        #expect(record.status == .uncertain && record.isbns.isEmpty)
        #expect(record.candidates.map(\.isbn.isbn13) == [Self.one, Self.two])
        #expect(record.candidates.allSatisfy { $0.reason == "pages give different numbers" })
    }

    @Test func `bars on the first page need no more than print that does not contradict`() throws {
        let seen = [1: [Self.number(Self.one, bars: true)]]
        let alone = FakePages(20, [:], scans: 1...20)
        #expect(try record(alone, seen: seen).page == 1)
        #expect(alone.picturesAsked == [1, 20, 19] + Array(2...10))
        let agreed = FakePages(20, [:], scans: 1...20)
        let confirmed = try record(
            agreed, seen: seen.merging([2: [Self.number(Self.one)]]) { first, _ in first })
        #expect(confirmed.isbns.map(\.isbn.isbn13) == [Self.one])
        #expect(agreed.picturesAsked == [1, 20, 19, 2])
    }

    /// An OCR program may have left the front out.
    @Test func `a text layer's imprint at the back does not overrule the pages at the front`() throws {
        let texts = [1: "", 2: "", 3: "", 20: "© 2016\nISBN \(Self.one)"]
        let own = [20: [Self.number(Self.one)]]
        let pages = FakePages(20, texts, scans: 1...20)
        #expect(try record(pages, seen: own).page == 20)
        #expect(pages.picturesAsked == [20, 19, 2, 1, 3])
        let other = own.merging([3: [Self.number(Self.two)]]) { first, _ in first }
        #expect(try record(FakePages(20, texts, scans: 1...20), seen: other).status == .uncertain)
    }

    @Test func `a scan's print without bars leaves open what its other pages show`() throws {
        func reader(_ numbers: [ISBNReading]) throws -> PDFReader {
            func scan(_ rows: GreyRows, _ page: Int) -> PhotoRecord {
                PhotoRecord(
                    photo: "", page: page, status: page < 3 ? .found : .none, isbns: page < 3 ? numbers : [])
            }
            var reader = try PDFReader(
                Data(), FakePages(31, [:], scans: 1...31), ScanOptions(), pageDone: {},
                isCancelled: { false }, scan: scan)
            #expect(try reader.record().status == .found)
            return reader
        }
        let printed = try reader([Self.number(Self.one)])
        #expect(printed.mayBeContradicted && printed.lookedAt == 16)
        let barred = try reader([Self.number(Self.one, bars: true)])
        #expect(!barred.mayBeContradicted)
    }

    @Test func `so are pages whose text layers do not say which is the imprint`() throws {
        let texts = [2: "Printed by Dent\nISBN \(Self.one)", 3: "ISBN \(Self.two)"]
        let seen = [2: [Self.number(Self.one)], 3: [Self.number(Self.two)]]
        #expect(try record(FakePages(20, texts, scans: 1...20), seen: seen).status == .uncertain)
    }

    @Test func `bars choose between an advertisement and an imprint`() throws {
        let record = try record(
            FakePages(20, [:], scans: 1...20),
            seen: [
                2: [Self.number(Self.one)], 3: [Self.number(Self.two)],
                20: [Self.number(Self.two, bars: true)],
            ])
        #expect(record.page == 3 && record.isbns.map(\.isbn.isbn13) == [Self.two])
        #expect(record.isbns[0].reason == "the bars on page 20 show it")
    }

    @Test func `the number that all pages give comes first`() throws {
        let record = try record(
            FakePages(20, [:], scans: 1...20),
            seen: [3: [Self.number(Self.one), Self.number(Self.two)], 20: [Self.number(Self.two)]])
        #expect(record.page == 3 && record.isbns.map(\.isbn.isbn13) == [Self.two, Self.one])
        #expect(record.isbns[0].reason == "all pages with numbers give it")
    }

    @Test(arguments: [(two, false), ("9781936218486", true)])
    func `an unclear number contradicts unless it is the same misread`(unclear: String, isFound: Bool)
        throws
    {
        var doubted = Self.number(unclear)
        (doubted.confidence, doubted.reason) = (0.7, Doubt.notClear.description)
        let record = try record(
            FakePages(20, [:], scans: 1...20), seen: [3: [Self.number(Self.one)]], unclear: [5: [doubted]])
        #expect((record.status == .found) == isFound)
        #expect(record.isbns.allSatisfy { $0.reason == nil })
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
