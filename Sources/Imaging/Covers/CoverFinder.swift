// Finds the cover of a book that lies on something else: the quadrilateral whose four sides are best seen. Which one is
// likeliest and whether it is a cover at all are two questions: their weights were fitted apart, to the right of many
// quadrilaterals of a photo, and to photos with and without a cover.
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
            let found = Search(small).best(),
            // At half the size, bars are blurred.
            let fine = picture.fitted(into: 2 * side), fine.stripes(in: found.quad) < mostStripes
        else { return nil }
        return found
    }

    /// More of it are a barcode's label.
    private static let mostStripes = 0.15

    /// Four lines, by their numbers.
    private struct Candidate {
        var left: Int
        var right: Int
        var top: Int
        var bottom: Int
        var likelihood: Double
    }

    /// How well a side is seen.
    private struct Side {
        var mean: Float
        var share: Float
        /// How much of an edge goes on beyond its corners, 0…1: where one does, it is no corner.
        var beyond: Float = 0
    }

    private struct Shape {
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
    }

    private struct Search {
        private let width: Double
        private let height: Double
        private let colours: OpponentColours
        private let maps: (upright: EdgeMap, level: EdgeMap)
        private let upright: [EdgeLine]
        private let level: [EdgeLine]
        /// By the numbers of an upright and a level line.
        private let corners: [[Point]]

        /// What is at the photo's border may go on outside it.
        private static let border = Side(mean: 0.45, share: 0.45)
        private static let (leastShare, leastCertainty): (Float, Double) = (0.6, 0.835)
        /// The likeliest quadrilaterals, of which colours are compared too.
        private static let mostCompared = 60
        private static let leastSide = 0.3
        private static let leastArea = 0.15
        /// A side that is cut off by the photo's border, and no more.
        private static let mostBorders = 1

        init(_ picture: ColourImage) {
            (width, height) = (Double(picture.width), Double(picture.height))
            colours = OpponentColours(picture)
            maps = EdgeMap.both(of: colours)
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
            var candidates: [Candidate] = []
            for (top, bottom) in pairs(level.count) {
                for (left, right) in pairs(upright.count) {
                    guard let seen = sides.of(left, right, top, bottom),
                        let likelihood = likelihood(seen, left, right, top, bottom)
                    else { continue }
                    candidates.append(
                        Candidate(
                            left: left, right: right, top: top, bottom: bottom, likelihood: likelihood))
                }
            }
            candidates.sort { $0.likelihood > $1.likelihood }
            let compared = candidates.prefix(Self.mostCompared).map { found in
                (found, found.likelihood + 0.1 * contrast(at: corners(of: found)))
            }
            guard let best = compared.max(by: { $0.1 < $1.1 })?.0,
                let seen = sides.of(best.left, best.right, best.top, best.bottom)
            else { return nil }
            let quad = refined(best)
            let certainty = certainty(seen, quad.corners)
            guard certainty >= Self.leastCertainty else { return nil }
            let (width, height) = (width, height)
            return FoundCover(
                quad: quad.mapped {
                    Point(
                        x: min(max(($0.x + 0.5) / width, 0), 1), y: min(max(($0.y + 0.5) / height, 0), 1))
                }, score: certainty)
        }

        private func corners(of found: Candidate) -> [Point] {
            [
                corners[found.left][found.top], corners[found.right][found.top],
                corners[found.right][found.bottom], corners[found.left][found.bottom],
            ]
        }

        /// How far the colours inside and outside differ, 0…1.
        private func contrast(at corners: [Point]) -> Double {
            let steps = colours.sides(of: corners).map { Double(min($0.step, 80)) / 80 }
            return steps.reduce(0, +) / Double(max(1, steps.count))
        }

        /// How surely it is a cover: one differs from its ground on all sides, its ground is even, and it lies flat, unlike
        /// a page of an open book.
        private func certainty(_ sides: [Side], _ corners: [Point]) -> Double {
            let colours = colours.sides(of: corners)
            let least = Double(min(colours.map(\.step).min() ?? 0, 60)) / 60
            let unevenness = colours.reduce(0) { $0 + Double($1.unevenness) } / Double(max(1, colours.count))
            let shape = Shape(corners)
            return Self.seen(sides) - 0.7 * Self.beyond(sides) - 0.25 * shape.oddness - 0.4 * shape.taper
                + 0.09 * least - 0.22 * min(unevenness, 40) / 40
        }

        private static func seen(_ sides: [Side]) -> Double {
            sides.reduce(0) { $0 + Double($1.mean + $1.share) } / 8
        }

        private static func beyond(_ sides: [Side]) -> Double {
            sides.reduce(0) { $0 + Double($1.beyond) } / 4
        }

        /// With each side where its edge is clearest.
        private func refined(_ found: Candidate) -> Quad {
            func side(_ line: Int, _ one: Int, _ other: Int) -> EdgeLine {
                let (from, to) = (corners[line][one], corners[line][other])
                return upright[line].refined(in: maps.upright, from: from.y, to: to.y)
            }
            func end(_ line: Int) -> EdgeLine {
                let (from, to) = (corners[found.left][line], corners[found.right][line])
                return level[line].refined(in: maps.level, from: from.x, to: to.x)
            }
            let (left, right) = (
                side(found.left, found.top, found.bottom), side(found.right, found.top, found.bottom)
            )
            let (top, bottom) = (end(found.top), end(found.bottom))
            func corner(_ one: EdgeLine, _ other: EdgeLine) -> Point {
                Self.crossing(one, other, width, height)
            }
            return Quad(
                topLeft: corner(left, top), topRight: corner(right, top), bottomRight: corner(right, bottom),
                bottomLeft: corner(left, bottom))
        }

        private func pairs(_ count: Int) -> [(Int, Int)] {
            (0..<count).flatMap { one in (0..<count).compactMap { one == $0 ? nil : (one, $0) } }
        }

        /// Which parts of lines are seen, between each two others.
        private struct Sides {
            let counts: (upright: Int, level: Int)
            var upright: [Side?]
            var level: [Side?]

            func of(_ left: Int, _ right: Int, _ top: Int, _ bottom: Int) -> [Side]? {
                let (across, down) = (counts.upright, counts.level)
                guard let one = upright[(left * down + top) * down + bottom],
                    let two = upright[(right * down + top) * down + bottom],
                    let three = level[(top * across + left) * across + right],
                    let four = level[(bottom * across + left) * across + right]
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
        private func likelihood(_ sides: [Side], _ left: Int, _ right: Int, _ top: Int, _ bottom: Int)
            -> Double?
        {
            let borders = [upright[left], upright[right], level[top], level[bottom]].count(where: \.isBorder)
            guard borders <= Self.mostBorders else { return nil }
            let quad = [
                corners[left][top], corners[right][top], corners[right][bottom], corners[left][bottom],
            ]
            let margin = 0.03
            guard
                quad.allSatisfy({
                    $0.x > -margin * width && $0.x < (1 + margin) * width && $0.y > -margin * height
                        && $0.y < (1 + margin) * height
                })
            else { return nil }
            var doubled = 0.0
            for (one, next) in zip(quad, quad[1...] + quad[..<1]) {
                doubled += one.x * next.y - next.x * one.y
            }
            let area = doubled / 2 / (width * height)
            guard area >= Self.leastArea else { return nil }
            // Of frames within each other, the outer is the cover.
            return Self.seen(sides) - 0.1 * Self.beyond(sides) - 0.25 * Shape(quad).oddness
                + 0.55 * area.squareRoot() - 0.03 * Double(borders)
        }
    }
}
