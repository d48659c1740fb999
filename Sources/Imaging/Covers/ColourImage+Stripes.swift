// Tells a barcode's label, which has clear sides like a cover, from a cover.
import Foundation

extension ColourImage {
    /// How much more the brightness changes in one direction than in the other within a quadrilateral, as a natural
    /// logarithm: near 0 for pictures, below 0.5 for text, and above 1 for a barcode.
    ///
    /// - Parameter quad: in parts of the sides.
    func stripes(in quad: Quad) -> Double {
        guard width >= 3, height >= 3 else { return 0 }
        func brightness(_ x: Int, _ y: Int) -> Double {
            guard let colour = colour(x: x, y: y) else { return 0 }
            return (Double(colour.red) + Double(colour.green) + Double(colour.blue)) / 3
        }
        let samples = 60
        // Noise and a few lines are no stripes.
        let least = 6.0 * Double(samples * samples)
        var (across, down) = (least, least)
        for row in 0..<samples {
            for column in 0..<samples {
                // The label's own sides are left out.
                let u = 0.08 + 0.84 * Double(column) / Double(samples - 1)
                let v = 0.08 + 0.84 * Double(row) / Double(samples - 1)
                func mixed(_ part: (Point) -> Double) -> Double {
                    let top = (1 - u) * part(quad.topLeft) + u * part(quad.topRight)
                    let bottom = (1 - u) * part(quad.bottomLeft) + u * part(quad.bottomRight)
                    return (1 - v) * top + v * bottom
                }
                let x = min(max(1, Int(mixed { $0.x } * Double(width))), width - 2)
                let y = min(max(1, Int(mixed { $0.y } * Double(height))), height - 2)
                across += abs(brightness(x + 1, y) - brightness(x - 1, y))
                down += abs(brightness(x, y + 1) - brightness(x, y - 1))
            }
        }
        return abs(log(across / down))
    }
}
