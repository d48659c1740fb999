// The book beside its ISBN, in each format of a scan.
import Books
import Foundation
import HTTP
import Lookup
import Output
import Testing

@testable import Formatting

struct ScanRowBooksTests {
    let isbn: ISBN
    let record: PhotoRecord
    let answers: LookupAnswers

    init() throws {
        isbn = try ISBN("9780306406157")
        var record = PhotoRecord(photo: "box1/IMG_2.HEIC", status: .found)
        record.isbns = [
            ISBNReading(
                isbn: isbn, confidence: 1, witnesses: [Witness(reader: .ocr, text: "", confidence: 1)])
        ]
        self.record = record
        var card = BookCard(book: Book(isbn: isbn, title: "The Lantern\u{1B} Atlas", year: 1998))
        card.book.contributors = [Contributor(name: "Maria Novak")]
        card.lists = ["owned", "=wanted"]
        answers = [isbn: LookupAnswer(isbn: isbn, status: .known, card: card)]
    }

    func lines(_ format: OutputFormat, _ answers: LookupAnswers? = nil) throws -> String {
        var style = ScanRow.Style()
        style.showsBooks = true
        let row = ScanRow(record, answers: answers ?? self.answers, style: style)
        return try RowPrinter.printed(format, [row], columns: ScanRow.columns(style))
    }

    @Test func `table shows it instead of the witnesses`() throws {
        let start = "978-0-306-40615-7  yours: The Lantern\u{FFFD} Atlas, Maria Novak, 1998  [owned, =wanted]"
        #expect(try lines(.table) == start.padded(to: 87) + "  box1/IMG_2.HEIC\n")
    }

    @Test func `a long title leaves room for the lists`() throws {
        var card = try #require(answers[isbn]?.card)
        card.book.title = String(repeating: "Very ", count: 40) + "long"
        let row = try lines(.table, [isbn: LookupAnswer(isbn: isbn, status: .known, card: card)])
        #expect(row.contains("…  [owned, =wanted]  box1/IMG_2.HEIC"))
    }

    @Test(arguments: [
        (LookupAnswer.Status.unknown, "not known to 2 sources"), (.notAsked, "not asked: BnF timed out"),
    ])
    func `a table shows why there is no title`(_ status: LookupAnswer.Status, _ words: String) throws {
        let unasked =
            status == .notAsked
            ? [
                LookupAnswer.Unasked(
                    source: "BnF", cause: .failed(.http(.timedOut(host: "bnf", seconds: 15))))
            ] : []
        let answer = LookupAnswer(isbn: isbn, status: status, unknownTo: ["A", "B"], unasked: unasked)
        #expect(try lines(.table, [isbn: answer]).contains(words))
    }

    @Test func `text keeps the ISBN in the first field`() throws {
        #expect(
            try lines(.text) == "9780306406157\tThe Lantern\u{FFFD} Atlas\tMaria Novak\towned, =wanted\t\n")
        #expect(try lines(.text, [:]) == "9780306406157\t\t\t\t\n")
    }

    @Test func `lists and comment are shown without a title, too`() throws {
        var card = BookCard(book: Book(isbn: isbn), lists: ["owned"])
        card.comments = [
            Comment(person: "maria", rating: Rating(5), text: "Read it in one night, and again.")
        ]
        let unknown = [
            isbn: LookupAnswer(isbn: isbn, status: .unknown, card: card, unknownTo: ["A", "B", "C", "D"])
        ]
        #expect(
            try lines(.text, unknown)
                == "9780306406157\t\t\towned\tmaria 5: Read it in one night, and again.; not known to 4 sources\n"
        )
        #expect(
            try lines(.table, unknown).hasPrefix(
                "978-0-306-40615-7  yours: [owned]  maria 5: Read it in one nig…  not known to 4 sources  box1"
            ))
        #expect(try lines(.csv, unknown).hasSuffix(",,,owned,yours\r\n"))
    }

    @Test func `JSON gets two more keys`() throws {
        let plain = try JSONLine.line(ScanRow(record))
        let keys = try [plain, lines(.jsonl)].map { line in
            Set((try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]).keys)
        }
        #expect(keys[1] == keys[0].union(["books", "marks"]))
        #expect(try lines(.jsonl).contains(#""title":"The Lantern"#))
    }

    @Test func `CSV gets four more columns`() throws {
        let lines = try lines(.csv).split(separator: "\r\n")
        #expect(lines.first?.hasSuffix(",title,authors,lists,mark") == true)
        #expect(lines.last?.hasSuffix(",The Lantern\u{FFFD} Atlas,Maria Novak,owned; =wanted,yours") == true)
    }

    @Test func `card names the further ISBN of the book`() throws {
        var record = record
        record.isbns.append(
            ISBNReading(isbn: try ISBN("9780456789018"), confidence: 1, qualifier: "hardback"))
        var style = ScanRow.Style()
        style.showsBooks = true
        let lines = ScanRow(record, answers: answers, style: style).cardLines(width: nil)
        #expect(lines.first == "The Lantern\u{FFFD} Atlas")
        #expect(lines.last == "Also     in the photo: 978-0-456-78901-8 (hardback)")
    }

    @Test func `two books are two cards`() throws {
        var record = record
        let second = try ISBN("9780456789018")
        record.isbns.append(ISBNReading(isbn: second, confidence: 1, book: 2))
        var answers = answers
        answers[second] = LookupAnswer(isbn: second, status: .unknown, unknownTo: ["A"])
        var lines = ScanRow(record, answers: answers).cardLines(width: nil)
        #expect(lines.suffix(2) == ["", "978-0-456-78901-8  not known to A"])
        answers[second]?.card = BookCard(book: Book(isbn: second, title: "Salt and Tide"))
        lines = ScanRow(record, answers: answers).cardLines(width: nil)
        #expect(lines.contains("Salt and Tide") && lines.contains("The Lantern\u{FFFD} Atlas"))
        #expect(
            ScanRow(record).cardLines(width: nil) == ScanRow(record).tableLines(width: nil),
            "nothing is known")
    }

    @Test func `book that a person named has no ISBN`() throws {
        var style = ScanRow.Style()
        style.showsBooks = true
        var named = BookCard(book: Book(id: BookID(12), title: "Old Almanac"), lists: ["owned"])
        named.book.contributors = [Contributor(name: "A. Rider")]
        let row = ScanRow(PhotoRecord(photo: "a.jpg"), named: named, style: style)
        #expect(row.textLines == ["id:12\tOld Almanac\tA. Rider\towned\t"])
        #expect(
            row.tableLines(width: nil)[0].hasPrefix(
                "id:12              yours: Old Almanac, A. Rider  [owned]  "))
        #expect(row.cardLines(width: nil).first == "Old Almanac")
        #expect(try JSONLine.line(row).contains(#""books":[{"comments":[],"contributors":[{"#))
        #expect(try lines(.csv).hasPrefix("photo,"))
    }
}
