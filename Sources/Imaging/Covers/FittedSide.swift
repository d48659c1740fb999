// Where a side of a quadrilateral is exactly, and what is seen along it: how clear an edge it is, how far a cover differs
// from its ground there, and how even the ground is.
import Foundation

/// A side of a quadrilateral, as it was fitted to a picture.
struct FittedSide {
    var start: Point
    var end: Point
    /// How much the colours change across it, 0…1. What is seen all along it counts for more than what is very clear in a
    /// few places.
    var step: Double
    /// The share of it near which no edge is clearer: about a third where there is no edge.
    var peaks: Double
    /// How far the mean colours just inside and just outside differ, 0…1.
    var contrast: Double
    /// The standard deviation of the colours a little outside, 0…1.
    var unevenness: Double
}

/// Fits sides to the colours of a picture.
struct SideFitter {
    private let width: Int
    private let height: Int
    private let colours: [SIMD3<Float>]

    /// Along a side; corners may be round.
    private static let places = (0..<40).map { 0.04 + 0.92 * Double($0) / 39 }
    /// Across it, in pixels, the inside above 0.
    private static let depths = -24...16
    private static let (outside, inside, ground) = (-6 ... -2, 2...6, -16 ... -9)
    /// The nearest first.
    private static let moves = near.flatMap { start in near.map { Move(start, $0) } }
    private static let near = (-8...8).sorted { abs($0) < abs($1) }
    /// Change of colours above which an edge isn't clearer, and below which there is none, in levels of 255.
    private static let (clear, unseen): (Float, Float) = (40, 4)

    init(_ colours: OpponentColours) {
        (width, height) = (colours.width, colours.height)
        let planes = colours.planes
        self.colours = planes[0].indices.map { SIMD3(planes[0][$0], planes[1][$0], planes[2][$0]) }
    }

    /// How far the ends of a side are moved.
    private struct Move {
        let start: Int
        let end: Int
        /// Where the side is then at each place, as indices of the depths.
        let middles: [Int]

        init(_ start: Int, _ end: Int) {
            (self.start, self.end) = (start, end)
            middles = places.map {
                Int((Double(start) + Double(end - start) * $0).rounded()) - depths.lowerBound
            }
        }
    }

    /// - Parameter from: the end from which the inside is to the right, in pixels.
    func fit(from: Point, to: Point) -> FittedSide {
        let length = max(1, hypot(to.x - from.x, to.y - from.y))
        let normal = Point(x: (from.y - to.y) / length, y: (to.x - from.x) / length)
        let profiles = Self.places.map { place in
            Self.depths.map { depth in
                colour(
                    from.x + (to.x - from.x) * place + normal.x * Double(depth),
                    from.y + (to.y - from.y) * place + normal.y * Double(depth))
            }
        }
        let steps = profiles.map(Self.steps)
        let (move, step) = Self.clearest(steps)
        func strip(_ depths: ClosedRange<Int>) -> (mean: SIMD3<Float>, deviation: Float) {
            let seen = zip(profiles, move.middles).flatMap { profile, middle in
                profile[(middle + depths.lowerBound)...(middle + depths.upperBound)].filter { !$0.x.isNaN }
            }
            let count = Float(max(1, seen.count))
            let mean = seen.reduce(.zero, +) / count
            let squares = seen.reduce(Float(0)) { $0 + (($1 - mean) * ($1 - mean)).sum() }
            return (mean, (squares / count).squareRoot())
        }
        let change = strip(Self.inside).mean - strip(Self.outside).mean
        func moved(_ end: Point, _ move: Int) -> Point {
            Point(x: end.x + normal.x * Double(move), y: end.y + normal.y * Double(move))
        }
        return FittedSide(
            start: moved(from, move.start), end: moved(to, move.end), step: step,
            peaks: Double(zip(steps, move.middles).count(where: Self.isPeak)) / Double(Self.places.count),
            contrast: Double(min(60, (change * change).sum().squareRoot())) / 60,
            unevenness: Double(min(40, strip(Self.ground).deviation)) / 40)
    }

    /// Between pixels; not a number outside the picture.
    private func colour(_ x: Double, _ y: Double) -> SIMD3<Float> {
        guard x >= 0, y >= 0, x < Double(width - 1), y < Double(height - 1) else {
            return SIMD3(repeating: .nan)
        }
        let place = Int(y) * width + Int(x)
        let (right, down) = (Float(x) - Float(Int(x)), Float(y) - Float(Int(y)))
        let above = colours[place] + (colours[place + 1] - colours[place]) * right
        let below = colours[place + width] + (colours[place + width + 1] - colours[place + width]) * right
        return above + (below - above) * down
    }

    /// How much the colours change at each depth; 0 at the ends, and outside the picture.
    private static func steps(_ profile: [SIMD3<Float>]) -> [Float] {
        profile.indices.map { depth in
            guard depth > 0, depth + 1 < profile.count else { return 0 }
            let change = profile[depth + 1] - profile[depth - 1]
            let step = (change * change).sum().squareRoot()
            return step.isNaN ? 0 : step
        }
    }

    /// By which move the side becomes the clearest, and how clear it is then.
    private static func clearest(_ steps: [[Float]]) -> (move: Move, step: Double) {
        let limited = steps.flatMap { $0.map { min(clear, $0) } }
        var (best, most): (Move, Float) = (moves[0], -1)
        for move in moves {
            var sum: Float = 0
            for (place, middle) in move.middles.enumerated() { sum += limited[place * depths.count + middle] }
            if sum > most { (best, most) = (move, sum) }
        }
        return (best, Double(most / clear) / Double(places.count))
    }

    private static func isPeak(_ steps: [Float], _ middle: Int) -> Bool {
        let near = (middle - 5)...(middle + 5)
        guard let highest = near.max(by: { steps[$0] < steps[$1] }) else { return false }
        return abs(highest - middle) <= 1 && steps[highest] > unseen
    }
}
