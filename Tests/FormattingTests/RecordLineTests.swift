// Changing a record's line when the first record of its book changes.
import Books
import Formatting
import Foundation
import Lookup
import Output
import TestSupport
import Testing

@testable import Batch

struct RecordLineTests {
    private func line(_ lists: [String], repeats: PhotoPage?) throws -> String {
        let record = PhotoRecord.found(9_780_439_023_481, photo: "b.jpg", repeats: repeats)
        let isbn = try #require(record.isbns.first?.isbn)
        var card = BookCard(book: Book(isbn: isbn, title: "Salt and Tide"))
        card.lists = lists
        var style = ScanRow.Style()
        style.showsBooks = true
        let answer = LookupAnswer(isbn: isbn, status: .known, card: card)
        return try JSONLine.line(ScanRow(record, answers: [isbn: answer], style: style))
    }

    @Test(
        arguments: [[], [ListName.owned], [ListName.wanted, "box 3"]],
        [nil, PhotoPage(photo: "a.jpg", page: 1)])
    func `marks say what repeats says`(lists: [String], repeats: PhotoPage?) throws {
        for before in [nil, PhotoPage(photo: "c.jpg", page: 2)] {
            let changed = RecordLine.replacing(
                in: try line(lists, repeats: before).utf8,
                .earlier((seen: repeats == nil ? [] : ["9780439023481"], repeats: repeats)))
            #expect(try JSONValue(changed) == JSONValue(line(lists, repeats: repeats)))
        }
    }

    @Test(
        arguments: [[], ["9780439023481"], ["9780306406157"], ["9780306406157", "9780439023481"]]
            as [Set<String>])
    func `each book of a photo has the mark of its own`(seen: Set<String>) throws {
        let second = ISBNReading(isbn: try ISBN("9780306406157"), confidence: 1, book: 2)
        let record = PhotoRecord.found(9_780_439_023_481, photo: "b.jpg", further: [second])
        let answers = LookupAnswers(
            uniqueKeysWithValues: record.isbns.map { reading in
                let card = BookCard(book: Book(isbn: reading.isbn, title: "Salt and Tide"))
                return (reading.isbn, LookupAnswer(isbn: reading.isbn, status: .known, card: card))
            })
        var style = ScanRow.Style()
        style.showsBooks = true
        func line(_ seen: Set<ISBN>) throws -> String {
            try JSONLine.line(ScanRow(record, answers: answers, seen: seen, style: style))
        }
        for before in [[], [second.isbn]] as [Set<ISBN>] {
            let changed = RecordLine.replacing(
                in: try line(before).utf8, .earlier((seen: seen, repeats: nil)))
            #expect(try JSONValue(changed) == JSONValue(line(Set(seen.map { try ISBN($0) }))))
        }
    }
}
