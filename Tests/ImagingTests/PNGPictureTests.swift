// Every kind of PNG is decoded to the grey that it has on a white background.
import Foundation
import Testing

@testable import Imaging

struct PNGPictureTests {
    /// One row of an uncompressed PNG.
    private struct Row: CustomTestStringConvertible {
        let testDescription: String
        let width: UInt8
        let bits: UInt8
        /// 0 grey, 2 colour, 3 palette, 4 grey and alpha, 6 colour and alpha.
        let kind: UInt8
        var chunks: [(String, [UInt8])] = []
        /// Where the further passes begin among the bytes; `nil` if there are none.
        var passes: [Int]?
        /// The reduction with which it is decoded.
        var reduction = 1
        let bytes: [UInt8]
        let greys: [UInt8]

        var png: Data {
            var row: [UInt8] = [0]
            for (place, byte) in bytes.enumerated() {
                if passes?.contains(place) == true { row.append(0) }
                row.append(byte)
            }
            let length = UInt8(row.count)
            // Adler-32 for so few bytes.
            let low = row.reduce(1) { $0 + UInt16($1) }
            let high = row.reduce((UInt16(1), UInt16(0))) { ($0.0 + UInt16($1), $0.1 + $0.0 + UInt16($1)) }.1
            let sum = [high, low].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let header: [UInt8] = [0, 0, 0, width, 0, 0, 0, 1, bits, kind, 0, 0, passes == nil ? 0 : 1]
            let data = [0x78, 0x01, 0x01, length, 0, ~length, 0xFF] + row + sum
            return ([("IHDR", header)] + chunks + [("IDAT", data), ("IEND", [])]).reduce(
                Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            ) { $0 + chunk($1.0, $1.1) }
        }

        private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + content
            let check = ~body.reduce(UInt32.max) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
            }
            return [0, 0, 0, UInt8(content.count)] + body
                + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: check >> $0) }
        }
    }

    private static let rows = [
        Row(
            testDescription: "1 bit", width: 4, bits: 1, kind: 0, bytes: [0b0101_0000],
            greys: [0, 255, 0, 255]),
        Row(testDescription: "4 bits", width: 2, bits: 4, kind: 0, bytes: [0x0A], greys: [0, 170]),
        Row(
            testDescription: "16 bits", width: 2, bits: 16, kind: 0, bytes: [7, 200, 90, 1], greys: [7, 90]),
        Row(
            testDescription: "a grey that is transparent", width: 3, bits: 8, kind: 0,
            chunks: [("tRNS", [0, 40])], bytes: [30, 40, 50], greys: [30, 255, 50]),
        Row(
            testDescription: "colour", width: 3, bits: 8, kind: 2, bytes: [255, 0, 0, 0, 255, 0, 0, 0, 255],
            greys: [77, 128, 51]),
        Row(
            testDescription: "a palette, of which one is half transparent", width: 3, bits: 2, kind: 3,
            chunks: [("PLTE", [0, 0, 0, 100, 100, 100, 0, 0, 255]), ("tRNS", [255, 0, 128])],
            bytes: [0b0001_1000], greys: [0, 255, 153]),
        Row(
            testDescription: "grey and alpha", width: 3, bits: 8, kind: 4, bytes: [9, 255, 9, 0, 100, 51],
            greys: [9, 255, 224]),
        // Of six pixels, the first pass has the first; then come the fifth, the third, and the rest.
        Row(
            testDescription: "interlaced", width: 6, bits: 8, kind: 0, passes: [1, 2, 3],
            bytes: [10, 50, 30, 20, 40, 60], greys: [10, 20, 30, 40, 50, 60]),
        Row(
            testDescription: "interlaced and reduced", width: 6, bits: 16, kind: 0, passes: [2, 4, 6],
            reduction: 4,
            bytes: [10, 0, 50, 0, 30, 0, 20, 0, 40, 0, 60, 0], greys: [25, 55]),
        Row(
            testDescription: "16 bits, reduced", width: 5, bits: 16, kind: 0, reduction: 2,
            bytes: [255, 0, 255, 0, 8, 0, 9, 0, 77, 0], greys: [255, 9, 77]),
        Row(
            testDescription: "colour and alpha", width: 2, bits: 8, kind: 6,
            bytes: [255, 0, 0, 255, 255, 0, 0, 0], greys: [77, 255]),
    ]

    @Test(arguments: rows) private func `becomes the grey that is seen`(row: Row) throws {
        var pages: [Result<PhotoFile.Page, ImagingError>] = []
        try PhotoFile(row.png).forEachPage { pages.append($0) }
        let image = try #require(pages.first).get().decode(reduction: row.reduction).image
        #expect((0..<image.width).map { image.row(0)[$0] } == row.greys)
    }
}
