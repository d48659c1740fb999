// Where something lies in a picture, turned as it may be.

/// Four corners, clockwise from the top left one of what they enclose, however it is turned.
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

    /// Each corner taken elsewhere.
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
