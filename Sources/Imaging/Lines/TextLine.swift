// Where a line of text lies in a picture.

/// A line of text, straight or slightly bowed.
package struct TextLine: Hashable, Sendable {
    /// The middle of the line, in pixels.
    package var x: Double
    package var y: Double
    /// The way it reads, if it is not upside down.
    package var direction: Direction
    /// From its first to its last edge, in pixels.
    package var length: Double
    /// Of its capitals and digits, in pixels.
    package var height: Double
    /// How far its ends hang below its middle (or stand above it, if negative), in pixels.
    package var sag: Double
    /// How many characters it seems to have.
    package var characters: Int
    /// The likelier it holds an ISBN, the larger.
    package var score: Double
    /// Cut by where bars are, not by where letters were seen.
    package var isBelowBars = false

    /// Bars, to be cut out with room for what was not seen of them.
    ///
    /// - Parameters:
    ///   - middle: in pixels, like their length and height.
    ///   - direction: the way they follow each other.
    package static func bars(
        middle: Point, direction: Direction, length: Double, height: Double
    ) -> TextLine {
        TextLine(
            x: middle.x, y: middle.y, direction: direction, length: 1.5 * length, height: 0.6 * height,
            sag: 0, characters: 13, score: 0)
    }

    /// Read from its other end.
    package var reversed: TextLine {
        var line = self
        line.direction = direction.reversed
        line.sag = -sag
        return line
    }

    /// Whether both read the same way, or nearly.
    package func reads(like other: TextLine) -> Bool {
        direction.x * other.direction.x + direction.y * other.direction.y > 0.9
    }

    /// Whether it is printed some lines above or below another, the same way or on its head.
    package func isNext(to other: TextLine) -> Bool {
        guard reads(like: other) || reversed.reads(like: other) else { return false }
        let (right, down) = (x - other.x, y - other.y)
        let along = abs(right * other.direction.x + down * other.direction.y)
        let below = abs(depth(below: other))
        let largest = max(height, other.height)
        return below > largest / 2 && below < 5 * largest && along < (length + other.length) / 2
            && largest < 1.6 * min(height, other.height)
    }

    /// How far down it is on the page that another line stands level on, in pixels.
    package func depth(below other: TextLine) -> Double {
        let feet = other.direction.below
        return (x - other.x) * feet.x + (y - other.y) * feet.y
    }

    /// The place that is `along` pixels behind the middle and `below` pixels under the line.
    package func point(along: Double, below: Double) -> Point {
        let part = along / max(length / 2, 1)
        let down = below + sag * (part * part - 0.5)
        let feet = direction.below
        return Point(x: x + direction.x * along + feet.x * down, y: y + direction.y * along + feet.y * down)
    }

    /// The corners of a part of the line, 0.7 of its height above and below its middle.
    ///
    /// - Parameter part: fractions of the line's length; 0…1 is all of it.
    package func corners(of part: ClosedRange<Double> = 0...1) -> Quad {
        let start = (part.lowerBound - 0.5) * length
        let end = (part.upperBound - 0.5) * length
        let half = height * 0.7
        return Quad(
            topLeft: point(along: start, below: -half), topRight: point(along: end, below: -half),
            bottomRight: point(along: end, below: half), bottomLeft: point(along: start, below: half))
    }
}
