// Photos of several books, or of several copies of one.
import Foundation
import TestSupport
import Testing

@testable import Books
@testable import Imaging
@testable import Reading
@testable import Recognition

@Suite(.enabled(if: isQuick, "reading photos needs a release build")) struct SeveralBarsTests {
    private static let isbn = "9780306406157"

    /// Bars of 95 modules by 44.
    private static func photo(
        _ places: [(x: Int, y: Int)], _ isbns: [String] = [isbn], module: Double = 5, width: Int = 2800,
        height: Int = 1800
    ) throws -> Data {
        var rows = [UInt8](repeating: 240, count: 3 * width * height)
        for (number, place) in places.enumerated() {
            let edges = try #require(EANPattern(isbns[number % isbns.count])).edges.map { Int($0 * module) }
            for bar in stride(from: 0, to: edges.count, by: 2) {
                for y in place.y..<place.y + Int(44 * module) {
                    let left = y * width + place.x
                    for sample in 3 * (left + edges[bar])..<3 * (left + edges[bar + 1]) { rows[sample] = 20 }
                }
            }
        }
        let image = try #require(ColourImage(rows: Data(rows), width: width, height: height))
        return try #require(image.jpeg(quality: 90))
    }

    @Test(
        arguments: [
            [(300, 300)], [(1200, 800)], [(200, 300), (1800, 300)], [(300, 200), (300, 1300)],
            [(200, 200), (1900, 300), (1000, 1400)],
        ] as [[(x: Int, y: Int)]],
        [ScanOptions(readers: [.barcode]), ScanOptions(), ScanOptions(rotation: 90)])
    func `each copy is a barcode of its own, however often it is read`(
        places: [(x: Int, y: Int)], options: ScanOptions
    ) throws {
        let records = try PhotoScanner(options: options).scan(try Self.photo(places), name: "pile")
        let record = try #require(records.first)
        #expect(record.status == .found && record.isbns.map(\.isbn.isbn13) == [Self.isbn])
        let copies = try #require(record.isbns.first).copies
        #expect(copies.count == places.count)
        for place in places {
            let middle = (x: place.x + 237, y: place.y + 110)
            #expect(
                copies.count { box in
                    abs(box.map(\.x).reduce(0, +) / 4 - middle.x) < 60
                        && abs(box.map(\.y).reduce(0, +) / 4 - middle.y) < 60
                } == 1, "\(copies)")
        }
    }

    /// ZBar joins the first half of one barcode with the second half of another in the same row if their check digits allow it, as
    /// those of one pair in ten do.
    @Test(arguments: 1...20) func `books in a row are all found, whatever their halves make together`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let isbns = [978_030_640_000, 978_030_655_000, 978_316_148_000].map { (first: UInt64) in
            ISBN(twelve: first + UInt64.random(in: 0...999, using: &random)).isbn13
        }
        let places = isbns.indices.map { (x: 80 + $0 * 600, y: 150) }
        let photo = try Self.photo(places, isbns, module: 3, width: 1900, height: 700)
        for readers in [[.barcode], [.ocr, .barcode]] as [Set<WitnessReader>] {
            let record = try #require(
                PhotoScanner(options: ScanOptions(readers: readers)).scan(photo, name: "row").first)
            #expect(record.isbns.map(\.isbn.isbn13) == isbns, "\(readers)")
        }
    }

    /// Reduced, the bars are too narrow to be measured, and ZBar may read a wrong number at the place of a right one.
    @Test(arguments: 1...30) func `books in two rows of a large photo are all found`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let one = UInt64.random(in: 0..<3, using: &random)
        let isbns = (0..<Int.random(in: 3...6, using: &random)).map { _ in
            let group = Bool.random(using: &random) ? one : UInt64.random(in: 0..<3, using: &random)
            let first: UInt64 = [978_030_640_000, 978_014_000_000, 978_316_148_000][Int(group)]
            return ISBN(twelve: first + UInt64.random(in: 0...999, using: &random)).isbn13
        }
        let places = isbns.indices.map { (x: 60 + $0 % 3 * 950, y: 300 + $0 / 3 * 800) }
        let photo = try Self.photo(places, isbns)
        let record = try #require(try PhotoScanner().scan(photo, name: "rows").first)
        #expect(Set(record.isbns.map(\.isbn.isbn13)) == Set(isbns))
    }
}
