// The summary of a run, and its exit code.
import Books
import Testing

@testable import Formatting

struct ScanTallyTests {
    private static let found = PhotoRecord.found(9_780_439_023_481, photo: "a.jpg")
    private static let again = PhotoRecord.found(
        9_780_439_023_481, photo: "b.jpg", repeats: PhotoPage(photo: "a.jpg", page: 1))
    private static let doubtful = PhotoRecord(photo: "c.jpg", status: .uncertain)
    private static let none = PhotoRecord(photo: "d.jpg")
    private static let failed = PhotoRecord(photo: "e.jpg", status: .failed)

    @Test(
        arguments: [
            (
                [found, doubtful, none, failed, again],
                "5 photos: 2 found (1 book), 1 uncertain, 1 none, 1 failed"
            ),
            ([found], "1 photo: 1 found (1 book)"),
            ([found, none], "2 photos: 1 found (1 book), 1 none"),
            ([doubtful], "1 photo: 1 uncertain"), ([], "no photos"),
            (
                [found, none, PhotoRecord(photo: "d.jpg", page: 2)],
                "2 photos with 3 pages: 1 found (1 book), 2 none"
            ),
            // For a document, one page is given.
            (
                [
                    PhotoRecord(photo: "a.pdf", page: 7), PhotoRecord(photo: "b.epub", page: 3),
                    PhotoRecord(photo: "c.pdf", page: 3), PhotoRecord(photo: "c.pdf", page: 3),
                ], "4 photos: 4 none"
            ),
            ([PhotoRecord(photo: "-"), PhotoRecord(photo: "-", page: 2)], "2 photos: 2 none"),
        ] as [([PhotoRecord], String)])
    func counts(records: [PhotoRecord], summary: String) {
        var tally = ScanTally()
        for record in records { tally.count(record) }
        #expect(tally.summary == summary)
    }

    private static func book(_ record: PhotoRecord, _ photos: String...) -> PhotoRecord {
        var book = record
        book.photos = photos.map { PhotoRecord(photo: $0) }
        return book
    }

    @Test(
        arguments: [
            ([book(found, "a", "b", "c")], "1 book in 3 photos: 1 found"),
            (
                [
                    book(found, "a", "b"), book(again, "c"), book(doubtful, "d"), book(none, "e", "f"),
                    book(failed, "g"),
                ],
                "5 books in 7 photos: 2 found (1 different), 1 uncertain, 1 none, 1 failed"
            ), ([], "no photos"),
        ] as [([PhotoRecord], String)])
    func `books are counted`(records: [PhotoRecord], summary: String) {
        var tally = ScanTally(isByBook: true)
        for record in records { tally.count(record) }
        #expect(tally.summary == summary)
    }

    @Test func `frames without a book are counted`() {
        var tally = ScanTally(isByBook: true)
        tally.countPassed(4)
        #expect(tally.isWithoutBooks)
        #expect(tally.summary == "no books in 4 photos")
        tally.count(Self.book(Self.found, "a"))
        #expect(!tally.isWithoutBooks)
        #expect(tally.summary == "1 book in 5 photos: 1 found; 4 photos between books")
    }

    @Test func `photos to review are listed`() {
        var tally = ScanTally()
        tally.count(Self.doubtful)
        #expect(tally.forAPerson == nil)
        tally.count(Self.found)
        tally.count(Self.failed)
        #expect(tally.forAPerson == "to look at: c.jpg (uncertain), e.jpg (failed)")
        for _ in 0..<10 { tally.count(Self.doubtful) }
        #expect(tally.forAPerson?.hasSuffix(", c.jpg (uncertain) and 2 more") == true)
    }

    @Test func `skipped files are counted`() {
        var tally = ScanTally()
        tally.countSkipped()
        #expect(tally.summary == "no photos; 1 other file skipped")
    }

    @Test func `each book of a photo is counted`() throws {
        let second = ISBNReading(isbn: try ISBN("9780306406157"), confidence: 1, book: 2)
        let both = PhotoRecord.found(9_780_439_023_481, photo: "b.jpg", further: [second])
        var tally = ScanTally()
        #expect(tally.count(Self.found) == [])
        #expect(tally.count(both).map(\.isbn13) == ["9780439023481"])
        #expect(tally.count(both).count == 2)
        #expect(tally.books == 2)
        #expect(tally.withheld(givesAllISBNs: false) == "3 repeated books")
    }

    @Test func `omissions of a plain list are counted`() {
        var tally = ScanTally()
        tally.count(Self.found)
        #expect(tally.withheld(givesAllISBNs: false) == nil)
        tally.count(Self.again)
        tally.count(Self.doubtful)
        tally.count(
            .found(9_780_306_406_157, photo: "f.jpg", further: [.candidate(9_780_201_144_567, text: "")]))
        let words = "1 uncertain photo, 1 repeated book"
        #expect(tally.withheld(givesAllISBNs: false) == words + ", 1 further ISBN")
        #expect(tally.withheld(givesAllISBNs: true) == words)
    }
}
