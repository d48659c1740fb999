// The record of each photo in the record of a book.
import Testing

@testable import Books

struct PhotoRecordSingleTests {
    private static let isbn = ISBN(value: 9_780_439_023_481)

    private func photo(_ name: String, _ status: ScanStatus = .none) -> PhotoRecord {
        PhotoRecord(photo: name, status: status)
    }

    /// The ISBN is in photo 2 of three; the last could not be read.
    private func book(_ status: ScanStatus) throws -> PhotoRecord {
        let isbn = try #require(Self.isbn)
        let witness = Witness(
            reader: .ocr, text: "ISBN", confidence: 1, photo: PhotoPage(photo: "2", page: 1))
        let reading = ISBNReading(isbn: isbn, confidence: 0.9, witnesses: [witness])
        var book = PhotoRecord(
            photo: "2", status: status, isbns: status == .found ? [reading] : [],
            candidates: status == .uncertain ? [reading] : [])
        book.photos = [photo("1"), photo("2", .found), photo("3", .failed)]
        return book
    }

    @Test func `photos of a book that was found are found with it`() throws {
        var book = try book(.found)
        book.repeats = PhotoPage(photo: "0", page: 1)
        let photos = book.byPhoto
        #expect(photos.map(\.status) == [.found, .found, .failed])
        #expect(photos.map { $0.isbns.map(\.witnesses.count) } == [[0], [1], []])
        #expect(photos.map(\.repeats?.photo) == ["0", "1", nil])
        #expect(photos[1].isbns[0].witnesses[0].photo == nil)
    }

    @Test func `the first photo of a book that shows its ISBN is told`() throws {
        var book = try book(.found)
        #expect(book.firstPhoto(showing: book.isbns[0]).photo == "2")
        book.isbns[0].witnesses[0].photo?.photo = "3"
        #expect(book.firstPhoto(showing: book.isbns[0]).photo == "3")
        book.photos = []
        #expect(book.firstPhoto(showing: book.isbns[0]).photo == "2")
    }

    @Test func `of an uncertain book those are uncertain that show a candidate`() throws {
        #expect(try book(.uncertain).byPhoto.map(\.status) == [.none, .uncertain, .failed])
    }

    @Test func `a candidate without a witness stays with the book's main photo`() throws {
        var book = try book(.uncertain)
        book.candidates[0].witnesses = []
        #expect(book.byPhoto.map(\.status) == [.none, .uncertain, .failed])
    }

    @Test func `the record of one photo is that photo's`() {
        let record = photo("a", .uncertain)
        #expect(record.byPhoto == [record])
        #expect(record.single == [record])
    }

    @Test func `all places of a name change, and change back`() throws {
        let book = try book(.found)
        let moved = book.renamed { "sorted/" + $0 }
        #expect(moved.photo == "sorted/2")
        #expect(moved.photos.map(\.photo) == ["sorted/1", "sorted/2", "sorted/3"])
        #expect(moved.isbns[0].witnesses[0].photo?.photo == "sorted/2")
        #expect(moved.named(as: book) == book)
    }
}
