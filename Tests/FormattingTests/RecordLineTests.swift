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
            let changed = RecordLine.replacing(in: try line(lists, repeats: before).utf8, .repeats(repeats))
            #expect(try JSONValue(changed) == JSONValue(line(lists, repeats: repeats)))
        }
    }
}
