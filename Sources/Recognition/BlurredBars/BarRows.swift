// A striped region, cropped and levelled, whose rows are averaged to reduce noise.
import Foundation
import Imaging

/// Rows across a region's stripes.
struct BarRows {
    /// Samples per pixel along each row.
    let density: Double
    /// More samples along a row add no information about ninety-five modules.
    private static let mostColumns = 640.0
    /// The minimum correlation of a row of bars with the mean of the rows.
    private static let leastLikeness: Float = 0.5

    private let count: Int
    private let columns: Int
    /// Grey values, row by row.
    private let greys: [Float]
    private let region: BarRegion

    /// How the stripes deviate from the columns, in columns, at the lowest row.
    private struct Slant {
        /// How far they are shifted.
        var shift = 0.0
        /// How much further apart the outermost two are.
        var fan = 0.0
    }

    init(of region: BarRegion, in picture: Raster) {
        self.region = region
        let length = region.length + 2 * BarRows.margin(of: region)
        density = min(2, BarRows.mostColumns / length)
        columns = Int(length * density)
        count = max(8, min(48, Int(region.height)))
        var greys: [Float] = []
        greys.reserveCapacity(count * columns)
        for row in 0..<count {
            let below = (Double(row) + 0.5) * region.height / Double(count) - region.height / 2
            for column in 0..<columns {
                let along = (Double(column) + 0.5) / density - length / 2
                greys.append(picture.grey(at: region.place(along: along, below: below)))
            }
        }
        self.greys = greys
    }

    /// The margin at each end, in pixels: the outermost bars are faint if they are blurred.
    private static func margin(of region: BarRegion) -> Double { 0.12 * region.length + 16 }

    /// The quad around the part of the rows between two columns, in the picture's pixels.
    func quad(from first: Double, to last: Double) -> Quad {
        let half = Double(columns) / 2
        return region.quad(from: (first - half) / density, to: (last - half) / density)
    }

    /// The mean of all rows, and means of groups of rows if they differ because a sticker, a reflection or a finger
    /// covers the rest.
    func profiles() -> [[Float]] {
        let all = Array(0..<count)
        let slant = slant(of: all)
        let each = all.map { mean(of: [$0], slant) }
        var (profiles, groups) = ([[Float]](), [Set<Int>]())
        let seeds = [
            all, Array(all[..<(count / 2)]), Array(all[(count / 2)...]),
            Array(all[(count / 4)..<(count * 3 / 4)]), Array(all[(count * 3 / 4)...]),
        ]
        for seed in seeds {
            guard let rows = alike(seed, each, slant) else { continue }
            let group = Set(rows)
            let isKnown = groups.contains {
                Double($0.intersection(group).count) > 0.8 * Double(max($0.count, group.count))
            }
            if isKnown { continue }
            groups.append(group)
            profiles.append(mean(of: rows, self.slant(of: rows)))
        }
        return profiles
    }

    /// The rows that resemble the mean of some; `nil` if those don't resemble each other.
    private func alike(_ seed: [Int], _ each: [[Float]], _ slant: Slant) -> [Int]? {
        var rows = seed
        var median: Float = 0
        for _ in 0..<2 {
            let mean = mean(of: rows, slant)
            let likeness = each.map { BarRows.correlation($0, mean) }
            median = rows.map { likeness[$0] }.sorted()[rows.count / 2]
            let least = max(min(median - 0.12, median * 0.85), 0.1)
            let next = each.indices.filter { likeness[$0] >= least }
            if next.count < 4 { break }
            rows = next
        }
        return median < BarRows.leastLikeness ? nil : rows
    }

    private static func correlation(_ one: [Float], _ other: [Float]) -> Float {
        let count = Float(one.count)
        let (mean, otherMean) = (one.reduce(0, +) / count, other.reduce(0, +) / count)
        var (both, squares, otherSquares): (Float, Float, Float) = (0, 0, 0)
        for index in one.indices {
            let (a, b) = (one[index] - mean, other[index] - otherMean)
            both += a * b
            squares += a * a
            otherSquares += b * b
        }
        return both / max((squares * otherSquares).squareRoot(), 1e-6)
    }

