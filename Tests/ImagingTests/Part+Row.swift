// Rows of parts, like letters and bars in a line.

@testable import Imaging

extension Part {
    /// Parts of one size in a row.
    ///
    /// - Parameter slope: how far each part is lower per pixel along the row.
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
