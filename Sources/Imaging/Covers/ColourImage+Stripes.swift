// Tells a barcode's label, which has clear sides like a cover, from a cover.
import Foundation

extension ColourImage {
    /// The share of a quadrilateral that is striped in one direction, of 36 parts: below 0.2 for a cover, whose barcode
    /// is a small part of it, and mostly far above for a barcode's label.
    ///
    /// - Parameter quad: in parts of the sides.
    func stripes(in quad: Quad) -> Double {
        guard width >= 3, height >= 3 else { return 0 }
        func brightness(_ x: Int, _ y: Int) -> Double {
            guard let colour = colour(x: x, y: y) else { return 0 }
            return (Double(colour.red) + Double(colour.green) + Double(colour.blue)) / 3
        }
        let (parts, samples) = (6, 10)
        var changes = Array(repeating: Changes(), count: parts * parts)
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
                func across(_ y: Int) -> Double {
                    (brightness(x - 1, y) + 2 * brightness(x, y) + brightness(x + 1, y)) / 4
                }
                func down(_ x: Int) -> Double {
                    (brightness(x, y - 1) + 2 * brightness(x, y) + brightness(x, y + 1)) / 4
                }
                changes[part].add(down(x + 1) - down(x - 1), across(y + 1) - across(y - 1))
            }
        }
        let directions = changes.compactMap { $0.direction(of: samples * samples) }
        let alike = directions.map { one in directions.count { cos($0 - one) > 0.85 } }.max() ?? 0
        return Double(alike) / Double(parts * parts)
    }
}

/// How brightness changes within a part of a picture.
private struct Changes {
    /// The structure tensor (Bigün and Granlund, Optimal orientation detection of linear symmetry, 1987).
    private var (across, mixed, down) = (0.0, 0.0, 0.0)
    private var sum = 0.0

    /// - Parameter right: by how many levels it changes over two pixels.
    mutating func add(_ right: Double, _ below: Double) {
        let size = hypot(right, below)
        // One sharp edge is no stripes.
        let share = size > 30 ? 30 / size : 1
        across += share * right * share * right
        mixed += share * right * share * below
        down += share * below * share * below
        sum += share * size
    }

    /// The direction in which it changes, twice the angle, as the opposite is the same; `nil` unless it is striped.
    func direction(of samples: Int) -> Double? {
        let (cosine, sine) = (across - down, 2 * mixed)
        // Noise and a few lines are no stripes. Of these, the change is two and a half times as large across as along.
        guard sum > 9 * Double(samples), hypot(cosine, sine) > 0.72 * (across + down) else { return nil }
        return atan2(sine, cosine)
    }
}
