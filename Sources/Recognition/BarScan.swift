// One scan line across a symbol: the positions of its edges, and from them those of its modules.
import Imaging

/// The positions of modules along one scan line.
struct BarScan {
    /// The coefficients of a polynomial that gives pixels; its argument is -1 at the first guard bar and 1 at the
    /// last.
    private var curve: [Double]
    /// In pixels per module, on average.
    let module: Double
    /// How much wider bars are than nominal, in modules.
    let spread: Double
    /// How many of the distances between similar edges of digits are wrong.
    private let wrongDistances: Int
    /// The root mean square distance from the pattern of the edges that twins share, in modules.
    private let misfit: Double

    private static let half = Double(EANPattern.width) / 2

    /// Finds the sixty edges of a pattern; `nil` if they are not found.
    ///
    /// - Parameters:
    ///   - middles: where its middle may be, in pixels.
    ///   - swing: the index of the threshold to try first; set to the one that worked, for the next line.
    init?(of pattern: EANPattern, in line: [Float], middles: ClosedRange<Double>, swing: inout Int) {
        for index in [swing] + BarScan.swings.indices.filter({ [swing] in $0 != swing }) {
            let edges = BarScan.edges(in: line, swing: BarScan.swings[index])
            guard let scan = BarScan(of: pattern, among: edges, middles) else { continue }
            self = scan
            swing = index
            return
        }
        return nil
    }

    /// Thresholds for the grey difference between a bar and the space next to it. Noise and sharpening artefacts have
    /// smaller differences, but narrow bars that are out of focus have hardly larger ones.
    private static let swings: [Float] = [24, 60, 120, 12, 6]

    /// The positions half-way between each extreme and the next, in pixels; the first is from white to black.
    private static func edges(in line: [Float], swing: Float) -> [Double] {
        var edges: [Double] = []
        var isFalling = true
        // The last extreme, and the furthest grey value since, in the current direction.
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

    /// The run of edges that fits the pattern best, in either reading direction.
    private init?(of pattern: EANPattern, among edges: [Double], _ middles: ClosedRange<Double>) {
        var best: BarScan?
        for first in stride(from: 0, through: edges.count - EANPattern.edgeCount, by: 2) {
            let run = Array(edges[first..<first + EANPattern.edgeCount])
            guard middles.contains((run[0] + run[EANPattern.edgeCount - 1]) / 2) else { continue }
            for isBackwards in [false, true] {
                let ordered = isBackwards ? run.reversed().map { -$0 } : run
                guard let wrong = BarScan.wrongDistances(ordered, pattern),
                    var fit = BarScan.fit(ordered, pattern, wrong),
                    best.map({ fit.fitsBetter(than: $0) }) ?? true
                else { continue }
                if isBackwards { fit.curve = fit.curve.map { -$0 } }
                best = fit
            }
        }
        guard let best else { return nil }
        self = best
    }

    private init(curve: [Double], module: Double, spread: Double, wrongDistances: Int, misfit: Double) {
        (self.curve, self.module, self.spread) = (curve, module, spread)
        (self.wrongDistances, self.misfit) = (wrongDistances, misfit)
    }

    /// How many distances between similar edges of digits are wrong, which do not change with ink spread; `nil` if too many are.
    private static func wrongDistances(_ edges: [Double], _ pattern: EANPattern) -> Int? {
        let module = (edges[59] - edges[0]) / Double(EANPattern.width)
        var wrong = 0
        for place in 1...12 {
            let first = EANPattern.firstEdge(of: place)
            let width = edges[first + 4] - edges[first]
            guard width > 4 * module, width < 11 * module else { return nil }
            for index in first...first + 1 {
                let seen = (edges[index + 2] - edges[index]) * 7 / width
                let drawn = pattern.edges[index + 2] - pattern.edges[index]
                if abs(seen - drawn) > 0.6 { wrong += 1 }
            }
            if wrong > mostMisfits { return nil }
        }
        return wrong
    }

    private static let mostMisfits = 4
    /// In modules: an edge further from its position does not belong to the pattern.
    private static let reach = 0.6
    /// Root mean square, in modules.
    private static let mostMisfit = 0.3

    /// Fits a cubic to the edges that are the same for every reading, with bars wider or narrower than nominal.
    private static func fit(_ edges: [Double], _ pattern: EANPattern, _ wrong: Int) -> BarScan? {
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
        let misfit = (squares / Double(misses.count)).squareRoot()
        if misfit >= mostMisfit { return nil }
        return BarScan(
            curve: Array(solution.prefix(4)), module: module, spread: solution[4] / module,
            wrongDistances: wrong, misfit: misfit)
    }

    /// The start of the first guard bar and the end of the last, in pixels along the line, in ascending order.
    var ends: ClosedRange<Double> {
        let (first, last) = (curve[0] - curve[1] + curve[2] - curve[3], curve.reduce(0, +))
        return min(first, last)...max(first, last)
    }

    func fitsBetter(than other: BarScan) -> Bool {
        (wrongDistances, misfit) < (other.wrongDistances, other.misfit)
    }

    /// Whether it may cross the same symbol as the line that fits the pattern best. A neighbour whose number is nearly the same,
    /// as on another book of the publisher, resembles the pattern, too.
    ///
    /// - Parameter isAdjacent: whether all lines between both show such a symbol.
    func isOfSymbol(of best: BarScan, isAdjacent: Bool) -> Bool {
        best.ends.contains((ends.lowerBound + ends.upperBound) / 2)
            && (isAdjacent || wrongDistances <= best.wrongDistances)
    }

    /// The line's darkness resampled to modules; the mean is 0 and black about a half.
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

    /// Interpolates between pixels with a Catmull-Rom cubic.
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
    /// Whether they run from top to bottom instead of from left to right.
    var areColumns: Bool
    /// The rows, or columns, where the lines cross the pivot.
    var range: Range<Int>
    /// The column, or row, about which the lines are rotated.
    var pivot: Int
    /// Where along a line the middle of a symbol may be, in pixels.
    var middles = -Double.infinity...Double.infinity
    /// Pixels across per pixel along.
    var slope = 0.0
    /// Each grey value is the mean over this many pixels on each side of the line, and the one on it.
    var reach = 0

    /// The maximum number of lines; more hardly improve the average.
    private static let most = 20

    /// The lines to use, evenly spread over the range.
    var places: [Int] {
        let count = min(range.count, ScanLines.most)
        return (0..<count).map { range.lowerBound + ($0 * 2 + 1) * range.count / (2 * count) }
    }

    /// The part of the range that is nearest to some of the places.
    func range(of places: ClosedRange<Int>) -> Range<Int> {
        let half = range.count / (2 * max(1, min(range.count, ScanLines.most))) + 1
        return max(
            range.lowerBound, places.lowerBound - half)..<min(range.upperBound, places.upperBound + half)
    }

    /// The grey values from one side of the picture to the other; positions outside repeat the border.
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
