// A photo of a shelf as books stand there: spines of different widths, each with a label that reads upwards or downwards.
import Foundation

public struct DrawnShelf {
    public static let (width, height) = (4000, 1500)

    private var pixels: [UInt8]

    /// Draws the spines side by side from the left.
    ///
    /// - Parameter labels: the texts of their labels, in Code 39; `nil` for a spine without one.
    public init(_ labels: [String?], seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        pixels = [UInt8](repeating: 60, count: Self.width * Self.height)
        var left = 30
        for (number, label) in labels.enumerated() {
            let spine = Int.random(in: 100...125, using: &random)
            let top = Int.random(in: 20...160, using: &random)
            fill(left..<left + spine, top..<Self.height - 40, UInt8.random(in: 90...200, using: &random))
            if let label {
                draw(label, left: left + 8, width: spine - 16, isUpwards: number.isMultiple(of: 2))
            }
            left += spine + 4
        }
    }

    private mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ grey: UInt8) {
        for y in rows { for x in columns where x < Self.width { pixels[y * Self.width + x] = grey } }
    }

    /// Bars of 3 pixels per module across the spine.
    private mutating func draw(_ text: String, left: Int, width: Int, isUpwards: Bool) {
        var modules = HouseLabel.code39.modules(text)
        if isUpwards { modules.reverse() }
        let bottom = Self.height - 120
        let top = bottom - 3 * modules.count
        fill(left..<left + width, top - 30..<bottom + 30, 250)
        for y in top..<bottom where modules[(y - top) / 3] { fill(left..<left + width, y..<y + 1, 15) }
    }

    /// A BMP file, in grey.
    public var file: Data {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> (8 * $0) & 255) }
        }
        let palette = (0..<256).flatMap { grey -> [UInt8] in [UInt8(grey), UInt8(grey), UInt8(grey), 0] }
        let start = 54 + palette.count
        let header: [UInt8] =
            Array("BM".utf8) + little(start + pixels.count, 4) + little(0, 4) + little(start, 4)
            + little(40, 4)
            + little(Self.width, 4) + little(Self.height, 4) + little(1, 2) + little(8, 2) + little(0, 4)
            + little(pixels.count, 4) + little(2835, 4) + little(2835, 4) + little(256, 4) + little(0, 4)
        var file = Data(header + palette)
        // From the last row to the first.
        for y in (0..<Self.height).reversed() {
            file.append(contentsOf: pixels[(y * Self.width)..<((y + 1) * Self.width)])
        }
        return file
    }
}
