// Where the witnesses of a photo are, and how far apart.
import Foundation

/// An upright rectangle around a witness, in the photo's pixels.
package struct Bounds: Sendable {
    package let left: Double
    package let top: Double
    package let right: Double
    package let bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    package init(of box: [PhotoPoint]) {
        let (xs, ys) = (box.map { Double($0.x) }, box.map { Double($0.y) })
        (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
    }

    package var middle: (x: Double, y: Double) { ((left + right) / 2, (top + bottom) / 2) }

    private func contains(_ place: (x: Double, y: Double)) -> Bool {
        place.x >= left && place.x < right && place.y >= top && place.y < bottom
    }

    /// Whether the centre of one lies in the other.
    package func overlaps(_ other: Bounds) -> Bool { contains(other.middle) || other.contains(middle) }

    /// The width of the space between both, 0 if they touch.
    package func distance(to other: Bounds) -> Double {
        hypot(
            max(0, max(left - other.right, other.left - right)),
            max(0, max(top - other.bottom, other.top - bottom)))
    }

    package var longSide: Double { max(right - left, bottom - top) }
    package var perimeter: Double { 2 * (right - left + bottom - top) }
}
