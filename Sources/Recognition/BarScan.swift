// One scan line across a symbol: where its edges are, and with them where each module is.
import Imaging

/// How modules lie along one scan line.
struct BarScan {
    /// Pixels by powers of the place, which runs from -1 at the first guard bar to 1 at the last.
    private var curve: [Double]
    /// Mean pixels a module.
    let module: Double
    /// How much wider bars seem than drawn, in modules.
    let spread: Double

    private static let half = Double(EANPattern.width) / 2

    /// Finds a pattern's sixty edges; `nil` where they are not seen.
    ///
    /// - Parameter swing: which threshold to try first; set to the one that answered, for the next line.
    init?(of pattern: EANPattern, in line: [Float], swing: inout Int) {
        for index in [swing] + BarScan.swings.indices.filter({ [swing] in $0 != swing }) {
            let edges = BarScan.edges(in: line, swing: BarScan.swings[index])
            guard let scan = BarScan(of: pattern, among: edges) else { continue }
            self = scan
            swing = index
            return
        }
        return nil
    }

    /// Grey levels between a bar and the space beside it. Noise and sharpening's ringing swing less, but narrow bars out
    /// of focus not much more.
    private static let swings: [Float] = [24, 60, 120, 12, 6]

    /// Half-way crossings between each extreme and the next, in pixels; the first goes from white to black.
    private static func edges(in line: [Float], swing: Float) -> [Double] {
        var edges: [Double] = []
        var isFalling = true
        // The last extreme, and the furthest grey since in the direction that the line has now.
        var (last, furthest) = (0, 0)
        for index in line.indices {
            let onward = isFalling ? line[furthest] - line[index] : line[index] - line[furthest]
            if onward >= 0 {
                furthest = index
            } else if -onward >= swing {
                if !edges.isEmpty || isFalling { edges.append(crossing(of: line, from: last, to: furthest)) }
                (last, furthest, isFalling) = (furthest, index, !isFalling)
            }
        }
        edges.append(crossing(of: line, from: last, to: furthest))
        return edges
    }

    private static func crossing(of line: [Float], from start: Int, to end: Int) -> Double {
        let level = (line[start] + line[end]) / 2
        let isDown = line[start] > line[end]
        var index = start
        while index < end, isDown ? line[index + 1] > level : line[index + 1] < level { index += 1 }
        guard index < end, line[index] != line[index + 1] else { return Double(index) }
        return Double(index) + Double((line[index] - level) / (line[index] - line[index + 1]))
    }

    /// The run of edges that fits the pattern best, read either way.
    private init?(of pattern: EANPattern, among edges: [Double]) {
        var best: (scan: BarScan, misfit: Double)?
        for first in stride(from: 0, through: edges.count - EANPattern.edgeCount, by: 2) {
            let run = Array(edges[first..<first + EANPattern.edgeCount])
            for isBackwards in [false, true] {
                let ordered = isBackwards ? run.reversed().map { -$0 } : run
                guard BarScan.resembles(ordered, pattern), var fit = BarScan.fit(ordered, pattern),
                    fit.misfit < best?.misfit ?? BarScan.mostMisfit
                else { continue }
                if isBackwards { fit.scan.curve = fit.scan.curve.map { -$0 } }
                best = fit
            }
        }
        guard let best else { return nil }
        self = best.scan
    }

    private init(curve: [Double], module: Double, spread: Double) {
        (self.curve, self.module, self.spread) = (curve, module, spread)
    }

    /// Whether nearly all similar edges of digits are as far apart as they should be: these distances don't change with
    /// ink spread.
    private static func resembles(_ edges: [Double], _ pattern: EANPattern) -> Bool {
        let module = (edges[59] - edges[0]) / Double(EANPattern.width)
        var misfits = 0
        for place in 1...12 {
            let first = EANPattern.firstEdge(of: place)
            let width = edges[first + 4] - edges[first]
            guard width > 4 * module, width < 11 * module else { return false }
            for index in first...first + 1 {
                let seen = (edges[index + 2] - edges[index]) * 7 / width
                let drawn = pattern.edges[index + 2] - pattern.edges[index]
                if abs(seen - drawn) > 0.6 { misfits += 1 }
            }
            if misfits > mostMisfits { return false }
        }
        return true
    }

    private static let mostMisfits = 4
    /// An edge so far from its place, in modules, is none of the pattern's.
    private static let reach = 0.6
    /// Root mean square, in modules.
    private static let mostMisfit = 0.3

