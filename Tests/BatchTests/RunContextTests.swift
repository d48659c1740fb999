// What a record contains about its run: earlier photos of its book, pages of standard input.
import Books
import ReadingExamples
import Testing

@testable import Batch
@testable import Reading

struct RunContextTests {
    private static func record(_ photo: String, isbn: UInt64) -> PhotoRecord {
        PhotoRecord(
            photo: photo, status: .found, isbns: [ISBNReading(isbn: ISBN(value: isbn)!, confidence: 1)])
    }

    private func completed(_ records: [PhotoRecord]) -> [PhotoRecord] {
        var context = RunContext()
        return records.flatMap { record in
            guard case .photo(let records) = context.completed(.photo([record])) else {
                return [PhotoRecord]()
            }
            return records
        }
    }

    @Test func `a book seen earlier is reported`() {
        let records = completed([
            Self.record("a", isbn: 9_780_306_406_157), Self.record("b", isbn: 9_780_439_023_481),
            PhotoRecord(photo: "c"), Self.record("d", isbn: 9_780_306_406_157),
            Self.record("e", isbn: 9_780_306_406_157),
        ])
        let first = PhotoPage(photo: "a", page: 1)
        #expect(records.map(\.repeats) == [nil, nil, nil, first, first])
    }

    @Test func `a photo of several books repeats an earlier one if all of them came earlier`() throws {
        let (one, two, three): (UInt64, UInt64, UInt64) = (
            9_780_306_406_157, 9_780_439_023_481, 9_780_201_144_567
        )
        func photo(_ name: String, _ isbns: UInt64...) -> PhotoRecord {
            var record = PhotoRecord(photo: name, status: .found)
            record.isbns = isbns.enumerated().map { place, isbn in
                ISBNReading(isbn: ISBN(value: isbn)!, confidence: 1, book: place + 1)
            }
            return record
        }
        let records = completed([
            photo("a", one), photo("b", one, two), photo("c", two, one), photo("d", three, two),
            photo("e", two),
            photo("f", three),
        ])
        #expect(records.map(\.repeats?.photo) == [nil, nil, "b", nil, "b", "d"])
    }

    @Test func `a book with several photos is stored under the photo that shows the ISBN`() {
        var context = RunContext()
        var book = Self.record("a/2", isbn: 9_780_306_406_157)
        book.photos = [PhotoRecord(photo: "a/1"), book]
        _ = context.completed(.book(book, photos: 2))
        guard case .book(let again, let photos) = context.completed(.book(book, photos: 2)) else {
            Issue.record("no book")
            return
        }
        #expect(again.repeats == PhotoPage(photo: "a/2", page: 1))
        #expect(photos == 2)
    }

    @Test func `pages of standard input count on`() {
        var context = RunContext()
        let pages = ["-", "a", "-"].flatMap { name in
            context.counted([PageReading(record: PhotoRecord(photo: name))])
        }
        #expect(pages.map(\.record.page) == [1, 1, 2])
    }
}
