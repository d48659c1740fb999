// The shape of a component: bars are told from letters by it.
import Foundation

/// How a component's pixels lie about their middle.
struct Moments {
    var (count, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    mutating func add(_ left: Int32, _ right: Int32, _ row: Int32) {
        let (many, row) = (Double(right - left), Double(row))
        let middle = Double(left + right - 1) / 2
        count += many
        x += many * middle
        y += many * row
        xx += many * (middle * middle + (many * many - 1) / 12)
        xy += many * middle * row
        yy += many * row * row
    }

    /// The sides of a rectangle with these moments, in pixels, and its long side's angle, 0…π.
    var ellipse: (length: Double, width: Double, angle: Double) {
        let (a, b) = (xx / count - x * x / count / count, yy / count - y * y / count / count)
        let c = xy / count - x * y / count / count
        let spread = ((a - b) * (a - b) / 4 + c * c).squareRoot()
        let angle = atan2(2 * c, a - b) / 2
        return (
            (12 * ((a + b) / 2 + spread)).squareRoot(), (12 * max((a + b) / 2 - spread, 1 / 12)).squareRoot(),
            angle < 0 ? angle + .pi : angle
        )
    }
}
