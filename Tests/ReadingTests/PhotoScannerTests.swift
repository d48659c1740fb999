// From a whole photo to its record, with either reader, cropped and rotated.
import Books
import Foundation
import TestSupport
import Testing

@testable import Imaging
@testable import Reading
@testable import Recognition

@Suite(.enabled(if: isQuick, "reading photos needs a release build")) struct PhotoScannerTests {
    private static let folder = Repository.root.appending(path: "testimages")
    private static let photo = "cover-ean-price-addon"

    private static func scan(_ name: String, _ options: ScanOptions) throws -> PhotoRecord {
        let bytes = try Data(contentsOf: folder.appending(path: name + ".jpg"))
        let records = try PhotoScanner(options: options).scan(bytes, name: name)
        #expect(records.count == 1)
        return try #require(records.first)
    }

    private static func truth(_ name: String) throws -> String {
        let sidecar = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.appending(path: name + ".json")))
        return try #require((sidecar as? [String: Any])?["isbn13"] as? [String]).first ?? "-"
    }

    private static func middle(_ record: PhotoRecord) throws -> (x: Int, y: Int) {
        let box = try #require(record.isbns.first?.witnesses.first?.box)
        #expect(box.count == 4)
        return (box.map(\.x).reduce(0, +) / 4, box.map(\.y).reduce(0, +) / 4)
    }

    @Test(arguments: [WitnessReader.ocr, .barcode]) func `reads a cover by either reader alone`(
        reader: WitnessReader
    ) throws {
        let record = try Self.scan(Self.photo, ScanOptions(readers: [reader]))
        #expect(record.status == .found)
        #expect(record.isbns.first?.isbn.isbn13 == (try Self.truth(Self.photo)))
        #expect(record.isbns.first?.witnesses.allSatisfy { $0.reader == reader } == true)
        #expect(record.sha256?.count == 64)
    }

    /// The bars are replaced by those of a number that is not the one printed below, or is, so blurred that no edge is left.
    @Test(arguments: [("9780306406157", ScanStatus.uncertain), ("9788498385717", .found)])
    func `bars that are only a blur contradict the print`(digits: String, status: ScanStatus) throws {
        let file = Self.folder.appending(path: "cover-bars-without-isbn-line.jpg")
        var decoded: GreyImage?
        try PhotoFile(Data(contentsOf: file)).forEachPage { decoded = try? $0.get().decode().image }
        let picture = try #require(decoded)
        let edges = try #require(EANPattern(digits)).edges
        for y in 318..<436 {
            for x in 700..<950 {
                let place = (933.5 - Double(x)) / 2.28
                let dark = stride(from: 0, to: edges.count - 1, by: 2).map { bar in
                    erf((place - edges[bar]) / 1.5) - erf((place - edges[bar + 1]) / 1.5)
                }.reduce(0, +)
                picture.row(y)[x] = UInt8(min(max(225 - 90 * dark, 0), 255))
            }
        }
        let folder = try TemporaryFolder()
        let photo = folder.url.appending(path: "blurred.png")
        picture.writePNG(to: photo.path.utf8CString.map { $0 })
        let record = try #require(
            try PhotoScanner(options: ScanOptions()).scan(Data(contentsOf: photo), name: "blurred").first)
        #expect(record.status == status)
        let isbns = status == .found ? record.isbns : record.candidates
        #expect(Set(isbns.map(\.isbn.isbn13)) == [digits, "9788498385717"])
    }

    @Test(arguments: [90, 180, 270]) func `gives boxes in the upright photo however it is turned`(
        rotation: Int
    ) throws {
        let upright = try Self.scan(Self.photo, ScanOptions(readers: [.barcode]))
        let turned = try Self.scan(Self.photo, ScanOptions(readers: [.barcode], rotation: rotation))
        let (one, other) = (try Self.middle(upright), try Self.middle(turned))
        #expect(abs(one.x - other.x) < 40 && abs(one.y - other.y) < 40)
        #expect((upright.width, upright.height) == (turned.width, turned.height))
    }

    @Test func `returns all that an imprint lists, with what the page calls them`() throws {
        let record = try Self.scan("imprint-spanish-complete-works", ScanOptions())
        #expect(record.isbns.map(\.isbn.isbn13) == ["9789875668416", "9789875668423", "9789875668409"])
        #expect(record.isbns.map(\.qualifier) == ["TOMO 1", "TOMO 2", "OBRA COMPLETA"])
        #expect(record.isbns.map(\.reason) == ["printed first", nil, nil])
        #expect(record.isbns.map(\.book) == [1, 1, 1])
    }

    @Test(arguments: ["100,200,640,480", "10%,10.05%,50%,0.5", "0,0,100%,1000000"])
    func `a crop is written as it was given`(text: String) throws {
        #expect(try #require(CropRegion(text: text)).text == text)
    }

    @Test func `reads only what the crop leaves`() throws {
        func percent(_ value: Double) -> CropRegion.Length { .init(value, isPercent: true) }
        let crop = CropRegion(x: percent(0), y: .init(0), width: percent(100), height: percent(5))
        #expect(try Self.scan(Self.photo, ScanOptions(crop: crop)).status == .none)
        let whole = CropRegion(x: .init(0), y: .init(0), width: percent(100), height: .init(9_000))
        #expect(try Self.scan(Self.photo, ScanOptions(crop: whole)).status == .found)
        let outside = CropRegion(x: .init(9_000), y: .init(0), width: .init(10), height: .init(10))
        #expect(try Self.scan(Self.photo, ScanOptions(crop: outside)).error?.code == "crop")
    }

    @Test func `says what it could not read`() throws {
        let scanner = try PhotoScanner(options: ScanOptions())
        let codes = [Data(), Data("text".utf8), Data([0xFF, 0xD8, 0xFF])].map { bytes in
            scanner.scan(bytes, name: "x").map { $0.error?.code }
        }
        #expect(codes == [["empty"], ["unknown-format"], ["truncated"]])
    }

    @Test func `writes a picture of each step`() throws {
        let output = try TemporaryFolder()
        let record = try Self.scan(Self.photo, ScanOptions(readers: [.ocr], debugImages: output.path))
        let folder = "\(output.path)/\(Self.photo)"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(files.prefix(3) == ["001-photo.png", "002-dark-lines.png", "003-line1-cut.png"])
        #expect(files[3].hasPrefix("004-line1-reads-"))
        let isbn = try #require(record.isbns.first?.isbn)
        #expect(files.last?.hasSuffix("-found-\(isbn.isbn13).png") == true)
    }

    /// A label in the upper left corner of a photo.
    private static func labelled(_ name: String, _ text: String) throws -> Data {
        var pages: [PhotoFile.Page] = []
        let bytes = try Data(contentsOf: folder.appending(path: name + ".jpg"))
        try PhotoFile(bytes).forEachPage { pages += (try? $0.get()).map { [$0] } ?? [] }
        let photo = try #require(pages.first).colour()
        var rows = photo.rows
        let modules = HouseLabel.code39.modules(text)
        for y in 20..<170 {
            for x in 20..<100 + 3 * modules.count {
                let module = (x - 60) / 3
                let isInk = x >= 60 && module < modules.count && modules[module] && 35..<155 ~= y
                for sample in 0..<3 { rows[3 * (y * photo.width + x) + sample] = isInk ? 20 : 240 }
            }
        }
        let image = try #require(ColourImage(rows: rows, width: photo.width, height: photo.height))
        return try #require(image.jpeg(quality: 90))
    }

    @Test func `a house label is another number, and the ISBN is read as without it`() throws {
        let options = ScanOptions(readers: [.ocr, .barcode, .label])
        let plain = try Self.scan(Self.photo, options)
        let records = try PhotoScanner(options: options).scan(
            try Self.labelled(Self.photo, "K-1204"), name: "labelled")
        #expect(records.first?.isbns.map(\.isbn) == plain.isbns.map(\.isbn))
        #expect(plain.others.filter { $0.number.kind == .label }.isEmpty)
        let label = try #require(records.first?.others.first { $0.number.kind == .label })
        #expect(label.number.value == "K-1204")
        #expect(label.box.allSatisfy { $0.x < 500 && $0.y < 200 } && label.box.count == 4)
    }

    @Test func `the five digits beside the bars give the price`() throws {
        let record = try Self.scan(Self.photo, ScanOptions())
        #expect(record.isbns.first?.price == Price("24.95 USD"))
        #expect(try Self.scan("cover-blurred-close", ScanOptions()).isbns.first?.price == nil)
    }
}
