// Rows of parts, as letters and bars stand in a line.

@testable import Imaging

extension Part {
    /// Parts of one size, one behind the other.
    ///
    /// - Parameter slope: how far each sinks for each pixel along.
    static func row(
        _ count: Int, from start: Double = 0, width: Double = 13, gap: Double = 7, height: Double = 24,
        middle: Double = 100, slope: Double = 0
    ) -> [Part] {
        (0..<count).map { index in
            let left = start + Double(index) * (width + gap)
            let down = middle + slope * (left + width / 2)
            return Part(start: left, end: left + width, top: down - height / 2, bottom: down + height / 2)
        }
    }
}