    /// A cubic through the edges that stand for certain, with bars wider or narrower than drawn.
    private static func fit(_ edges: [Double], _ pattern: EANPattern) -> (scan: BarScan, misfit: Double)? {
        let module = (edges[59] - edges[0]) / Double(EANPattern.width)
        let certain = edges.indices.filter { pattern.twinEdges[$0] == nil }
        let rows = certain.map { index -> [Double] in
            let place = pattern.edges[index] / half - 1
            return [1, place, place * place, place * place * place, index % 2 == 0 ? -0.5 : 0.5]
        }
        var solution: [Double] = []
        var misses = [Double](repeating: 0, count: rows.count)
        for _ in 0..<2 {
            var system = LeastSquares(unknowns: 5)
            for (index, row) in rows.enumerated() where abs(misses[index]) < reach {
                system.add(row, is: edges[certain[index]])
            }
            guard let (solved, _) = system.solved() else { return nil }
            solution = solved
            for (index, row) in rows.enumerated() {
                let modelled = row.indices.reduce(0) { $0 + row[$1] * solved[$1] }
                misses[index] = (modelled - edges[certain[index]]) / module
            }
            guard misses.count(where: { abs($0) >= reach }) <= mostMisfits else { return nil }
        }
        let squares = misses.reduce(0) { $0 + min($1 * $1, 1) }
        return (
            BarScan(curve: Array(solution.prefix(4)), module: module, spread: solution[4] / module),
            (squares / Double(misses.count)).squareRoot()
        )
    }

    /// Where the first guard bar begins and the last one ends, in pixels along the line, the lesser first.
    var ends: ClosedRange<Double> {
        let (first, last) = (curve[0] - curve[1] + curve[2] - curve[3], curve.reduce(0, +))
        return min(first, last)...max(first, last)
    }

    /// The line's darkness by modules, its mean at 0 and black about a half.
    func samples(of line: [Float]) -> [Float] {
        var samples = (0..<BarProfile.count).map { index -> Float in
            let place = BarProfile.place(of: index) / BarScan.half - 1
            return BarScan.grey(
                of: line, at: curve[0] + place * (curve[1] + place * (curve[2] + place * curve[3])))
        }
        let mean = samples.reduce(0, +) / Float(samples.count)
        let swing = samples.reduce(0) { $0 + abs($1 - mean) } / Float(samples.count)
        for index in samples.indices { samples[index] = (mean - samples[index]) / max(2 * swing, 1) }
        return samples
    }

    /// Between pixels, by a cubic through four of them (Catmull and Rom).
    private static func grey(of line: [Float], at x: Double) -> Float {
        let x = min(max(x, 1), Double(line.count) - 2.001)
        let whole = Int(x)
        let part = Float(x - Double(whole))
        let (a, b, c, d) = (line[whole - 1], line[whole], line[whole + 1], line[whole + 2])
        let (linear, square, cube) = (c - a, 2 * a - 5 * b + 4 * c - d, 3 * (b - c) + d - a)
        return b + part * (linear + part * (square + part * cube)) / 2
    }
}

/// Parallel lines across a picture, each a few pixels thick.
struct ScanLines {
    /// They run from top to bottom instead of from left to right.
    var areColumns: Bool
    /// The rows, or columns, where the lines cross the pivot.
    var range: Range<Int>
    /// The column, or row, that the lines turn about.
    var pivot: Int
    /// Pixels across for each pixel along.
    var slope = 0.0
    /// Each grey is the mean of so many pixels on either side across the line, and the one on it.
    var reach = 0

    /// At most so many lines are enough: more give hardly a better average.
    private static let most = 20

    /// Which lines to take, evenly spread over the range.
    var places: [Int] {
        let count = min(range.count, ScanLines.most)
        return (0..<count).map { range.lowerBound + ($0 * 2 + 1) * range.count / (2 * count) }
    }

    /// The grey values from the picture's one side to the other; those outside are the border's.
    func line(_ place: Int, of picture: Raster) -> [Float] {
        let (length, depth) =
            areColumns ? (picture.height, picture.width) : (picture.width, picture.height)
        let (along, across) = areColumns ? (picture.width, 1) : (1, picture.width)
        return [Float](unsafeUninitializedCapacity: length) { line, count in
            for index in 0..<length {
                let middle = place + Int((slope * Double(index - pivot)).rounded())
                var sum = 0
                for step in -reach...reach {
                    sum += Int(picture.pixels[index * along + min(max(middle + step, 0), depth - 1) * across])
                }
                line.initializeElement(at: index, to: Float(sum) / Float(2 * reach + 1))
            }
            count = length
        }
    }
}
