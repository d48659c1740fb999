// How likely a quadrilateral is to be the cover among others of a photo, and how surely it is a cover at all: two
// questions, whose weights were fitted apart, to many quadrilaterals of each photo, and to photos with and without a cover.
import Foundation

/// A quadrilateral whose sides were fitted to a picture.
struct FittedQuad {
    /// In parts of the picture's sides, 0…1.
    let quad: Quad
    private let shape: QuadShape
    /// Without those at the picture's border.
    private let sides: [FittedSide]
    /// How well its sides were seen, and how much of their edges goes on beyond its corners, before they were fitted.
    private let seen: Double
    private let beyond: Double

    /// - Parameters:
    ///   - corners: clockwise from the upper left, in pixels.
    ///   - sides: clockwise from the upper one; `nil` for those at the picture's border, which stay there.
    init(
        _ corners: [Point], _ sides: [FittedSide?], seen: Double, beyond: Double, width: Double,
        height: Double
    ) {
        let ends = corners.indices.map { place in
            sides[place].map { ($0.start, $0.end) } ?? (corners[place], corners[(place + 1) % 4])
        }
        let fitted = corners.indices.map { Self.crossing(ends[($0 + 3) % 4], ends[$0]) }
        quad = Quad(
            topLeft: fitted[0], topRight: fitted[1], bottomRight: fitted[2], bottomLeft: fitted[3]
        ).mapped {
            Point(x: min(max(($0.x + 0.5) / width, 0), 1), y: min(max(($0.y + 0.5) / height, 0), 1))
        }
        shape = QuadShape(fitted)
        (self.sides, self.seen, self.beyond) = (sides.compactMap { $0 }, seen, beyond)
    }

    private static func crossing(_ one: (start: Point, end: Point), _ other: (start: Point, end: Point))
        -> Point
    {
        let (across, down) = (one.end.x - one.start.x, one.end.y - one.start.y)
        let (right, below) = (other.end.x - other.start.x, other.end.y - other.start.y)
        let part =
            ((other.start.x - one.start.x) * below - (other.start.y - one.start.y) * right)
            / (across * below - down * right)
        return Point(x: one.start.x + across * part, y: one.start.y + down * part)
    }

    private func mean(_ value: KeyPath<FittedSide, Double>) -> Double {
        sides.reduce(0) { $0 + $1[keyPath: value] } / Double(max(1, sides.count))
    }

    /// Of quadrilaterals within each other, the outer is the cover, unless its sides are less clear.
    var likelihood: Double {
        let borders = Double(4 - sides.count)
        let clearness = mean(\.step) + 0.8 * mean(\.peaks) + 0.4 * mean(\.contrast)
        return clearness + 2.2 * QuadShape.area(quad.corners).squareRoot() - 2.6 * shape.oddness
            - 0.3 * shape.taper - 0.6 * beyond - 0.3 * borders
    }

    /// A cover differs from its ground on all sides, its ground is even, and it lies flat, unlike a page of an open book.
    var certainty: Double {
        seen - 0.7 * beyond - 0.25 * shape.oddness - 0.4 * shape.taper
            + 0.09 * (sides.map(\.contrast).min() ?? 0) - 0.22 * mean(\.unevenness)
    }
}

/// What a quadrilateral looks like, wherever and however large it is.
struct QuadShape {
    /// How far the ratio of the sides is from those of books.
    let oddness: Double
    /// By which part one side is longer than that opposite, at most 0.5.
    let taper: Double

    init(_ corners: [Point]) {
        func length(_ one: Int, _ other: Int) -> Double {
            hypot(corners[one].x - corners[other].x, corners[one].y - corners[other].y)
        }
        let (top, bottom, left, right) = (length(0, 1), length(3, 2), length(0, 3), length(1, 2))
        let (across, down) = (top + bottom, left + right)
        let ratio = max(across, down) / min(across, down)
        oddness = max(0, 1.2 - ratio) + max(0, ratio - 1.7)
        taper = min(0.5, max(top / bottom, bottom / top, left / right, right / left) - 1)
    }

    /// Of what is enclosed clockwise.
    static func area(_ corners: [Point]) -> Double {
        var doubled = 0.0
        for (one, next) in zip(corners, corners[1...] + corners[..<1]) {
            doubled += one.x * next.y - next.x * one.y
        }
        return doubled / 2
    }
}
