// Drawn barcodes, read in any orientation.
import Foundation
import Testing

@testable import Imaging
@testable import Recognition

struct BarReaderTests {
    /// Bars of 3 pixels per module, 120 tall, with quiet zones, rotated.
    ///
    /// - Parameter half: whether only the left half of the bars is drawn.
    private static func picture(_ digits: String, quarters: Int = 0, half: Bool = false) throws -> GrayImage {
        let modules = EAN13.modules(digits)
        let image = try #require(GrayImage(width: 400, height: 200))
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

    /// A UPC-A with an add-on nine modules behind it.
    private static func paperback(_ digits: String, _ addOn: String, quarters: Int) throws -> GrayImage {
        let modules =
            EAN13.modules(digits) + [Bool](repeating: false, count: 9) + EAN13.addOn(addOn)
        let image = try #require(GrayImage(width: 560, height: 200))
        var pixels = [UInt8](repeating: 240, count: 560 * 200)
        for y in 40..<160 {
            for x in 50..<50 + 3 * modules.count where modules[(x - 50) / 3] { pixels[y * 560 + x] = 10 }
        }
        image.fill(pixels)
        return try #require(image.turned(quarters: quarters))
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

    @Test func `joins no half a number to half of the last picture's`() throws {
        let reader = BarReader()
        #expect(!reader.read(try Self.picture("9787520331661")).isEmpty)
        #expect(reader.read(try Self.picture("9787520331753", half: true)).isEmpty)
    }

    @Test func `reads nothing where there are no bars`() throws {
        #expect(BarReader().read(try #require(GrayImage(width: 300, height: 200))).isEmpty)
    }
}

extension GrayImage {
    fileprivate func fill(_ pixels: [UInt8]) {
        for (index, grey) in pixels.enumerated() {
            row(index / width)[index % width] = grey
        }
    }
}
