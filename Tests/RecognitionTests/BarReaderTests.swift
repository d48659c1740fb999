// Drawn barcodes, read in any orientation.
import Foundation
import TestSupport
import Testing

@testable import Books
@testable import Imaging
@testable import Recognition

struct BarReaderTests {
    /// Bars of 3 pixels per module, 120 tall, with quiet zones, rotated.
    ///
    /// - Parameter half: whether only the left half of the bars is drawn.
    private static func picture(_ digits: String, quarters: Int = 0, half: Bool = false) throws -> GreyImage {
        let modules = EAN13.modules(digits)
        let image = try #require(GreyImage(width: 400, height: 200))
        var pixels = [UInt8](repeating: 240, count: 400 * 200)
        for y in 40..<160 {
            for x in 50..<(half ? 198 : 335) where modules[(x - 50) / 3] { pixels[y * 400 + x] = 10 }
        }
        image.fill(pixels)
        return try #require(image.turned(quarters: quarters))
    }

    @Test(arguments: [0, 1, 2, 3]) func `reads bars whichever way they are turned`(quarters: Int) throws {
        let read = BarReader().read(try Self.picture("9780306406157", quarters: quarters))
        #expect(read.map(\.digits) == ["9780306406157"])
        #expect(read.first?.quality ?? 0 >= 12)
    }

