// A book of several photos in each format.
import Books
import Testing

@testable import Formatting

struct ScanRowPhotosTests {
    private static func book(_ photos: String...) -> PhotoRecord {
        var book = PhotoRecord.found(9_780_439_023_481, photo: photos[photos.count - 1])
        book.photos = photos.map { PhotoRecord(photo: $0) }
        return book
    }

    @Test(arguments: [
        (book("a.jpg"), "a.jpg"), (book("box/a.jpg", "box/b.jpg"), "box/a.jpg, b.jpg"),
        (book("box/a.jpg", "crate/b.jpg"), "box/a.jpg, crate/b.jpg"),
        (book("a.jpg", "b.jpg"), "a.jpg, b.jpg"),
        (book("box/1", "box/2", "box/3", "box/4", "box/5"), "box/1 … 5 (5 photos)"),
    ])
    func `a table names the photos`(book: PhotoRecord, names: String) throws {
        let line = try #require(ScanRow(book).tableLines(width: nil).first)
        #expect(line.hasPrefix("978-0-439-02348-1  "))
        #expect(line.hasSuffix("  \(names)"))
    }

    @Test func `pages are counted`() {
        var book = Self.book("-", "-", "-")
        for place in 0..<3 { book.photos[place].page = place + 4 }
        #expect(book.photoNames == "-, pages 4 to 6")
    }

    @Test func `CSV names the photos in a column of their own`() throws {
        var style = ScanRow.Style()
        style.isByBook = true
        let columns = ScanRow.columns(style)
        #expect(columns.last?.head == "photos")
        #expect(columns.last?.cell?(ScanRow(Self.book("a.jpg", "b.jpg"), style: style)) == "a.jpg; b.jpg")
        #expect(!ScanRow.columns(ScanRow.Style()).contains { $0.head == "photos" })
    }

    @Test func `plain text gives a book once`() {
        #expect(ScanRow(Self.book("a.jpg", "b.jpg")).textLines == ["9780439023481"])
    }

    @Test func `evidence names the photo that shows it`() {
        var book = Self.book("box/a.jpg", "box/b.jpg")
        book.isbns[0].witnesses = [
            Witness(reader: .ocr, text: "x", confidence: 1, photo: PhotoPage(photo: "box/a.jpg", page: 1))
        ]
        let lines = book.evidence.split(separator: "\n")
        #expect(lines[0].hasPrefix("box/a.jpg, b.jpg: found"))
        #expect(lines[1].hasSuffix(": x (a.jpg)"))
    }
}
