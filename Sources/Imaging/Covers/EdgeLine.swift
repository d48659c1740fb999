// Long straight edges that run about upright, found by what lies on every line that there could be (Hough's transform).

/// A line through all rows of a map.
struct EdgeLine {
    /// Where it is in the first and in the last row.
    let start: Double
    let end: Double
    /// The picture's border: nobody knows whether what is shown ends there.
    var isBorder = false

    /// How far a line may lean, as a part of the height.
    private static let mostLean = 0.36
    private static let most = 28
    private static let leastSupport: Float = 0.15

    /// The likeliest lines first, at last the borders.
    static func all(in map: EdgeMap) -> [EdgeLine] {
        let height = Double(map.height)
        let margin = Int(mostLean * height / 2)
        let leans = Array(stride(from: -Int(mostLean * height), through: Int(mostLean * height), by: 2))
        let starts = Array(-margin..<(map.width + margin))
        var support = [Float](repeating: 0, count: starts.count * leans.count)
        let rows = Array(stride(from: 0, to: map.height, by: 2))
        for y in rows {
            let part = Double(y) / (height - 1)
            for (column, lean) in leans.enumerated() {
                let shift = Int((Double(lean) * part).rounded())
                for (row, start) in starts.enumerated() {
                    let x = start + shift
                    if x >= 0, x < map.width { support[row * leans.count + column] += map[x, y] }
                }
            }
        }
        let threshold = leastSupport * Float(rows.count)
        var lines: [EdgeLine] = []
        while lines.count < most, let best = support.indices.max(by: { support[$0] < support[$1] }),
            support[best] >= threshold
        {
            let (start, lean) = (starts[best / leans.count], leans[best % leans.count])
            lines.append(EdgeLine(start: Double(start), end: Double(start + lean)))
            suppress(&support, around: (start, lean), starts, leans, height)
        }
        let last = Double(map.width - 1)
        return lines + [
            EdgeLine(start: 0, end: 0, isBorder: true), EdgeLine(start: last, end: last, isBorder: true),
        ]
    }

    /// Those that are nearly the same.
    private static func suppress(
        _ support: inout [Float], around line: (start: Int, lean: Int), _ starts: [Int], _ leans: [Int],
        _ height: Double
    ) {
        let middle = Double(line.start) + Double(line.lean) / 2
        for (column, lean) in leans.enumerated() where abs(Double(lean - line.lean)) < 0.08 * height {
            for (row, start) in starts.enumerated()
            where abs(Double(start) + Double(lean) / 2 - middle) < 4 {
                support[row * leans.count + column] = 0
            }
        }
    }
}
