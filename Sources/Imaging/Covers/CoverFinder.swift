// Finds the cover of a book that lies on something else: the quadrilateral whose four sides are best seen. Those that may
// be it are found in a small picture, and compared in one of twice the size.
import Foundation

/// A cover in a photo, and how sure it is.
package struct FoundCover: Hashable, Sendable {
    /// In parts of the photo's sides, 0…1.
    package var quad: Quad
    /// How surely it is a cover: 0, and hardly above 1.
    package var score: Double
}

package enum CoverFinder {
    /// The long side of the picture in which it looks, in pixels.
    package static let side = 192

    /// `nil` if no cover is seen for certain.
    ///
    /// - Parameter picture: of any size.
    package static func find(in picture: ColourImage) -> FoundCover? {
        guard let small = picture.fitted(into: side), min(small.width, small.height) >= 32,
            let fine = picture.fitted(into: 2 * side), let found = Search(small, fine).best(),
            fine.stripes(in: found.quad) < mostStripes
        else { return nil }
        return found
    }

    /// More of it are a barcode's label.
    private static let mostStripes = 0.2

    /// Four lines, by their numbers.
    private struct Frame {
        let left: Int
        let right: Int
        let top: Int
        let bottom: Int
    }

    /// How well a side is seen.
    private struct Side {
        var mean: Float
        var share: Float
        /// How much of an edge goes on beyond its corners, 0…1: where one does, it is no corner.
        var beyond: Float = 0
    }

    private struct Search {
        private let width: Double
        private let height: Double
        private let fitter: SideFitter
        /// By which the picture in which sides are fitted is larger.
        private let scale: (across: Double, down: Double)
        private let maps: (upright: EdgeMap, level: EdgeMap)
        private let upright: [EdgeLine]
        private let level: [EdgeLine]
        /// By the numbers of an upright and a level line.
        private let corners: [[Point]]

        /// What is at the photo's border may go on outside it.
        private static let border = Side(mean: 0.45, share: 0.45)
        private static let (leastShare, leastCertainty): (Float, Double) = (0.6, 0.825)
        private static let mostFitted = 30
        /// In pixels: if no corner is further away, fitting leads to the same sides.
        private static let leastDistance = 3.0
        private static let leastSide = 0.3
        private static let leastArea = 0.15
        /// A side that is cut off by the photo's border, and no more.
        private static let mostBorders = 1

        init(_ picture: ColourImage, _ fine: ColourImage) {
            (width, height) = (Double(picture.width), Double(picture.height))
            fitter = SideFitter(OpponentColours(fine))
            scale = (Double(fine.width) / width, Double(fine.height) / height)
            maps = EdgeMap.both(of: OpponentColours(picture))
            upright = EdgeLine.all(in: maps.upright)
            level = EdgeLine.all(in: maps.level)
            let (width, height, level) = (width, height, level)
            corners = upright.map { line in
                level.map { other in Self.crossing(line, other, width, height) }
            }
        }

        private static func crossing(
            _ upright: EdgeLine, _ level: EdgeLine, _ width: Double, _ height: Double
        ) -> Point {
            let lean = (upright.end - upright.start) / (height - 1)
            let rise = (level.end - level.start) / (width - 1)
            let y = (level.start + rise * upright.start) / (1 - lean * rise)
            return Point(x: upright.start + lean * y, y: y)
        }

        func best() -> FoundCover? {
            let sides = seenSides()
            var found: [Frame] = []
            for candidate in candidates(sides) where found.count < Self.mostFitted {
                let corners = corners(of: candidate)
                let isNew = found.allSatisfy { other in
                    zip(self.corners(of: other), corners).contains {
                        hypot($0.x - $1.x, $0.y - $1.y) > Self.leastDistance
                    }
                }
                if isNew { found.append(candidate) }
            }
            let best = found.compactMap { fitted($0, sides) }.max { $0.likelihood < $1.likelihood }
            guard let best, best.certainty >= Self.leastCertainty else { return nil }
            return FoundCover(quad: best.quad, score: best.certainty)
        }

        /// The likeliest first.
        private func candidates(_ sides: Sides) -> [Frame] {
            var candidates: [(frame: Frame, likelihood: Double)] = []
            for (top, bottom) in pairs(level.count) {
                for (left, right) in pairs(upright.count) {
                    let frame = Frame(left: left, right: right, top: top, bottom: bottom)
                    guard let seen = sides.of(frame), let likelihood = likelihood(frame, seen) else {
                        continue
                    }
                    candidates.append((frame, likelihood))
                }
            }
            return candidates.sorted { $0.likelihood > $1.likelihood }.map(\.frame)
        }

        private func corners(of found: Frame) -> [Point] {
            [
                corners[found.left][found.top], corners[found.right][found.top],
                corners[found.right][found.bottom], corners[found.left][found.bottom],
            ]
        }

        private func fitted(_ found: Frame, _ sides: Sides) -> FittedQuad? {
            guard let seen = sides.of(found) else { return nil }
            let lines = [level[found.top], upright[found.right], level[found.bottom], upright[found.left]]
            let corners = corners(of: found).map {
                Point(x: ($0.x + 0.5) * scale.across - 0.5, y: ($0.y + 0.5) * scale.down - 0.5)
            }
            let fitted = lines.indices.map {
                lines[$0].isBorder ? nil : fitter.fit(from: corners[$0], to: corners[($0 + 1) % 4])
            }
            return FittedQuad(
                corners, fitted, seen: Self.seen(seen), beyond: Self.beyond(seen),
                width: width * scale.across, height: height * scale.down)
        }

        private static func seen(_ sides: [Side]) -> Double {
            sides.reduce(0) { $0 + Double($1.mean + $1.share) } / 8
        }

        private static func beyond(_ sides: [Side]) -> Double {
            sides.reduce(0) { $0 + Double($1.beyond) } / 4
        }

        private func pairs(_ count: Int) -> [(Int, Int)] {
            (0..<count).flatMap { one in (0..<count).compactMap { one == $0 ? nil : (one, $0) } }
        }

        /// Which parts of lines are seen, between each two others.
        private struct Sides {
            let counts: (upright: Int, level: Int)
            var upright: [Side?]
            var level: [Side?]

            func of(_ frame: Frame) -> [Side]? {
                let (across, down) = (counts.upright, counts.level)
                guard let one = upright[(frame.left * down + frame.top) * down + frame.bottom],
                    let two = upright[(frame.right * down + frame.top) * down + frame.bottom],
                    let three = level[(frame.top * across + frame.left) * across + frame.right],
                    let four = level[(frame.bottom * across + frame.left) * across + frame.right]
                else { return nil }
                return [one, two, three, four]
            }
        }

        private func seenSides() -> Sides {
            let (across, down) = (upright.count, level.count)
            var sides = Sides(
                counts: (across, down), upright: Array(repeating: nil, count: across * down * down),
                level: Array(repeating: nil, count: down * across * across))
            for (line, (top, bottom)) in product(across, pairs(down)) {
                let (from, to) = (corners[line][top], corners[line][bottom])
                guard to.y - from.y >= Self.leastSide * height else { continue }
                sides.upright[(line * down + top) * down + bottom] = side(
                    upright[line], maps.upright, from, to)
            }
            for (line, (left, right)) in product(down, pairs(across)) {
                let (from, to) = (corners[left][line], corners[right][line])
                guard to.x - from.x >= Self.leastSide * width else { continue }
                sides.level[(line * across + left) * across + right] = side(
                    level[line], maps.level, Point(x: from.y, y: from.x), Point(x: to.y, y: to.x))
            }
            return sides
        }

        private func product(_ count: Int, _ pairs: [(Int, Int)]) -> [(Int, (Int, Int))] {
            (0..<count).flatMap { line in pairs.map { (line, $0) } }
        }

        private func side(_ line: EdgeLine, _ map: EdgeMap, _ from: Point, _ to: Point) -> Side? {
            if line.isBorder { return Self.border }
            let support = map.support(from: from, to: to)
            guard support.share >= Self.leastShare else { return nil }
            let beyond = (map.beyond(from, to) + map.beyond(to, from)) / 2
            return Side(mean: support.mean, share: support.share, beyond: beyond)
        }

        /// `nil` where it can't be a cover.
        private func likelihood(_ frame: Frame, _ sides: [Side]) -> Double? {
            let lines = [upright[frame.left], upright[frame.right], level[frame.top], level[frame.bottom]]
            let borders = lines.count(where: \.isBorder)
            guard borders <= Self.mostBorders else { return nil }
            let quad = corners(of: frame)
            let margin = 0.03
            guard
                quad.allSatisfy({
                    $0.x > -margin * width && $0.x < (1 + margin) * width && $0.y > -margin * height
                        && $0.y < (1 + margin) * height
                })
            else { return nil }
            let area = QuadShape.area(quad) / (width * height)
            guard area >= Self.leastArea else { return nil }
            // Of frames within each other, the outer is the cover.
            return Self.seen(sides) - 0.1 * Self.beyond(sides) - 0.25 * QuadShape(quad).oddness
                + 0.55 * area.squareRoot() - 0.03 * Double(borders)
        }
    }
}
