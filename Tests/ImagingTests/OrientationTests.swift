// All eight orientations of a camera, pixel by pixel.
import Foundation
import Testing

@testable import Imaging

struct OrientationTests {
    /// The upright position of a stored pixel, from the definition of row 0 and column 0 in EXIF 2.32 (4.6.4, tag
    /// 0x0112).
    private static func upright(_ value: Int, row: Int, column: Int, width: Int, height: Int) -> (
        x: Int, y: Int
    ) {
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

    @Test(arguments: 1...8, [PhotoFormat.png, .tiff]) func `turns a stored picture upright`(
        value: Int, format: PhotoFormat
    ) throws {
        let (width, height) = (7, 5)
        let expected = try GreyImage.drawn(width, height) { x, y in UInt8(10 * x + y) }
        let swaps = value >= 5
        let stored = try GreyImage.drawn(swaps ? height : width, swaps ? width : height) { column, row in
            let place = Self.upright(value, row: row, column: column, width: width, height: height)
            return expected[place.x, place.y]
        }
        let orientation = UInt8(value)
        let file = try PhotoFile(
            format == .png ? Self.png(stored, orientation) : Self.tiff(stored, orientation))
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
    private static func png(_ image: GreyImage, _ orientation: UInt8) throws -> Data {
        var png = try image.png()
        let exif: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0,
            0,
        ]
        var chunk = Array("eXIf".utf8) + exif
        chunk = [0, 0, 0, UInt8(exif.count)] + chunk + crc(chunk)
        let header = 8 + 25
        png.insert(contentsOf: chunk, at: header)
        return png
    }

    /// An uncompressed TIFF, big-endian if its orientation is odd.
    private static func tiff(_ image: GreyImage, _ orientation: UInt8) -> Data {
        let (width, height) = (UInt8(image.width), UInt8(image.height))
        let fields: [(tag: UInt16, value: UInt8)] = [
            (256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 134), (274, orientation),
            (277, 1),
            (278, height), (279, width * height),
        ]
        let isBig = !orientation.isMultiple(of: 2)
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBig ? bytes.reversed() : bytes
        }
        var tiff = (isBig ? Array("MM".utf8) : Array("II".utf8)) + number(42, 2) + number(8, 4)
        tiff += number(fields.count, 2)
        for (tag, value) in fields {
            tiff += number(Int(tag), 2) + number(3, 2) + number(1, 4) + number(Int(value), 2) + [0, 0]
        }
        tiff += number(0, 4)
        for y in 0..<image.height { for x in 0..<image.width { tiff.append(image[x, y]) } }
        return Data(tiff)
    }

    /// PNG's checksum (annex D).
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
