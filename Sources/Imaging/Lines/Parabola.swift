// The curvature of a line of text.

/// A least-squares fit y = constant + linear·x + square·x² for x in −1…1; straight if there are few points.
struct Parabola {
    var constant = 0.0
    var linear = 0.0
    var square = 0.0

    init?(_ points: [(x: Double, y: Double)]) {
        guard points.count >= 2 else {
            guard let only = points.first else { return nil }
            constant = only.y
            return
        }
        var kept = points
        // Twice: the second time without outliers such as commas and parts of bars.
        for round in 0..<2 {
            solve(kept, isCurved: kept.count >= 8)
            guard round == 0 else { break }
            let errors = kept.map { abs(value($0.x) - $0.y) }.sorted()
            let limit = max(1, 3 * errors[errors.count / 2])
            kept = kept.filter { abs(value($0.x) - $0.y) <= limit }
            guard kept.count >= 2 else { break }
        }
    }

    func value(_ x: Double) -> Double { constant + linear * x + square * x * x }

    private mutating func solve(_ points: [(x: Double, y: Double)], isCurved: Bool) {
        var sums = [Double](repeating: 0, count: 5)
        var right = [0.0, 0.0, 0.0]
        for (x, y) in points {
            var power = 1.0
            for degree in 0..<5 {
                sums[degree] += power
                if degree < 3 { right[degree] += power * y }
                power *= x
            }
        }
        let straight = sums[0] * sums[2] - sums[1] * sums[1]
        guard abs(straight) > 1e-9 else {
            (constant, linear, square) = (right[0] / sums[0], 0, 0)
            return
        }
        (constant, square) = ((right[0] * sums[2] - right[1] * sums[1]) / straight, 0)
        linear = (sums[0] * right[1] - sums[1] * right[0]) / straight
        guard isCurved else { return }
        func determinant(_ m: [[Double]]) -> Double {
            m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1]
                * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        }
        let rows = (0..<3).map { [sums[$0], sums[$0 + 1], sums[$0 + 2]] }
        let whole = determinant(rows)
        guard abs(whole) > 1e-9 else { return }
        let solved = (0..<3).map { column in
            determinant(
                (0..<3).map { row in
                    (0..<3).map { $0 == column ? right[row] : rows[row][$0] }
                }) / whole
        }
        (constant, linear, square) = (solved[0], solved[1], solved[2])
    }
}
