// The way a line of text or a row of bars runs.
import Foundation

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

    /// - Parameter degrees: clockwise from reading rightwards.
    package init(degrees: Double) {
        self.init(x: cos(degrees * .pi / 180), y: sin(degrees * .pi / 180))
    }

    /// Whether both differ by no more, read from whichever end.
    func isWithin(degrees: Double, of other: Direction) -> Bool {
        abs(x * other.x + y * other.y) >= cos(degrees * .pi / 180)
    }

    /// A quarter turn clockwise: where a text's feet are when it reads in this direction.
    var below: Direction { Direction(x: -y, y: x) }
    var reversed: Direction { Direction(x: -x, y: -y) }
    /// Clockwise from reading rightwards, 0…359.
    package var degrees: Int { (Int((atan2(y, x) * 180 / .pi).rounded()) + 360) % 360 }

    /// From places along and below this direction to the picture's.
    func place(along: Double, below: Double) -> Point {
        let feet = self.below
        return Point(x: x * along + feet.x * below, y: y * along + feet.y * below)
    }
}
