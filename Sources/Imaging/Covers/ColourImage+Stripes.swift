// Tells a barcode's label, which has clear sides like a cover, from a cover.
import Foundation

extension ColourImage {
    /// The share of a quadrilateral that is striped in one direction, of 36 parts: below 0.1 for a cover, whose barcode
    /// is a small part of it, and above 0.25 for a barcode's label.
    ///
    /// - Parameter quad: in parts of the sides.
    func stripes(in quad: Quad) -> Double {
        guard width >= 3, height >= 3 else { return 0 }
        func brightness(_ x: Int, _ y: Int) -> Double {
            guard let colour = colour(x: x, y: y) else { return 0 }
            return (Double(colour.red) + Double(colour.green) + Double(colour.blue)) / 3
        }
        let (parts, samples) = (6, 10)
        // Noise and a few lines are no stripes.
        let least = 6.0 * Double(samples * samples)
        let changes = (across: least, down: least)
        var sums = Array(repeating: changes, count: parts * parts)
        let last = Double(parts * samples - 1)
        for row in 0..<(parts * samples) {
            for column in 0..<(parts * samples) {
                // The label's own sides are left out.
                let u = 0.08 + 0.84 * Double(column) / last
                let v = 0.08 + 0.84 * Double(row) / last
                func mixed(_ part: (Point) -> Double) -> Double {
                    let top = (1 - u) * part(quad.topLeft) + u * part(quad.topRight)
                    let bottom = (1 - u) * part(quad.bottomLeft) + u * part(quad.bottomRight)
                    return (1 - v) * top + v * bottom
                }
                let x = min(max(1, Int(mixed { $0.x } * Double(width))), width - 2)
                let y = min(max(1, Int(mixed { $0.y } * Double(height))), height - 2)
                let part = row / samples * parts + column / samples
                // One sharp edge is no stripes either.
                sums[part].across += min(30, abs(brightness(x + 1, y) - brightness(x - 1, y)))
                sums[part].down += min(30, abs(brightness(x, y + 1) - brightness(x, y - 1)))
            }
        }
        // Brightness changes at least two and a half times as much in one direction as in the other.
        let upright = sums.count { $0.across > 2.5 * $0.down }
        let level = sums.count { $0.down > 2.5 * $0.across }
        return Double(max(upright, level)) / Double(sums.count)
    }
}
