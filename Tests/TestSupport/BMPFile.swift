// Pictures in colour in the simplest format.
import Foundation

/// BMP files of 24 bits a pixel, without padding: a row's width is a multiple of four pixels.
public enum BMPFile {
    /// - Parameter colour: blue, green and red of a pixel; `y` counts from the bottom row, which comes first in the file.
    public static func data(width: Int, height: Int, colour: (_ x: Int, _ y: Int) -> [UInt8]) -> Data {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> (8 * $0) & 255) }
        }
        let size = 3 * width * height
        var file = Array("BM".utf8) + little(54 + size, 4) + little(0, 4) + little(54, 4)
        file += little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2)
        file += little(0, 4) + little(size, 4) + little(2835, 4) + little(2835, 4) + little(0, 8)
        for y in 0..<height {
            for x in 0..<width { file += colour(x, y) }
        }
        return Data(file)
    }
}
