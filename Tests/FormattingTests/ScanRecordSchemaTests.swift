// The output of `--format jsonl` is valid according to docs/scan-record.schema.json.
import Books
import Foundation
import Lookup
import Output
import TestSupport
import Testing

@testable import Formatting

struct ScanRecordSchemaTests {
    private let schema: JSONSchema

    init() throws { schema = try .named("scan-record") }

    private func value(_ record: PhotoRecord, _ answers: LookupAnswers? = nil) throws -> JSONValue {
        var style = ScanRow.Style()
        style.showsBooks = answers != nil
        return try JSONValue(JSONLine.line(ScanRow(record, answers: answers ?? [:], style: style)))
    }

    private static let full: PhotoRecord = {
        let witness = Witness(
            reader: .ocr, text: "ISBN O-306-40615-2", confidence: 0.97, rotation: 90,
            box: [
                PhotoPoint(x: 812, y: 40), PhotoPoint(x: 1210, y: 44), PhotoPoint(x: 1209, y: 80),
                PhotoPoint(x: -1, y: 76),
            ],
            repairs: ["O→0 at 6"])
        let music = ISBNReading(
            isbn: ISBN(value: 9_791_090_636_071)!, confidence: 1, label: "ISBN", qualifier: "set",
            reason: "why",
            witnesses: [witness, Witness(reader: .barcode, text: "9791090636071", confidence: 0)])
        var record = PhotoRecord.found(
            9_780_439_023_481, photo: "é/日本 \u{202E}.jpg", repeats: PhotoPage(photo: "-", page: 3),
            further: [music])
        record.warnings = ["file ends early"]
        record.candidates = [.candidate(9_780_306_406_157, text: "x")]
        let others: [(OtherNumber.Kind, String)] = [
            (.lccn, "A51-1234"), (.lccn, "2007025382"), (.issn, "2434-561X"), (.ismn, "M-2306-7118-7"),
            (.dnb, "963874799"), (.bnf, "FRBNF12423662"), (.upc, "070999007991+37077"),
        ]
        record.others = others.compactMap { kind, text in
            OtherNumber(kind, text).map { OtherReading(number: $0, confidence: 0.99, box: witness.box) }
        }
        return record
    }()

    @Test(arguments: [
        full, PhotoRecord(photo: "-", page: 7), .failed("file ends early; copy it again", photo: "a.jpg"),
        .uncertain(.candidate(9_780_201_144_567, text: "", reason: nil), photo: "a.jpg"),
    ])
    func `records fit the schema`(record: PhotoRecord) throws {
        #expect(schema.problems(try value(record)) == [])
    }

    @Test func `a book of several photos fits the schema, and comes back`() throws {
        var book = Self.full
        book.photos = [PhotoRecord(photo: "front.jpg"), Self.full, .failed("torn", photo: "c.jpg")]
        book.isbns[0].witnesses = [
            Witness(reader: .ocr, text: "x", confidence: 1, photo: PhotoPage(photo: "a.jpg", page: 2))
        ]
        #expect(schema.problems(try value(book)) == [])
        book.others[0].photo = PhotoPage(photo: "a.jpg", page: 2)
        book.titleLines = [TitleLine(text: "THE SLOW", confidence: 0.91, box: book.others[0].box)]
        #expect(schema.problems(try value(book)) == [])
        let line = try JSONLine.line(ScanRow(book))
        let back = try JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8))
        #expect(back.photos.count == 3)
        #expect(back.others.count == 7)
        #expect(back.others == book.others)
        #expect(back.titleLines == book.titleLines)
        #expect(back.photos[0].titleLines == [])
        #expect(back.photos[1].others == Self.full.others)
        #expect(try !JSONLine.line(ScanRow(Self.full)).contains("\"photos\""))
    }

    @Test func `books fit the schema`() throws {
        var card = try BookCardTests.card()
        card.book.id = BookID(7)
        card.book.otherISBNs = [try ISBN("9780456789018")]
        card.book.works = [Identifier("openlibrary", "OL1W")]
        card.lists = ["owned"]
        card.namesakes = [.init(book: Book(isbn: try ISBN("9780456789018")), lists: ["wanted"])]
        card.otherEditions = [.init(book: Book(id: BookID(8), title: "Old"), lists: [])]
        card.ratings = [SourceRating(source: "Open Library", average: 4.31, count: 4780)]
        card.comments = [
            Comment(person: "ion", rating: Rating(3.5), isSpoiler: true, edited: .now),
            Comment(person: "ana", text: "x", book: BookID(8)),
        ]
        card.photos = ["a.jpg"]
        var record = Self.full
        record.isbns = try ["9780306406157", "9780439023481", "9780456789018"].map {
            ISBNReading(isbn: try ISBN($0), confidence: 1)
        }
        let isbns = record.isbns.map(\.isbn)
        let answers = [
            LookupAnswer(isbn: isbns[0], status: .known, card: card),
            LookupAnswer(isbn: isbns[1], status: .unknown, unknownTo: ["BnF"]),
            LookupAnswer(
                isbn: isbns[2], status: .notAsked,
                unasked: [.init(source: "BnF", cause: .offline)]),
        ]
        let whole = try value(record, Dictionary(answers.map { ($0.isbn, $0) }) { $1 })
        #expect(schema.problems(whole) == [])
        var members = try #require(whole.members)
        #expect(members["books"]?.elements?.count == 3)
        members["books"] = .array([.object(["isbn13": .null])])
        #expect(!schema.problems(.object(members)).isEmpty)
    }

    @Test func `every key is always there`() throws {
        let all = try #require(try value(Self.full).members)
        let least = try #require(try value(PhotoRecord(photo: "")).members)
        #expect(Set(all.keys) == Set(least.keys))
        #expect(least["sha256"] == .null)
        #expect(least["error"] == .null)
    }

    /// The schema rejects each of these changes to a valid record.
    @Test(arguments: [
        ("page", JSONValue.number(0)), ("page", .number(1.5)), ("sha256", .text("abc")),
        ("status", .text("maybe")),
        ("isbns", .array([.object([:])])), ("isbns", .null), ("error", .object(["code": .text("x")])),
        ("repeats", .text("a.jpg")), ("others", .array([.object(["kind": .text("lccn")])])),
        ("milliseconds", .number(-1)), ("more", .null),
        ("candidates", .array(Array(repeating: .null, count: 4))), ("photo", .null),
    ])
    func `deviations are noticed`(key: String, wrong: JSONValue) throws {
        var members = try #require(try value(Self.full).members)
        members[key] = wrong
        #expect(!schema.problems(.object(members)).isEmpty)
        members[key] = nil
        #expect(key == "more" || !schema.problems(.object(members)).isEmpty)
    }
}