    /// Bars of one publisher's books, one below the other: ZBar joins the first half of one with the second half of another.
    @Test(arguments: [0, 1, 2, 3], [2, 3, 5]) func `each of several bars that begin alike has its own place`(
        quarters: Int, count: Int
    ) throws {
        let numbers = ["9781000000009", "9781000237573", "9781000316766", "9781000079197", "9781000158380"]
            .prefix(count)
        let (width, height) = (400, 180)
        let image = try #require(GreyImage(width: width, height: height * count))
        var pixels = [UInt8](repeating: 240, count: width * height * count)
        for (place, digits) in numbers.enumerated() {
            let modules = EAN13.modules(digits)
            for y in place * height + 30..<place * height + 130 {
                for x in 50..<335 where modules[(x - 50) / 3] { pixels[y * width + x] = 10 }
            }
        }
        image.fill(pixels)
        let read = BarReader().read(try #require(image.turned(quarters: quarters)))
        #expect(Set(read.map(\.digits)).isSuperset(of: numbers))
        for bars in read where numbers.contains(bars.digits) {
            let sides = [bars.box.right - bars.box.left, bars.box.bottom - bars.box.top].sorted()
            #expect(sides[0] <= 130 && (270...300).contains(sides[1]), "\(bars.digits) \(bars.box)")
        }
    }

    /// As on books of one publisher on a table: where rows cross several, a number is also placed at its neighbours.
    @Test(arguments: 1...30, [0, 1]) func `each of several bars beside others that begin alike is measured`(
        seed: UInt64, quarters: Int
    ) throws {
        var random = SeededGenerator(seed: seed)
        let (columns, rows, width, height) = (3, 2, 490, 360)
        let image = try #require(GreyImage(width: columns * width, height: rows * height))
        var pixels = [UInt8](repeating: 240, count: columns * width * rows * height)
        var numbers: [String: (columns: Range<Int>, rows: Range<Int>)] = [:]
        for place in 0..<columns * rows {
            let isbn = ISBN(twelve: 978_306_406_000 + UInt64.random(in: 0...999, using: &random)).isbn13
            guard numbers[isbn] == nil else { continue }
            let module = Int.random(in: 2...4, using: &random)
            let left = place % columns * width + Int.random(in: 30...70, using: &random)
            let top = place / columns * height + Int.random(in: 20...160, using: &random)
            let bars = EAN13.modules(isbn)
            numbers[isbn] = (left..<left + 95 * module, top..<top + 40 * module)
            for y in top..<top + 40 * module {
                for x in left..<left + 95 * module where bars[(x - left) / module] {
                    pixels[y * columns * width + x] = 10
                }
            }
        }
        image.fill(pixels)
        let read = BarReader().read(try #require(image.turned(quarters: quarters)))
        for (isbn, place) in numbers {
            let bars = try #require(read.first { $0.digits == isbn }, "\(isbn)")
            let along =
                quarters == 0 ? bars.box.left...bars.box.right : bars.box.top...bars.box.bottom
            #expect(bars.isConfirmed, "\(isbn)")
            #expect(
                abs(along.lowerBound - place.columns.lowerBound) < 9
                    && abs(along.upperBound - place.columns.upperBound) < 9, "\(isbn) \(bars.box)")
        }
    }

    typealias Drawn = (digits: String, left: Int, top: Int, quarters: Int)

    /// Bars of 3 pixels per module, 285 by 120, each turned by quarters.
    private static func picture(width: Int, height: Int, _ all: [Drawn]) throws -> GreyImage {
        let image = try #require(GreyImage(width: width, height: height))
        var pixels = [UInt8](repeating: 240, count: width * height)
        for bars in all {
            let modules = EAN13.modules(bars.digits)
            let isUpright = bars.quarters.isMultiple(of: 2)
            for along in 0..<285 where modules[(bars.quarters < 2 ? along : 284 - along) / 3] {
                for across in 0..<120 {
                    let (x, y) = isUpright ? (along, across) : (across, along)
                    pixels[(bars.top + y) * width + bars.left + x] = 10
                }
            }
        }
        image.fill(pixels)
        return image
    }

    private static let pile = "9780306406157"

    /// As on a pile of one book, whose copies lie side by side, one below the other, or anyhow. The other two are books of
    /// the same publisher.
    @Test(
        arguments: [
            ([(pile, 50, 60, 0), (pile, 800, 60, 0)], 2),
            ([(pile, 50, 60, 0), (pile, 800, 60, 0), (pile, 1500, 90, 0)], 3),
            ([(pile, 50, 60, 0), (pile, 50, 600, 0)], 2),
            ([(pile, 50, 60, 0), (pile, 90, 600, 0), (pile, 50, 1100, 0)], 3),
            ([(pile, 50, 60, 0), (pile, 800, 60, 2)], 2), ([(pile, 50, 60, 0), (pile, 800, 600, 1)], 2),
            (
                [
                    (pile, 50, 60, 0), ("9780306406263", 550, 60, 0), (pile, 1100, 60, 0),
                    ("9780306406355", 1550, 80, 0), (pile, 1550, 800, 0),
                ], 3
            ),
            ([(pile, 50, 60, 0)], 1), ([("9780306406263", 50, 60, 0), (pile, 800, 60, 0)], 1),
        ] as [([Drawn], Int)], [0, 1, 2, 3])
    func `the same bars at several places are read at each`(example: ([Drawn], Int), quarters: Int) throws {
        let (drawn, count) = example
        let picture = try Self.picture(width: 2000, height: 1300, drawn)
        let read = BarReader().read(try #require(picture.turned(quarters: quarters)))
            .filter { $0.digits == Self.pile }
        #expect(read.count == count && read.allSatisfy { $0.isConfirmed && $0.quality > 1 })
        for bars in read {
            let sides = [bars.box.right - bars.box.left, bars.box.bottom - bars.box.top].sorted()
            #expect((50...140).contains(sides[0]) && (275...295).contains(sides[1]), "\(bars.box)")
        }
        let places = read.map { [$0.box.left / 200, $0.box.top / 200] }
        #expect(Set(places).count == count)
    }

    /// A number that is read on a single line there may be joined from halves of others.
    @Test func `a second place needs two lines`() throws {
        let picture = try Self.picture(
            width: 1200, height: 300, [(Self.pile, 50, 60, 0), (Self.pile, 800, 60, 0)])
        // All but a row of the second.
        for y in 0..<300 where y != 120 { for x in 700..<1200 { picture.row(y)[x] = 240 } }
        #expect(BarReader().read(picture).map(\.digits) == [Self.pile])
    }

    /// Bars in the middle rows of a picture, 50 pixels from its left.
    private static func drawn(
        _ modules: [Bool], of pixels: Int, rows: Range<Int>, width: Int, height: Int, quarters: Int
    ) throws -> GreyImage {
        let image = try #require(GreyImage(width: width, height: height))
        var grey = [UInt8](repeating: 240, count: width * height)
        for y in rows {
            for x in 50..<50 + pixels * modules.count where modules[(x - 50) / pixels] {
                grey[y * width + x] = 10
            }
        }
        image.fill(grey)
        return try #require(image.turned(quarters: quarters))
    }

    /// A UPC-A with an add-on nine modules behind it.
    private static func paperback(_ digits: String, _ addOn: String, quarters: Int) throws -> GreyImage {
        let modules =
            EAN13.modules(digits) + [Bool](repeating: false, count: 9) + EAN13.addOn(addOn)
        return try drawn(modules, of: 3, rows: 40..<160, width: 560, height: 200, quarters: quarters)
    }

    @Test(arguments: [0, 1, 2, 3]) func `reads the five digits beside a UPC-A`(quarters: Int) throws {
        let picture = try Self.paperback("0070999007991", "37077", quarters: quarters)
        let bars = try #require(BarReader().read(picture).first)
        #expect(bars.measuredDigits == "0070999007991")
        #expect(BarReader().addOn(of: bars, in: picture) == "37077")
    }

    @Test func `finds no add-on where there is none`() throws {
        let picture = try Self.picture("0070999007991")
        let bars = try #require(BarReader().read(picture).first)
        #expect(BarReader().addOn(of: bars, in: picture) == nil)
    }

    /// A label of 2 pixels per module, 60 tall.
    private static func label(_ kind: HouseLabel, _ text: String, quarters: Int = 0) throws -> GreyImage {
        try drawn(kind.modules(text), of: 2, rows: 160..<220, width: 700, height: 400, quarters: quarters)
    }

    @Test(
        arguments: [
            (HouseLabel.code39, "K-1204", "K-1204"), (.codabar, "A31234000123B", "31234000123"),
            (.code128, "31239", "31239"),
        ], [0, 1, 2, 3])
    func `reads a house label whichever way it is turned, and never as a book's bars`(
        label: (kind: HouseLabel, text: String, read: String), quarters: Int
    ) throws {
        let picture = try Self.label(label.kind, label.text, quarters: quarters)
        #expect(BarReader().labels(in: picture).map(\.text) == [label.read])
        #expect(BarReader().read(picture).isEmpty)
    }

    @Test(arguments: [0, 1, 2, 3]) func `reads a label that is a square`(quarters: Int) throws {
        let image = try #require(GreyImage(width: 900, height: 1200))
        var pixels = [UInt8](repeating: 240, count: 900 * 1200)
        for (line, row) in HouseLabel.square.enumerated() {
            for column in 0..<21 where row >> (20 - column) & 1 == 1 {
                for y in 0..<6 {
                    for x in 0..<6 { pixels[(200 + 6 * line + y) * 900 + 300 + 6 * column + x] = 10 }
                }
            }
        }
        image.fill(pixels)
        let labels = BarReader().labels(in: try #require(image.turned(quarters: quarters)))
        #expect(labels.map(\.text) == ["LIB-00042"])
    }

    @Test func `a book's bars, and noise, are no label`() throws {
        #expect(BarReader().labels(in: try Self.picture("9780306406157")).isEmpty)
        #expect(BarReader().labels(in: try Self.paperback("0070999007991", "37077", quarters: 0)).isEmpty)
        #expect(BarReader().labels(in: try #require(GreyImage(width: 300, height: 200))).isEmpty)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let image = try #require(GreyImage(width: 600, height: 200))
            // Stripes of random widths, as on shelves and clothes.
            var (pixels, grey, left) = ([UInt8](), UInt8(0), 0)
            let row = (0..<600).map { _ -> UInt8 in
                if left == 0 { (grey, left) = (255 - grey, Int.random(in: 1...6, using: &random)) }
                left -= 1
                return grey
            }
            for _ in 0..<200 { pixels += row }
            image.fill(pixels)
            #expect(BarReader().labels(in: image).isEmpty)
        }
    }

    /// Only one of the first lines, if any, crosses the bars, since they are 33 pixels apart; other stripes are elsewhere.
    @Test(arguments: [0, 1, 2, 3], [0, 5, 13])
    func `reads low bars in a large picture`(quarters: Int, offset: Int) throws {
        let image = try #require(GreyImage(width: 3600, height: 3000))
        for y in 300..<600 { for x in 200..<900 where x / 20 % 2 == 0 { image.row(y)[x] = 30 } }
        let modules = EAN13.modules("9780306406157")
        for y in 1300 + offset..<1330 + offset {
            for x in 900..<1185 where modules[(x - 900) / 3] { image.row(y)[x] = 10 }
        }
        let read = BarReader().read(try #require(image.turned(quarters: quarters)))
        #expect(read.map(\.digits) == ["9780306406157"])
    }

    @Test func `joins no half a number to half of the last picture's`() throws {
        let reader = BarReader()
        #expect(!reader.read(try Self.picture("9787520331661")).isEmpty)
        #expect(reader.read(try Self.picture("9787520331753", half: true)).isEmpty)
    }

    @Test func `reads nothing where there are no bars`() throws {
        #expect(BarReader().read(try #require(GreyImage(width: 300, height: 200))).isEmpty)
    }
}

extension GreyImage {
    fileprivate func fill(_ pixels: [UInt8]) {
        for (index, grey) in pixels.enumerated() {
            row(index / width)[index % width] = grey
        }
    }
}
