// How many copies of a book a photo shows.
import Testing

@testable import Books

struct ISBNReadingCopiesTests {
    private static let isbn = "9780306406157"

    /// A box of 200 by 80, unless another size is given.
    private static func witness(
        _ x: Int, _ y: Int, _ width: Int = 200, _ height: Int = 80, confidence: Double = Witness.measuredBars,
        reader: WitnessReader = .barcode, text: String = isbn, photo: String? = nil
    ) -> Witness {
        Witness(
            reader: reader, text: text, confidence: confidence,
            box: [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map {
                PhotoPoint(x: $0.0, y: $0.1)
            }, photo: photo.map { PhotoPage(photo: $0, page: 1) })
    }

    @Test(arguments: [
        ([], 0), ([witness(0, 0)], 1),
        // One place, read at several sizes.
        ([witness(0, 0), witness(0, 0), witness(3, 2, 195, 60), witness(-20, -10, 240, 110)], 1),
        ([witness(0, 0), witness(600, 0)], 2), ([witness(0, 0), witness(0, 400)], 2),
        ([witness(0, 0), witness(600, 0), witness(0, 400), witness(602, 3), witness(0, 0)], 3),
        // A box around both.
        ([witness(0, 0, 200, 480), witness(0, 0), witness(0, 400)], 2),
        // Too close: a sticker on the same book.
        ([witness(0, 0), witness(0, 250)], 1), ([witness(0, 0), witness(390, 0)], 1),
        ([witness(0, 0), witness(0, 400, 400, 160)], 1),
        // Bars that were not measured, print, the UPC-A.
        ([witness(0, 0), witness(600, 0, confidence: 0.95)], 1),
        ([witness(0, 0), witness(600, 0, reader: .ocr)], 1),
        ([witness(0, 0), witness(600, 0, text: "070999007991+37077")], 1),
        // Two photos of one book.
        ([witness(0, 0, photo: "1"), witness(600, 0, photo: "2")], 1),
    ])
    func `copies are measured bars that are apart`(witnesses: [Witness], count: Int) throws {
        let reading = ISBNReading(isbn: try ISBN(Self.isbn), confidence: 1, witnesses: witnesses)
        #expect(reading.copies.count == count)
    }
}
