// A decoded picture, as a worker returns it to a program that decodes none itself.
import Foundation

/// Pixels of a small picture. As a file it is a binary PPM.
package struct PixelMap: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Red, green and blue of each pixel, one byte each, row by row.
    package let rows: Data

    static let start = Array("P6 ".utf8)

    package init(width: Int, height: Int, rows: Data) {
        (self.width, self.height, self.rows) = (width, height, rows)
    }

    /// `nil` if the bytes are not exactly such a file.
    package init?(file: Data) {
        guard let end = file.firstIndex(of: 0x0A) else { return nil }
        let head = String(decoding: file[..<end], as: UTF8.self).split(separator: " ").map(String.init)
        guard head.count == 4, head[0] == "P6", head[3] == "255", let width = Int(head[1]),
            let height = Int(head[2]), (1...4096).contains(width), (1...4096).contains(height),
            file.distance(from: end, to: file.endIndex) - 1 == 3 * width * height
        else { return nil }
        self.init(width: width, height: height, rows: Data(file[(end + 1)...]))
    }

    var file: Data { Data("P6 \(width) \(height) 255\n".utf8) + rows }
}
