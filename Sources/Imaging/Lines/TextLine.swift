// The position of a line of text in a picture.

/// A line of text, straight or slightly bowed.
package struct TextLine: Hashable, Sendable {
    /// The centre of the line, in pixels.
    package var x: Double
    package var y: Double
    /// The reading direction, unless it is upside down.
    package var direction: Direction
    /// From its left to its right edge, in pixels.
    package var length: Double
    /// The height of capitals and digits, in pixels.
    package var height: Double
    /// How far its ends are below its centre (above, if negative), in pixels.
    package var sag: Double
    /// The approximate number of characters.
    package var characters: Int
    /// Higher if it is more likely to contain an ISBN.
    package var score: Double
    /// Placed from the position of a barcode, not from letters that were found.
    package var isBelowBars = false

    /// A barcode, to be cut out with room for parts of it that were not found.
    ///
    /// - Parameters:
    ///   - middle: in pixels, like `length` and `height`.
    ///   - direction: across the bars.
    package static func bars(
        middle: Point, direction: Direction, length: Double, height: Double
    ) -> TextLine {
        TextLine(
            x: middle.x, y: middle.y, direction: direction, length: 1.5 * length, height: 0.6 * height,
            sag: 0, characters: 13, score: 0)
    }

    /// - Parameter degrees: clockwise, around its centre.
    package func rotated(by degrees: Double) -> TextLine {
        var line = self
        let turn = Direction(degrees: degrees)
        let end = direction.place(along: turn.x, below: turn.y)
        line.direction = Direction(x: end.x, y: end.y)
        return line
    }

    /// Read in the opposite direction.
    package var reversed: TextLine {
        var line = self
        line.direction = direction.reversed
        line.sag = -sag
        return line
    }

    /// Whether both have the same reading direction, or nearly.
    package func reads(like other: TextLine) -> Bool {
        direction.x * other.direction.x + direction.y * other.direction.y > 0.9
    }

    /// Whether it is printed a few lines above or below another, in the same direction or upside down.
    package func isNext(to other: TextLine) -> Bool {
        guard reads(like: other) || reversed.reads(like: other) else { return false }
        let along = abs(distance(along: other))
        let below = abs(depth(below: other))
        let largest = max(height, other.height)
        return below > largest / 2 && below < 5 * largest && along < (length + other.length) / 2
            && largest < 1.6 * min(height, other.height)
    }

    /// Whether it is printed anywhere above another, in the same column.
    func isAbove(_ other: TextLine) -> Bool {
        reads(like: other) && depth(below: other) < -max(height, other.height) / 2
            && abs(distance(along: other)) < (length + other.length) / 2
            && max(height, other.height) < 2.5 * min(height, other.height)
    }

    /// Whether it is printed in one of the next rows above another, and does not begin behind it.
    func isNearAbove(_ other: TextLine) -> Bool {
        let (along, depth) = (distance(along: other), depth(below: other))
        return reads(like: other) && depth < 0 && depth > -12 * other.height
            && along - length / 2 < other.length / 2 && along > -45 * other.height
            && max(height, other.height) < 1.6 * min(height, other.height)
    }

    /// Whether it is printed in the same row as another, to the left of it.
    func isBefore(_ other: TextLine) -> Bool {
        let along = distance(along: other)
        return reads(like: other) && abs(depth(below: other)) < max(0.6 * other.height, -0.03 * along)
            && along < -(length + other.length) / 2 && along > -40 * other.height
            && max(height, other.height) < 1.6 * min(height, other.height)
    }

    /// Whether it is printed in the same row as another, to the left or right of it, in any direction.
    func isBeside(_ other: TextLine) -> Bool {
        [other, other.reversed].contains { isBefore($0) || reversed.isBefore($0) }
    }

    /// - Parameter distance: in pixels, if the page is turned so that it is level; negative for up.
    package func moved(down distance: Double) -> TextLine {
        var line = self
        line.x += distance * direction.below.x
        line.y += distance * direction.below.y
        return line
    }

    /// How far right it is if the page is turned so that another line is level, in pixels.
    package func distance(along other: TextLine) -> Double {
        (x - other.x) * other.direction.x + (y - other.y) * other.direction.y
    }

    /// How far down it is if the page is turned so that another line is level, in pixels.
    package func depth(below other: TextLine) -> Double {
        let feet = other.direction.below
        return (x - other.x) * feet.x + (y - other.y) * feet.y
    }

    /// The point `along` pixels after the centre and `below` pixels under the line.
    package func point(along: Double, below: Double) -> Point {
        let part = along / max(length / 2, 1)
        let down = below + sag * (part * part - 0.5)
        let feet = direction.below
        return Point(x: x + direction.x * along + feet.x * down, y: y + direction.y * along + feet.y * down)
    }

    /// The corners of its letters.
    package var letters: Quad { corners(reach: 0.5) }

    /// The corners of a part of the line.
    ///
    /// - Parameters:
    ///   - part: fractions of the line's length; 0…1 is all of it.
    ///   - reach: how much of its height is above and below its centre.
    package func corners(of part: ClosedRange<Double> = 0...1, reach: Double = 0.7) -> Quad {
        let start = (part.lowerBound - 0.5) * length
        let end = (part.upperBound - 0.5) * length
        let half = height * reach
        return Quad(
            topLeft: point(along: start, below: -half), topRight: point(along: end, below: -half),
            bottomRight: point(along: end, below: half), bottomLeft: point(along: start, below: half))
    }
}
