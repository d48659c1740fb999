// Where in the photo something was seen.
import Books
import Foundation
import Imaging

/// An upright rectangle around what a witness saw, in the photo's pixels.
struct Bounds {
    private(set) var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)

    init(of box: [PhotoPoint]) {
        let (xs, ys) = (box.map { Double($0.x) }, box.map { Double($0.y) })
        (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
    }

    init(_ quad: Quad) { (left, top, right, bottom) = quad.bounds }

    private var middle: (x: Double, y: Double) { ((left + right) / 2, (top + bottom) / 2) }

    private func contains(_ place: (x: Double, y: Double)) -> Bool {
        place.x >= left && place.x < right && place.y >= top && place.y < bottom
    }

    /// Whether one's middle lies in the other.
    func overlaps(_ other: Bounds) -> Bool { contains(other.middle) || other.contains(middle) }

    /// Of the space between both, 0 where they touch.
    func distance(to other: Bounds) -> Double {
        hypot(
            max(0, max(left - other.right, other.left - right)),
            max(0, max(top - other.bottom, other.top - bottom)))
    }

    var longSide: Double { max(right - left, bottom - top) }
}

extension Witness {
    var bounds: Bounds { Bounds(of: box) }

    /// Of a line of text, from its head to its foot, in the photo's pixels.
    var lineHeight: Double {
        guard let top = box.first, let foot = box.last else { return 0 }
        return hypot(Double(foot.x - top.x), Double(foot.y - top.y))
    }
}
