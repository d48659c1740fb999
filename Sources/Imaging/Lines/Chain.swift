// Letters of similar height in a row.
import Foundation

struct Chain {
    var parts: [Part]

    /// Links each part to the nearest suitable one on its right.
    static func find(in parts: [Part]) -> [Chain] {
        let parts = parts.sorted { $0.start < $1.start }
        var next = [Int?](repeating: nil, count: parts.count)
        var previous = [Int?](repeating: nil, count: parts.count)
        for (index, part) in parts.enumerated() {
            var best: (index: Int, cost: Double)?
            let reach = part.end + part.height * 4
            for other in (index + 1)..<max(parts.count, index + 1) {
                let candidate = parts[other]
                if candidate.start > reach { break }
                guard let cost = cost(part, candidate), cost < best?.cost ?? .infinity else { continue }
                best = (other, cost)
            }
            guard let best else { continue }
            if let rival = previous[best.index] {
                guard best.cost < cost(parts[rival], parts[best.index]) ?? .infinity else { continue }
                next[rival] = nil
            }
            next[index] = best.index
            previous[best.index] = index
        }
        return parts.indices.filter { previous[$0] == nil }.map { first in
            Chain(parts: Array(sequence(first: first) { next[$0] }.map { parts[$0] }))
        }
    }

    /// The penalty for `right` following `left`; `nil` if it can't.
    private static func cost(_ left: Part, _ right: Part) -> Double? {
        let (small, large) = (min(left.height, right.height), max(left.height, right.height))
        guard large <= small * 1.8 else { return nil }
        let gap = right.start - left.end
        guard gap <= 2.4 * large, gap >= -0.5 * small else { return nil }
        let shift = abs(right.middle - left.middle)
        guard shift <= 0.35 * large + 0.25 * max(gap, 0) else { return nil }
        return max(gap, 0) + 2 * shift + (large - small)
    }

    /// The approximate number of characters: some touch each other.
    var characters: Int {
        let height = self.height
        return parts.reduce(0) { $0 + max(1, Int(($1.width / (0.75 * height)).rounded())) }
    }

    private var height: Double {
        let heights = parts.map(\.height).sorted()
        return heights[heights.count * 6 / 10]
    }

    func line(_ axis: Direction, bars: [BarBlock]) -> TextLine? {
        let (height, characters) = (self.height, self.characters)
        let like = parts.filter { abs($0.height - height) <= 0.3 * height }
        guard let first = parts.first, let last = parts.map(\.end).max() else { return nil }
        let middle = (first.start + last) / 2
        let reach = max((last - first.start) / 2, 1)
        guard let fit = Parabola(like.map { ((($0.start + $0.end) / 2 - middle) / reach, $0.middle) }) else {
            return nil
        }
        let slope = fit.linear / reach
        let direction = Direction(x: 1, y: slope)
        let curve = abs(fit.square) > 0.08 * height ? fit.square : 0
        let place = axis.place(along: middle, below: fit.constant + curve / 2)
        let turned = axis.place(along: direction.x, below: direction.y)
        let nearBars = bars.contains { $0.isBeside(middle: middle, below: fit.constant, height: height) }
        return TextLine(
            x: place.x, y: place.y, direction: Direction(x: turned.x, y: turned.y),
            length: 2 * reach * (1 + slope * slope).squareRoot(), height: height, sag: curve,
            characters: characters,
            score: score(height: height, characters: characters, nearBars: nearBars))
    }

    /// The line of print that these letters are, as high as its ascenders and descenders: it stands on the feet of most
    /// letters.
    func print(_ axis: Direction) -> TextLine? {
        guard let first = parts.first, let last = parts.map(\.end).max() else { return nil }
        let middle = (first.start + last) / 2
        let reach = max((last - first.start) / 2, 1)
        func place(_ part: Part) -> Double { ((part.start + part.end) / 2 - middle) / reach }
        guard let feet = Parabola(parts.map { (place($0), $0.bottom) }) else { return nil }
        func outermost(_ distances: [Double]) -> Double { distances.sorted()[distances.count * 9 / 10] }
        let rise = outermost(parts.map { feet.value(place($0)) - $0.top })
        let fall = max(0, outermost(parts.map { $0.bottom - feet.value(place($0)) }))
        guard rise > 0 else { return nil }
        let slope = feet.linear / reach
        let centre = axis.place(
            along: middle, below: feet.constant + feet.square / 2 + (fall - rise) / 2)
        let turned = axis.place(along: 1, below: slope)
        return TextLine(
            x: centre.x, y: centre.y, direction: Direction(x: turned.x, y: turned.y),
            length: 2 * reach * (1 + slope * slope).squareRoot(), height: rise + fall, sag: feet.square,
            characters: characters, score: likeness)
    }

    /// 0…1: how well neighbouring letters are aligned.
    private var likeness: Double {
        let alike = zip(parts, parts.dropFirst()).map { left, right in
            let large = max(left.height, right.height)
            let apart = min(
                abs(left.bottom - right.bottom), abs(left.top - right.top), abs(left.middle - right.middle))
            return max(0, 1 - 4 * apart / large)
        }
        return alike.isEmpty ? 0 : alike.reduce(0, +) / Double(alike.count)
    }

    /// Digits have the same height and don't touch: the longest run of such parts counts.
    private func score(height: Double, characters: Int, nearBars: Bool) -> Double {
        var (run, longest) = (0, 0)
        var runHeight = 0.0
        for part in parts {
            let isLike =
                part.width <= 1.3 * part.height && abs(part.height - runHeight) <= max(1.5, 0.12 * runHeight)
            run = isLike ? run + 1 : 1
            runHeight = isLike ? (runHeight * Double(run - 1) + part.height) / Double(run) : part.height
            longest = max(longest, run)
        }
        let tooLong = Double(max(0, characters - 36)) * 0.2
        return Double(min(longest, 17)) + (nearBars ? 8 : 0) - tooLong
    }
}

/// The distribution of a component's pixels around their centre.
struct Moments {
    var (count, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    mutating func add(_ left: Int32, _ right: Int32, _ row: Int32) {
        let (many, row) = (Double(right - left), Double(row))
        let middle = Double(left + right - 1) / 2
        count += many
        x += many * middle
        y += many * row
        xx += many * (middle * middle + (many * many - 1) / 12)
        xy += many * middle * row
        yy += many * row * row
    }

    /// The sides of a rectangle with these moments, in pixels, and the angle of its long side, 0…π.
    var ellipse: (length: Double, width: Double, angle: Double) {
        let (a, b) = (xx / count - x * x / count / count, yy / count - y * y / count / count)
        let c = xy / count - x * y / count / count
        let spread = ((a - b) * (a - b) / 4 + c * c).squareRoot()
        let angle = atan2(2 * c, a - b) / 2
        return (
            (12 * ((a + b) / 2 + spread)).squareRoot(), (12 * max((a + b) / 2 - spread, 1 / 12)).squareRoot(),
            angle < 0 ? angle + .pi : angle
        )
    }
}
