// A rotated rectangle in a picture.
import Foundation

/// Four corners, clockwise from the top left one of the content, however it is rotated.
package struct Quad: Hashable, Sendable {
    package var topLeft: Point
    package var topRight: Point
    package var bottomRight: Point
    package var bottomLeft: Point

    package init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// An upright rectangle.
    package init(left: Double, top: Double, right: Double, bottom: Double) {
        self.init(
            topLeft: Point(x: left, y: top), topRight: Point(x: right, y: top),
            bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: left, y: bottom))
    }

    package var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// With each corner mapped.
    package func mapped(_ place: (Point) -> Point) -> Quad {
        Quad(
            topLeft: place(topLeft), topRight: place(topRight), bottomRight: place(bottomRight),
            bottomLeft: place(bottomLeft))
    }

    package func scaled(by factor: Double) -> Quad {
        mapped { Point(x: $0.x * factor, y: $0.y * factor) }
    }

    /// The upright rectangle around it.
    package var bounds: (left: Double, top: Double, right: Double, bottom: Double) {
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        return (xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0)
    }

    /// The upright rectangle around both.
    package func enclosing(_ other: Quad) -> Quad {
        let (own, others) = (bounds, other.bounds)
        return Quad(
            left: min(own.left, others.left), top: min(own.top, others.top),
            right: max(own.right, others.right), bottom: max(own.bottom, others.bottom))
    }
}

/// A position, in pixels from the picture's top left corner; y grows downwards.
package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A direction in a picture, of length 1; y grows downwards.
package struct Direction: Hashable, Sendable {
    package let x: Double
    package let y: Double

    package static let right = Direction(x: 1, y: 0)
    package static let down = Direction(x: 0, y: 1)

    package init(x: Double, y: Double) {
        let length = (x * x + y * y).squareRoot()
        self.x = x / length
        self.y = y / length
    }

    /// - Parameter degrees: clockwise; 0 reads to the right.
    package init(degrees: Double) {
        self.init(x: cos(degrees * .pi / 180), y: sin(degrees * .pi / 180))
    }

    /// Whether the angle between both, in either reading direction, is at most this.
    func isWithin(degrees: Double, of other: Direction) -> Bool {
        abs(x * other.x + y * other.y) >= cos(degrees * .pi / 180)
    }

    /// A quarter turn clockwise: the direction towards the bottom of text that reads in this direction.
    var below: Direction { Direction(x: -y, y: x) }
    var reversed: Direction { Direction(x: -x, y: -y) }
    /// Clockwise, 0…359; 0 reads to the right.
    package var degrees: Int { (Int((atan2(y, x) * 180 / .pi).rounded()) + 360) % 360 }

    /// Converts coordinates along and below this direction to the picture's.
    func place(along: Double, below: Double) -> Point {
        let feet = self.below
        return Point(x: x * along + feet.x * below, y: y * along + feet.y * below)
    }
}
