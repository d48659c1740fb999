// A record goes over a channel whole, and bytes that make no record are refused: a worker that a photo has taken over may
// send anything.
import Books
import Foundation
import Scanning
import Testing

@testable import Workers

struct PackingTests {
    private static let record: PhotoRecord = {
        let isbn = ISBN(value: 9_780_306_406_157).map { [$0] } ?? []
        let witness = Witness(
            reader: .ocr, text: "ISBN 0-306-40615-2", confidence: 0.97, rotation: 90,
            box: [PhotoPoint(x: 812, y: 40), PhotoPoint(x: -1, y: 76)], repairs: ["O→0 at 7"])
        var record = PhotoRecord(
            photo: "a/b.jpg", page: 3, sha256: "f0", width: 4032, height: 3024, status: .uncertain,
            isbns: isbn.map {
                ISBNReading(
                    isbn: $0, confidence: 0.123456789, label: "ISBN", qualifier: "paperback", reason: "set",
                    book: 2, witnesses: [witness, witness])
            }, candidates: isbn.map { ISBNReading(isbn: $0, confidence: 1) }, warnings: ["file ends early"],
            milliseconds: 61.23456, error: PhotoFailure(code: "crop", message: "outside"))
        record.stages.decode = 1.5
        record.stages.bars = 2.5
        record.stages.lines = 3.5
        record.stages.ocr = 4.5
        return record
    }()

    private static func packed(_ record: PhotoRecord) -> Data {
        var bytes = Data()
        record.pack(into: &bytes)
        return bytes
    }

    @Test(arguments: [record, PhotoRecord(photo: "")]) func `a record comes back as it was`(
        record: PhotoRecord
    ) throws {
        var bytes = Self.packed(record)
        #expect(try PhotoRecord(unpacking: &bytes) == record)
        #expect(bytes.isEmpty)
    }

    @Test(arguments: [
        PictureRequest(page: 1, side: 320),
        PictureRequest(page: 3, side: 1280, part: .init(x: 1, y: 2, width: 3, height: 4), quarters: 3),
        PictureRequest(
            page: 1, side: 9,
            marks: [
                .init(corners: [PhotoPoint(x: 1, y: -2)], isAccepted: true),
                .init(corners: [], isAccepted: false),
            ],
            label: .init(ink: Data([0, 128, 255]), width: 3, isAtTop: true)), nil,
    ])
    func `what is asked of a worker comes as it was`(request: PictureRequest?) throws {
        var bytes = Data()
        request.pack(into: &bytes)
        #expect(try PictureRequest?(unpacking: &bytes) == request)
        #expect(bytes.isEmpty)
    }

    @Test func `a record that is cut off is refused`() {
        let bytes = Self.packed(Self.record)
        for count in 0..<bytes.count {
            var part = bytes.prefix(count)
            #expect(throws: WorkerFailure.ended) { try PhotoRecord(unpacking: &part) }
        }
    }

    /// Every kind of observation and a number of each other sort.
    private static let page: PageReading = {
        let kinds: [Observation.Kind] = [
            .bars(Observation.BarsQuality(scanLines: 7, isMeasured: true)), .digitsBelowBars, .labelled,
            .unlabelled,
        ]
        let box = [PhotoPoint(x: 1, y: 2)]
        let observations = record.isbns.flatMap { reading in
            kinds.map { kind in
                Observation(
                    isbn: reading.isbn, kind: kind, form: .isbn10, label: "ISBN", qualifier: "set",
                    hyphensAgree: kind == .labelled, announcement: .damagedLabel, provenance: .inferred,
                    isBroken: true, weakest: 0.987, witness: reading.witnesses[0])
            }
        }
        var page = PageReading(
            record: record,
            evidence: Evidence(
                observations: observations, cutNumbers: [CutNumber(digits: "97803", box: box)],
                otherBars: [Evidence.OtherBars(digits: "9770000000000", box: box)]),
            taken: 1_795_000_000.25)
        page.isDocument = true
        return page
    }()

    @Test(arguments: [page, PageReading(record: PhotoRecord(photo: ""))])
    func `what was seen comes back as it was`(page: PageReading) throws {
        var bytes = Data()
        page.pack(into: &bytes)
        let whole = bytes
        let copy = try PageReading(unpacking: &bytes)
        #expect(bytes.isEmpty)
        #expect(copy.record == page.record && copy.taken == page.taken)
        #expect(copy.isDocument == page.isDocument)
        #expect(copy.evidence.observations == page.evidence.observations)
        #expect(copy.evidence.cutNumbers == page.evidence.cutNumbers)
        #expect(copy.evidence.otherBars == page.evidence.otherBars)
        for count in 0..<whole.count {
            var part = whole.prefix(count)
            #expect(throws: WorkerFailure.ended) { try PageReading(unpacking: &part) }
        }
    }

    @Test(arguments: [Int.max, Int.min, -1, 1 << 40]) func `a count that lies is refused`(count: Int) {
        var bytes = Data()
        count.pack(into: &bytes)
        bytes += Data(count: 100)
        var copy = bytes
        #expect(throws: WorkerFailure.ended) { try [Int](unpacking: &bytes) }
        #expect(throws: WorkerFailure.ended) { try String(unpacking: &copy) }
    }
}
