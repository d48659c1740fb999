// Small systems of normal equations.

/// Sums the rows of a linear model and solves for the unknowns that leave the smallest squares.
struct LeastSquares {
    private let count: Int
    /// Row by row; only what is on and right of the diagonal is summed, since the rest is its mirror image.
    private var matrix: [Double]
    private var right: [Double]
    private var squares = 0.0

    init(unknowns count: Int) {
        self.count = count
        matrix = [Double](repeating: 0, count: count * count)
        right = [Double](repeating: 0, count: count)
    }

    /// - Parameter row: the factors of the unknowns from `first` on; all others' are zero.
    mutating func add(_ row: [Double], from first: Int = 0, is value: Double) {
        squares += value * value
        for i in row.indices {
            right[first + i] += row[i] * value
            let start = (first + i) * count + first
            for j in i..<row.count { matrix[start + j] += row[i] * row[j] }
        }
    }

    /// The unknowns and the sum of squares that they leave; `nil` when the rows leave one of them open.
    func solved() -> (unknowns: [Double], squares: Double)? {
        var (matrix, right) = (matrix, right)
        for row in 0..<count {
            for column in 0..<row { matrix[row * count + column] = matrix[column * count + row] }
        }
        for column in 0..<count {
            // Normal equations need no change of rows.
            let pivot = matrix[column * count + column]
            guard pivot > 1e-9 else { return nil }
            for row in column + 1..<count where matrix[row * count + column] != 0 {
                let factor = matrix[row * count + column] / pivot
                for i in column..<count { matrix[row * count + i] -= factor * matrix[column * count + i] }
                right[row] -= factor * right[column]
            }
        }
        for row in stride(from: count - 1, through: 0, by: -1) {
            for i in row + 1..<count { right[row] -= matrix[row * count + i] * right[i] }
            right[row] /= matrix[row * count + row]
        }
        let explained = zip(right, self.right).reduce(0) { $0 + $1.0 * $1.1 }
        return (right, max(squares - explained, 0))
    }
}