    private func mean(of rows: [Int], _ slant: Slant) -> [Float] {
        var sums = [Float](repeating: 0, count: columns)
        greys.withUnsafeBufferPointer { greys in
            sums.withUnsafeMutableBufferPointer { sums in
                for row in rows {
                    let down = (Double(row) + 0.5) / Double(count) * 2 - 1
                    BarRows.add(
                        UnsafeBufferPointer(rebasing: greys[row * columns..<(row + 1) * columns]),
                        shift: (slant.shift - slant.fan) * down,
                        drift: slant.fan * down * 2 / Double(columns), to: sums)
                }
            }
        }
        return sums.map { $0 / Float(rows.count) }
    }

    /// Adds a row whose columns are `shift` further on at the first column, and with each column by `drift` more.
    private static func add(
        _ row: UnsafeBufferPointer<Float>, shift: Double, drift: Double,
        to sums: UnsafeMutableBufferPointer<Float>
    ) {
        var column = 0
        while column < row.count {
            // Columns that are the same number of whole columns further on are interpolated together.
            let shift = shift + drift * Double(column)
            let whole = shift.rounded(.down)
            let rest = (drift > 0 ? whole + 1 : whole) - shift
            let length = drift == 0 ? row.count : max(1, Int((rest / drift).rounded(.up)))
            let (end, offset) = (min(row.count, column + length), Int(whole))
            let (part, step) = (Float(shift - whole), Float(drift))
            let inner = (column..<end).clamped(to: -offset..<max(row.count - 1 - offset, -offset))
            for place in inner {
                let left = row[place + offset]
                let part = part + step * Float(place - column)
                sums[place] += left + (row[place + offset + 1] - left) * part
            }
            for place in column..<end where place + offset < 0 { sums[place] += row[0] }
            for place in column..<end where place + offset >= row.count - 1 {
                sums[place] += row[row.count - 1]
            }
            column = end
        }
    }

    /// The slant for which the rows' mean is sharpest.
    private func slant(of rows: [Int]) -> Slant {
        var (best, sharpest) = (Slant(), Float(0))
        func attempt(_ slant: Slant) {
            let mean = mean(of: rows, slant)
            var sharpness: Float = 0
            for column in 2..<columns - 2 {
                let step = mean[column + 2] - mean[column - 2]
                sharpness += step * step
            }
            if sharpness > sharpest { (best, sharpest) = (slant, sharpness) }
        }
        attempt(best)
        let reach = max(6, Double(count) / 4)
        for shift in stride(from: -reach, through: reach, by: 1.5) { attempt(Slant(shift: shift)) }
        let shift = best.shift
        for fan in stride(from: -24.0, through: 24, by: 3) {
            for change in [-2.0, 0, 2] { attempt(Slant(shift: shift + change, fan: fan)) }
        }
        var step = 1.0
        while step > 0.2 {
            let (around, before) = (best, sharpest)
            for (shift, fan) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (0, 2), (0, -2)] {
                attempt(Slant(shift: around.shift + shift * step, fan: around.fan + fan * step))
            }
            if sharpest == before { step /= 2 }
        }
        return best
    }
}

extension Raster {
    /// Bilinear interpolation; positions outside repeat the border.
    fileprivate func grey(at place: Point) -> Float {
        let x = min(max(place.x, 0), Double(width) - 1.001)
        let y = min(max(place.y, 0), Double(height) - 1.001)
        let first = Int(y) * width + Int(x)
        let (right, down) = (Float(x - x.rounded(.down)), Float(y - y.rounded(.down)))
        let upper = Float(pixels[first]) * (1 - right) + Float(pixels[first + 1]) * right
        let lower = Float(pixels[first + width]) * (1 - right) + Float(pixels[first + width + 1]) * right
        return upper * (1 - down) + lower * down
    }
}
