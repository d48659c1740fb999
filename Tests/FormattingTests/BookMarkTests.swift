// The mark of a scanned book for the current user.
import Books
import Lookup
import Output
import Testing

@testable import Formatting

struct BookMarkTests {
    private static func card(_ lists: [String], editions: [String] = [], namesakes: [String] = []) -> BookCard
    {
        BookCard(
            book: Book(title: "Here"), lists: lists,
            otherEditions: [BookCard.Edition(book: Book(title: "There"), lists: editions)],
            namesakes: [BookCard.Edition(book: Book(title: "Here"), lists: namesakes)])
    }

    @Test(arguments: [
        (card(["owned", "wanted"]), BookMark.yours),
        (card(["wanted", "attic"], editions: ["owned"]), .wanted),
        (card(["read"], editions: ["owned"]), .anotherEdition),
        (card([], namesakes: ["wanted"]), .anotherEdition),
        (card(["attic"], editions: ["attic"]), .new), (card([]), .new),
    ])
    func `lists print a summary`(card: BookCard, mark: BookMark) {
        #expect(BookMark(card, isAgain: false) == mark)
        #expect(BookMark(card, isAgain: true) == .twice)
    }

    @Test func `each book of a photo has its own`() throws {
        let (first, second) = (try ISBN("9780306406157"), try ISBN("9780439023481"))
        var record = PhotoRecord(photo: "b.jpg", status: .found)
        record.isbns = [
            ISBNReading(isbn: first, confidence: 1), ISBNReading(isbn: second, confidence: 1, book: 2),
        ]
        var style = ScanRow.Style()
        style.showsBooks = true
        let answers = [
            first: LookupAnswer(isbn: first, status: .unknown),
            second: LookupAnswer(isbn: second, status: .known, card: Self.card(["wanted"])),
        ]
        let line = try JSONLine.line(ScanRow(record, answers: answers, seen: [first], style: style))
        #expect(line.contains("\"marks\":[\"twice\",\"wanted\"]"))
        #expect(try JSONLine.line(ScanRow(record, style: style)).contains("\"marks\":[]"))
    }
}
