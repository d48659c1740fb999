// The UPC-A of a paperback: a candidate by itself, sufficient with print that shows the same ISBN, and never against print.
import Books
import ReadingExamples
import Recognition
import Testing

@testable import Reading

struct PaperbackEvidenceTests {
    private static let (book, bookTen) = ("9780345300546", "0345300548")
    private static let upc = "070999002255+30054"
    /// Differs from it in one digit and the check digit.
    private static let misread = "0345300645"
    private static let other = "9780306406157"

    private static func evidence(
        _ observations: [Observation], upc: String = upc, isStrict: Bool = false
    ) throws -> Evidence {
        var evidence = Evidence(observations, isStrict: isStrict)
        let box = Observation.box(x: 0, y: 400, width: 240, height: 120)
        evidence.add(.drawn("0" + upc.prefix(12)), scanLines: 40, rotation: 0, box: box)
        let number = try #require(OtherNumber(.upc, upc))
        evidence.add([OtherSighting(number: number, weakest: 1, confidence: 0.999, box: box)])
        return evidence
    }

    @Test func `alone it is a candidate`() throws {
        let evidence = try Self.evidence([])
        #expect(evidence.accepted.isEmpty && !evidence.isEnough)
        #expect(evidence.doubts == [Self.book: "UPC only"])
        let witness = try #require(evidence.verdict.candidates.first?.witnesses.first)
        #expect(witness.text == Self.upc && witness.reader == .barcode)
        #expect(witness.box == Observation.box(x: 0, y: 400, width: 240, height: 120))
        #expect(evidence.otherReadings.map(\.number.value) == [Self.upc])
    }

    @Test func `of an unknown publisher it is none`() throws {
        let evidence = try Self.evidence([], upc: "036000291452+30054")
        #expect(evidence.verdict == ([], []))
        #expect(evidence.otherReadings.count == 1)
    }

    @Test(arguments: [
        try Observation.printed(bookTen, label: "ISBN", weakest: 0.85), try .printed(bookTen),
        try .printed(bookTen, label: "ISBN", provenance: .inferred),
        try .printed(book, label: "1SBN", announcement: .damagedLabel),
        try .printed(bookTen, hyphensAgree: false, weakest: 0.5, y: 380),
    ])
    func `print that is not sufficient becomes so`(_ print: Observation) throws {
        #expect(Evidence([print]).accepted.isEmpty)
        let evidence = try Self.evidence([print])
        #expect(evidence.accepted == [Self.book] && evidence.isEnough)
        #expect(evidence.verdict.accepted.first?.witnesses.map(\.reader) == [.ocr, .barcode])
    }

    @Test(arguments: [
        (try Observation.printed(bookTen, announcement: .otherNumber), "label not clear"),
        (try .printed(bookTen, label: "ISBN", provenance: .repaired), "digits repaired"),
        (try .bars(book, isMeasured: false), "bars not clear"),
    ])
    func `what no two witnesses make sure stays doubtful`(_ observation: Observation, doubt: String) throws {
        let evidence = try Self.evidence([observation])
        #expect(evidence.accepted.isEmpty)
        #expect(evidence.verdict.candidates.map(\.reason) == [doubt])
    }

    @Test func `it decides between two readings of one print`() throws {
        let readings = [
            try Observation.printed(Self.bookTen, label: "ISBN", weakest: 0.85),
            try .printed(Self.misread, label: "ISBN", weakest: 0.85, x: 4),
        ]
        #expect(Evidence(readings).accepted.isEmpty)
        #expect(try Self.evidence(readings).accepted == [Self.book])
    }

    @Test func `it says nothing against print`() throws {
        let clear = try Observation.printed(Self.other, label: "ISBN", y: 380)
        let evidence = try Self.evidence([clear])
        #expect(evidence.accepted == [Self.other] && evidence.doubts.isEmpty)
        let nearly = try Observation.printed(Self.misread, label: "ISBN", y: 380)
        #expect(try Self.evidence([nearly]).accepted == Evidence([nearly]).accepted)
        let faint = try Observation.printed(Self.other, label: "ISBN", weakest: 0.85)
        let candidates = try Self.evidence([faint]).verdict.candidates
        #expect(candidates.map(\.isbn.isbn13) == [Self.other, Self.book])
        #expect(candidates.map(\.reason) == ["not read clearly", "UPC only"])
    }

    @Test func `with a label it is the second witness when strict`() throws {
        let named = try Observation.printed(Self.bookTen, label: "ISBN")
        #expect(Evidence([named], isStrict: true).accepted.isEmpty)
        #expect(try Self.evidence([named], isStrict: true).accepted == [Self.book])
        let bare = try Self.evidence([try .printed(Self.bookTen)], isStrict: true)
        #expect(bare.accepted.isEmpty && bare.doubts == [Self.book: "one witness only"])
    }

    // MARK: Several photos

    private static func back() throws -> PageReading {
        PageReading(record: PhotoRecord(photo: "back", sha256: "back"), evidence: try evidence([]))
    }

    @Test func `the bars of one photo and the print of another agree`() throws {
        let imprint = PageReading.photo(
            "imprint", try .printed(Self.bookTen, label: "ISBN", weakest: 0.85, confidence: 0.97))
        let record = PhotoRecord(book: [try Self.back(), imprint], as: .photos, isStrict: false)
        #expect(record.isbns.map(\.isbn.isbn13) == [Self.book])
        #expect(record.isbns.first?.witnesses.map(\.photo?.photo) == ["imprint", "back"])
    }

    @Test func `the bars of one photo alone are the book's candidate`() throws {
        let record = PhotoRecord(book: [.photo("front"), try Self.back()], as: .photos, isStrict: false)
        #expect(record.status == .uncertain && record.photo == "back")
        #expect(record.candidates.map(\.reason) == ["UPC only"])
        #expect(record.candidates.first?.witnesses.first?.photo?.photo == "back")
    }
}
