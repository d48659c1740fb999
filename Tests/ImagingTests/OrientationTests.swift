import Foundation
import Testing

@testable import Imaging

@Suite struct OrientationTests {
    /// Where a stored pixel belongs, by the words of EXIF 2.32 (4.6.4, tag 0x0112) on row 0 and column 0.
    private static func upright(_ value: Int, row: Int, column: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch value {
        case 2: (width - 1 - column, row)
        case 3: (width - 1 - column, height - 1 - row)
        case 4: (column, height - 1 - row)
        case 5: (row, column)
        case 6: (width - 1 - row, column)
        case 7: (width - 1 - row, height - 1 - column)
        case 8: (row, height - 1 - column)
        default: (column, row)
        }
    }

    @Test(arguments: 1...8) func `turns a stored picture upright`(value: Int) throws {
        let (width, height) = (7, 5)
        let expected = try GrayImage.drawn(width, height) { x, y in UInt8(10 * x + y) }
        let swaps = value >= 5
        let stored = try GrayImage.drawn(swaps ? height : width, swaps ? width : height) { column, row in
            let place = Self.upright(value, row: row, column: column, width: width, height: height)
            return expected[place.x, place.y]
        }
        let file = try PhotoFile(try Self.png(stored, orientation: UInt8(value)))
        var pages = 0
        file.forEachPage { page in
            pages += 1
            guard let page = try? page.get(), let image = try? page.decode().image else {
                Issue.record("no picture")
                return
            }
            #expect((page.width, page.height) == (width, height))
            #expect((image.width, image.height) == (width, height))
            for y in 0..<height { for x in 0..<width { #expect(image[x, y] == expected[x, y]) } }
        }
        #expect(pages == 1)
    }

    /// A PNG with an `eXIf` chunk before its pixels.
    private static func png(_ image: GrayImage, orientation: UInt8) throws -> Data {
        var png = try image.png()
        let exif: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
        ]
        var chunk = Array("eXIf".utf8) + exif
        chunk = [0, 0, 0, UInt8(exif.count)] + chunk + crc(chunk)
        let header = 8 + 25
        png.insert(contentsOf: chunk, at: header)
        return png
    }

    /// PNG's own check sum (annex D).
    private static func crc(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
        sum ^= 0xFFFF_FFFF
        return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }
}
