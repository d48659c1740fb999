// Photos of several copies of one book.
import Books
import Foundation
import Testing

@testable import Imaging
@testable import Reading
@testable import Recognition

@Suite(.enabled(if: isQuick, "reading photos needs a release build")) struct SeveralCopiesTests {
    private static let isbn = "9780306406157"

    /// Bars of 5 pixels per module, 475 by 220.
    private static func photo(_ places: [(x: Int, y: Int)]) throws -> Data {
        let (width, height) = (2800, 1800)
        let edges = try #require(EANPattern(isbn)).edges.map { Int($0 * 5) }
        var rows = [UInt8](repeating: 240, count: 3 * width * height)
        for place in places {
            for bar in stride(from: 0, to: edges.count, by: 2) {
                for y in place.y..<place.y + 220 {
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
}
