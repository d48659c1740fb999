// A record is sent through a channel unchanged, and invalid messages are refused: a compromised worker may send
// anything.
import Books
import Foundation
import Output
import Testing

@testable import Documents
@testable import Reading
@testable import Sandbox

struct MessageTests {
    private static let record: PhotoRecord = {
        let isbn = ISBN(value: 9_780_306_406_157).map { [$0] } ?? []
        let witness = Witness(
            reader: .ocr, text: "ISBN 0-306-40615-2", confidence: 0.97, rotation: 90,
            box: [PhotoPoint(x: 812, y: 40), PhotoPoint(x: -1, y: 76)], repairs: ["O→0 at 7"])
        var record = PhotoRecord(
            photo: "a/b.jpg", page: 3, sha256: "f0", width: 4032, height: 3024, status: .uncertain,
            isbns: isbn.map {
                ISBNReading(
                    isbn: $0, confidence: 0.123, label: "ISBN", qualifier: "paperback", reason: "set",
                    price: Price("7.99 USD"), book: 2, witnesses: [witness, witness])
            }, candidates: isbn.map { ISBNReading(isbn: $0, confidence: 1) }, warnings: ["file ends early"],
            milliseconds: 61.2, error: PhotoFailure(code: "crop", message: "outside"),
            settings: "0123456789abcdef")
        record.titleLines = [
            TitleLine(
                text: "THE SLOW", confidence: 0.9, box: [PhotoPoint(x: 1, y: 2), PhotoPoint(x: 9, y: 2)])
        ]
        record.others =
            OtherNumber(.lccn, "65-21362").map {
                [OtherReading(number: $0, confidence: 0.5, box: witness.box)]
            } ?? []
        record.stages.decode = 1.5
        record.stages.bars = 2.5
        record.stages.lines = 3.5
        record.stages.ocr = 4.5
        return record
    }()

    /// Every kind of observation and a number of each other kind.
    private static let page: PageReading = {
        let kinds: [Observation.Kind] = [
            .bars(Observation.BarsQuality(scanLines: 7, isMeasured: true, addOn: "50799")), .digitsBelowBars,
            .labelled,
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
                observations: observations, partialNumbers: [PartialNumber(digits: "97803", box: box)],
                otherBars: [Evidence.OtherBars(digits: "9770000000000", box: box)]),
            taken: 1_795_000_000.25)
        page.isDocument = true
        return page
    }()

    private func message(_ value: some Encodable) throws -> Data { Data(try JSONLine.line(value).utf8) }

    @Test(arguments: [page, PageReading(record: PhotoRecord(photo: "a.jpg"))])
    func `seen paths are found again`(page: PageReading) throws {
        let message = try message(PageMessage(page))
        let copy = try message.decoded(as: PageMessage.self).reading(of: page.record.photo)
        #expect(copy.record == page.record && copy.taken == page.taken)
        #expect(copy.isDocument == page.isDocument)
        #expect(copy.evidence.observations == page.evidence.observations)
        #expect(copy.evidence.partialNumbers == page.evidence.partialNumbers)
        #expect(copy.evidence.otherBars == page.evidence.otherBars)
    }

    /// A property that is missing in the message would be lost silently.
    @Test func `the record that comes back has a value in every property`() {
        let empty = PhotoRecord(photo: "", milliseconds: 0)
        let parts: [(whole: Any, empty: Any, lost: Set<String>)] = [
            // The process that asked knows the file that it passed on, and what a reviewer decided.
            (Self.record, empty, ["repeats", "stamp", "photos", "chosenBook"]),
            (Self.record.isbns[0], ISBNReading(isbn: Self.record.isbns[0].isbn, confidence: 0), ["isbn"]),
            (
                Self.record.isbns[0].witnesses[0],
                Witness(reader: .barcode, text: "", confidence: 0), ["photo"]
            ),
        ]
        for part in parts {
            let same = zip(Mirror(reflecting: part.whole).children, Mirror(reflecting: part.empty).children)
                .filter { "\($0.value)" == "\($1.value)" }.compactMap(\.0.label)
            #expect(Set(same) == part.lost)
        }
    }

    @Test func `a worker can't speak of other photos`() throws {
        var page = Self.page
        page.record.repeats = PhotoPage(photo: "other.jpg", page: 1)
        page.record.photos = [PhotoRecord(photo: "other.jpg")]
        let copy = try message(PageMessage(page)).decoded(as: PageMessage.self).reading(of: "mine.jpg")
        #expect(copy.record.photo == "mine.jpg" && copy.record.repeats == nil && copy.record.photos == [])
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
            label: .init(ink: Data([0, 128, 255]), width: 3), covers: [Data([255, 216])]),
    ])
    func `requests to a worker arrive unchanged`(request: PictureRequest) throws {
        #expect(try message(request).decoded() == request)
    }

    @Test func `a message that is cut off is refused`() throws {
        let message = try message(PageMessage(Self.page))
        // The line end alone may be missing.
        for count in 0..<(message.count - 1) {
            #expect(throws: WorkerFailure.ended) {
                try message.prefix(count).decoded(as: PageMessage.self)
            }
        }
    }

    private static let members: [ArchiveReader.Member?] = [
        nil, .init(name: nil, isFile: false, isEncrypted: true),
        .init(name: [0x61, 0xE9, 0x0A], isFile: true, isEncrypted: false),
    ]

    @Test(arguments: members) func `a member of an archive comes back as it was`(
        member: ArchiveReader.Member?
    ) throws {
        let answer = try message(UnpackingLoop.Answer { member })
        let copy = try answer.decoded(as: UnpackingLoop.Answer<ArchiveReader.Member?>.self)
        #expect(try copy.result.get() == member)
    }

    @Test func `a failure of an archive comes back as it was`() throws {
        let answer = UnpackingLoop.Answer<MemberKind> { () throws(ArchiveError) in throw .encrypted }
        let copy = try message(answer).decoded(as: UnpackingLoop.Answer<MemberKind>.self)
        #expect(throws: ArchiveError.encrypted) { try copy.result.get() }
    }

    @Test(arguments: ["", "{}", #"{"error":99}"#, #"{"value":99}"#, "[1]"])
    func `what can be no answer about an archive is refused`(text: String) {
        #expect(throws: WorkerFailure.ended) {
            try Data(text.utf8).decoded(as: UnpackingLoop.Answer<MemberKind>.self)
        }
    }

    @Test func `a request for a picture arrives with its label`() throws {
        let request = PictureRequest(
            page: 1, side: 1600,
            label: PictureRequest.Words(ink: Data([0, 128, 255]), width: 3))
        #expect(try message(request).decoded(as: PictureRequest.self) == request)
    }
}
