// Finds regions in which all edges have the same direction, as in a barcode, sharp or blurred, at any angle.
import Foundation
import Imaging

/// A region of a picture that is striped in one direction.
package struct BarRegion: Sendable {
    package let middle: Point
    /// The direction across the stripes.
    package let direction: Direction
    /// Across the stripes, in pixels.
    package let length: Double
    /// Along the stripes, in pixels.
    package let height: Double

    /// The narrowest bar's width, in pixels, if it is one symbol.
    package var module: Double { length / Double(EANPattern.width) }

    /// Its outline, in the picture's pixels.
    package var quad: Quad { quad(from: -length / 2, to: length / 2) }

    /// The outline of a part of it, between two places across the stripes.
    func quad(from start: Double, to end: Double) -> Quad {
        let below = height / 2
        return Quad(
            topLeft: place(along: start, below: -below), topRight: place(along: end, below: -below),
            bottomRight: place(along: end, below: below), bottomLeft: place(along: start, below: below))
    }

    /// The point `along` pixels after the centre, across the stripes, and `below` pixels under it.
    func place(along: Double, below: Double) -> Point {
        Point(
            x: middle.x + along * direction.x - below * direction.y,
            y: middle.y + along * direction.y + below * direction.x)
    }
}

/// The mean gradients in square cells of a picture, as structure tensors (Bigün and Granlund, *Optimal orientation
/// detection of linear symmetry*, ICCV 1987).
package struct BarField {
    private struct Cell {
        var (xx, yy, xy): (Float, Float, Float) = (0, 0, 0)

        var energy: Float { xx + yy }
        var angle: Float { 0.5 * atan2(2 * xy, xx - yy) }
        /// From 0, edges in all directions, to 1, all in one direction.
        var coherence: Float { ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot() / max(energy, 1e-3) }

        static func += (sum: inout Cell, other: Cell) {
            sum.xx += other.xx
            sum.yy += other.yy
            sum.xy += other.xy
        }
    }

    private let columns: Int
    private let rows: Int
    private var cells: [Cell]
    /// The angle of each cell that is striped, together with its neighbours.
    private var angles: [Float?]

    /// In pixels.
    private static let side = 8
    /// The minimum gradient energy, in squared grey levels per pixel; less is noise.
    private static let (leastEnergy, leastOwnEnergy): (Float, Float) = (12, 4)
    private static let leastCoherence: Float = 0.6
    /// The maximum angles between neighbours, and between a cell and the region's mean, in radians.
    private static let (mostTurn, mostLean): (Float, Float) = (0.2, 0.35)
    private static let fewestCells = 12
    /// The minimum length and height, in pixels.
    private static let (shortest, lowest) = (90.0, 12.0)
    /// The maximum height of a region relative to its length: a symbol is wider than tall; edges and page margins are
    /// not.
    private static let tallest = 1.0
    /// The edges of a barcode have a more uniform direction than those of print.
    private static let leastRegionCoherence: Float = 0.86
    /// The minimum share of a region's box that its cells cover.
    private static let leastCover = 0.45

    /// `nil` when there is no memory for it.
    package init?(of picture: GreyImage) {
        guard let field = picture.withRaster({ BarField(of: $0) }) else { return nil }
        self = field
    }

    init(of picture: Raster) {
        let side = BarField.side
        columns = max(0, (picture.width - 2) / side)
        rows = max(0, (picture.height - 2) / side)
        cells = []
        angles = []
        cells.reserveCapacity(columns * rows)
        for row in 0..<rows { addCells(of: picture, y: row * side + 1) }
        for index in cells.indices {
            let around = neighbourhood(of: index)
            let isStriped =
                around.energy > BarField.leastEnergy && cells[index].energy > BarField.leastOwnEnergy
                && around.coherence > BarField.leastCoherence
            angles.append(isStriped ? around.angle : nil)
        }
    }

    /// Adds a row of cells. The inner loop is simple enough for the compiler to vectorize, and its sums are exact.
    private mutating func addCells(of picture: Raster, y top: Int) {
        let (side, length) = (BarField.side, columns * BarField.side)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * length) { sums in
            sums.initialize(repeating: 0)
            guard let xx = sums.baseAddress, let pixels = picture.pixels.baseAddress else { return }
            let (yy, xy) = (xx + length, xx + 2 * length)
            for y in top..<top + side {
                let row = pixels + y * picture.width + 1
                let (above, below) = (row - picture.width, row + picture.width)
                for x in 0..<length {
                    let across = Float(Int32(row[x + 1]) &- Int32(row[x - 1]))
                    let down = Float(Int32(below[x]) &- Int32(above[x]))
                    xx[x] += across * across
                    yy[x] += down * down
                    xy[x] += across * down
                }
            }
            let count = Float(side * side)
            for left in stride(from: 0, to: length, by: side) {
                var cell = Cell()
                for x in left..<left + side { cell += Cell(xx: xx[x], yy: yy[x], xy: xy[x]) }
                cells.append(Cell(xx: cell.xx / count, yy: cell.yy / count, xy: cell.xy / count))
            }
        }
    }

    /// The mean of a cell and its neighbours.
    private func neighbourhood(of index: Int) -> Cell {
        let (x, y) = (index % columns, index / columns)
        var (sum, count) = (Cell(), Float(0))
        for row in max(0, y - 1)...min(rows - 1, y + 1) {
            for column in max(0, x - 1)...min(columns - 1, x + 1) {
                sum += cells[row * columns + column]
                count += 1
            }
        }
        return Cell(xx: sum.xx / count, yy: sum.yy / count, xy: sum.xy / count)
    }

    /// The regions, highest contrast first.
    ///
    /// - Parameters:
    ///   - isTrimmed: whether an edge beside ragged bars, such as that of a label, is cut off.
    ///   - coherence: the least, 0…1, from edges in all directions to all in one; that of a barcode by default.
    package func regions(isTrimmed: Bool = false, coherence: Float? = nil) -> [BarRegion] {
        let coherence = coherence ?? BarField.leastRegionCoherence
        var isTaken = angles.map { $0 == nil }
        var found: [(region: BarRegion, energy: Float)] = []
        for start in cells.indices where !isTaken[start] {
            let members = grow(from: start, &isTaken)
            guard members.count >= BarField.fewestCells else { continue }
            if let region = region(of: members, coherence) {
                found.append((region, members.reduce(0) { $0 + cells[$1].energy }))
            } else if isTrimmed {
                let kept = trimmed(members)
                guard kept.count >= BarField.fewestCells, let region = region(of: kept, coherence) else {
                    continue
                }
                found.append((region, kept.reduce(0) { $0 + cells[$1].energy }))
            }
        }
        return found.sorted { $0.energy > $1.energy }.map(\.region)
    }

    /// The cells that are connected to one and striped in the same direction.
    private func grow(from start: Int, _ isTaken: inout [Bool]) -> [Int] {
        var (open, members) = ([start], [Int]())
        var (cosines, sines): (Float, Float) = (0, 0)
        isTaken[start] = true
        while let index = open.popLast() {
            guard let angle = angles[index] else { continue }
            members.append(index)
            cosines += cos(2 * angle)
            sines += sin(2 * angle)
            let mean = 0.5 * atan2(sines, cosines)
            let (x, y) = (index % columns, index / columns)
            // Also across a gap of one cell: a wide space has no edges.
            for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (0, 2), (0, -2)] {
                guard (0..<columns).contains(x + right), (0..<rows).contains(y + down) else { continue }
                let next = index + down * columns + right
                guard !isTaken[next], let other = angles[next],
                    BarField.turn(angle, other) < BarField.mostTurn,
                    BarField.turn(mean, other) < BarField.mostLean
                else { continue }
                isTaken[next] = true
                open.append(next)
            }
        }
        return members
    }

    /// The angle between two stripe directions, which are undirected.
    private static func turn(_ one: Float, _ other: Float) -> Float {
        let turn = abs(one - other)
        return min(turn, .pi - turn)
    }

    /// `nil` if it is too small or too irregular.
    private func region(of members: [Int], _ coherence: Float) -> BarRegion? {
        var sum = Cell()
        for index in members { sum += cells[index] }
        let angle = Double(sum.angle)
        let (x, y) = (cos(angle), sin(angle))
        let places = members.map { (Double($0 % columns), Double($0 / columns)) }
        let along = BarField.extent(places.map { $0 * x + $1 * y })
        let below = BarField.extent(places.map { $1 * x - $0 * y })
        let side = Double(BarField.side)
        let (length, height) = ((along.end - along.start) * side, (below.end - below.start) * side)
        guard length >= BarField.shortest, height >= BarField.lowest,
            height <= BarField.tallest * length, sum.coherence >= coherence,
            Double(members.count) * side * side > BarField.leastCover * length * height
        else { return nil }
        let (u, v) = ((along.start + along.end) / 2, (below.start + below.end) / 2)
        let origin = side / 2 + 1
        return BarRegion(
            middle: Point(x: (u * x - v * y) * side + origin, y: (u * y + v * x) * side + origin),
            direction: Direction(x: x, y: y), length: length, height: height)
    }

    /// The minimum number of cells side by side at an end, relative to the most anywhere, for it to be bars.
    private static let leastBreadth = 0.4

    /// Without narrower parts at the ends: the edge of a label, of a book or of its shadow.
    private func trimmed(_ members: [Int]) -> [Int] {
        let angle = Double(members.reduce(into: Cell()) { $0 += cells[$1] }.angle)
        let (x, y) = (cos(angle), sin(angle))
        var members = members
        for isAcross in [true, false, true, false] where !members.isEmpty {
            let places = members.map { index in
                let (column, row) = (Double(index % columns), Double(index / columns))
                return isAcross ? row * x - column * y : column * x + row * y
            }
            let first = places.min() ?? 0
            let lines = places.map { Int($0 - first) }
            var counts = [Double](repeating: 0, count: (lines.max() ?? 0) + 3)
            for line in lines { for near in line...line + 2 { counts[near] += 1 } }
            let most = counts.max() ?? 0
            var (low, high) = (counts.firstIndex(of: most) ?? 0, counts.firstIndex(of: most) ?? 0)
            while low > 0, counts[low - 1] >= BarField.leastBreadth * most { low -= 1 }
            while high + 1 < counts.count, counts[high + 1] >= BarField.leastBreadth * most { high += 1 }
            members = zip(members, lines).filter { (low...high).contains($0.1 + 1) }.map(\.0)
        }
        return members
    }

    /// From the first to the last, in cells, without the outermost few.
    private static func extent(_ places: [Double]) -> (start: Double, end: Double) {
        let sorted = places.sorted()
        let spare = sorted.count / 50
        return (sorted[spare] - 0.5, sorted[sorted.count - 1 - spare] + 0.5)
    }
}
