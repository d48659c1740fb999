// Finds the ink spread and blur with which a pattern fits a profile best, and how well other digits fit then.

/// A model fitted to those samples of a profile that are the same for every possible reading.
struct BarFit {
    private let pattern: EANPattern
    private let samples: [Float]
    /// The samples that don't change if digits are replaced by their twins.
    private let certain: [Int]
    private(set) var model = BarModel(spread: 0, blur: 0.4)
    /// White level and contrast, alternating, at each knot.
    private var levels: [Double] = []
    /// The root mean square error of the model at the certain samples.
    private var error = Double.infinity
    /// The residual of each sample.
    private var rest: [Double] = []
    /// The difference between white and black at each sample.
    private var contrast: [Double] = []

    /// `error` relative to the mean contrast; infinite if no model fits.
    var misfit: Double {
        contrast.isEmpty ? .infinity : error * Double(contrast.count) / contrast.reduce(0, +)
    }

    init(of pattern: EANPattern, to profile: BarProfile) {
        self.pattern = pattern
        samples = profile.samples
        var isCertain = [Bool](repeating: true, count: samples.count)
        for (edge, twin) in zip(pattern.edges, pattern.twinEdges) {
            guard let twin else { continue }
            let (first, last) = (min(edge, twin) - BarFit.doubt, max(edge, twin) + BarFit.doubt)
            for sample in BarProfile.sample(at: first)...BarProfile.sample(at: last) {
                isCertain[sample] = false
            }
        }
        certain = samples.indices.filter { isCertain[$0] }
        search(from: min(max(profile.spread, -0.6), 0.6))
        guard !levels.isEmpty else { return }
        let darkness = model.darkness(of: pattern.edges, in: samples.indices)
        for sample in samples.indices {
            let (knot, part) = BarFit.position(of: sample)
            let white = levels[2 * knot] * (1 - part) + levels[2 * knot + 2] * part
            contrast.append(levels[2 * knot + 1] * (1 - part) + levels[2 * knot + 3] * part)
            rest.append(Double(samples[sample]) - white - contrast[sample] * Double(darkness[sample]))
        }
    }

    /// Samples this close to an edge that may be its twin's are not certain, in modules.
    private static let doubt = 0.4
    private static let (spreads, blurs) = (-0.95...0.95, 0.1...1.5)

    /// Tries models around the best one, in smaller and smaller steps.
    private mutating func search(from spread: Double) {
        for start in [spread - 0.2, spread, spread + 0.2] {
            for blur in [0.25, 0.5] { _ = improve(BarModel(spread: start, blur: blur)) }
        }
        var step = 0.12
        while step > 0.01 {
            let tried = [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)].map { spread, blur in
                BarModel(spread: model.spread + spread * step, blur: model.blur + blur * step)
            }
            var isBetter = false
            for model in tried where improve(model) { isBetter = true }
            if !isBetter { step /= 2 }
        }
    }

    /// White level and contrast change slowly along the barcode: they are interpolated linearly between this many
    /// knots.
    private static let knots = 6

    private static func position(of sample: Int) -> (knot: Int, part: Double) {
        let place = Double(sample * (knots - 1)) / Double(BarProfile.count - 1)
        let knot = min(Int(place), knots - 2)
        return (knot, place - Double(knot))
    }

    private mutating func improve(_ model: BarModel) -> Bool {
        guard BarFit.spreads.contains(model.spread), BarFit.blurs.contains(model.blur) else { return false }
        let darkness = model.darkness(of: pattern.edges, in: samples.indices)
        var system = LeastSquares(unknowns: 2 * BarFit.knots)
        var row = [0.0, 0, 0, 0]
        for sample in certain {
            let (knot, part) = BarFit.position(of: sample)
            let dark = Double(darkness[sample])
            (row[0], row[1], row[2], row[3]) = (1 - part, (1 - part) * dark, part, part * dark)
            system.add(row, from: 2 * knot, is: Double(samples[sample]))
        }
        guard let (levels, squares) = system.solved() else { return false }
        let error = (squares / Double(certain.count)).squareRoot()
        guard error < self.error else { return false }
        (self.model, self.levels, self.error) = (model, levels, error)
        return true
    }

    // MARK: Digits

    /// How far a digit's samples are from the pattern towards another pattern.
    struct Pull {
        /// 0 if they fit the pattern, 1 if they fit the other.
        var part: Double
        /// Its variance, according to the misfit.
        var variance: Double
    }

    /// The evidence for another digit at a position.
    func pull(to digit: Int, at place: Int) -> Pull {
        pull(at: place, per: 1) { _ in pattern.edges(with: digit, at: place) }
    }

    /// How much wider this digit's bars are than those of the whole symbol, in modules.
    func spread(at place: Int) -> Double {
        let first = EANPattern.firstEdge(of: place)
        return pull(at: place, per: 0.1) { step in
            var edges = pattern.edges
            for index in first...first + 4 { edges[index] += index % 2 == 0 ? -step / 2 : step / 2 }
            return edges
        }.part
    }

    private func pull(at place: Int, per step: Double, to edges: (Double) -> [Double]) -> Pull {
        let start = EANPattern.start(of: place)
        let window = BarProfile.sample(at: start - 0.5)..<BarProfile.sample(at: start + 7.5)
        let said = model.darkness(of: pattern.edges, in: window)
        let other = model.darkness(of: edges(step), in: window)
        var (along, length) = (0.0, 0.0)
        for (index, sample) in window.enumerated() {
            let way = contrast[sample] * Double(other[index] - said[index]) / step
            along += rest[sample] * way
            length += way * way
        }
        // The errors of neighbouring samples are correlated.
        let variance = error * error * Double(BarProfile.density) / max(length, 1e-6)
        return Pull(part: along / max(length, 1e-6), variance: variance)
    }
}

/// Accumulates the rows of a linear model and solves for the unknowns with the least squares.
struct LeastSquares {
    private let count: Int
    /// Row by row; only the upper triangle is accumulated, because the matrix is symmetric.
    private var matrix: [Double]
    private var right: [Double]
    private var squares = 0.0

    init(unknowns count: Int) {
        self.count = count
        matrix = [Double](repeating: 0, count: count * count)
        right = [Double](repeating: 0, count: count)
    }

    /// - Parameter row: the coefficients of the unknowns from `first` on; those of all others are zero.
    mutating func add(_ row: [Double], from first: Int = 0, is value: Double) {
        squares += value * value
        let count = count
        row.withUnsafeBufferPointer { row in
            for i in row.indices { right[first + i] += row[i] * value }
            matrix.withUnsafeMutableBufferPointer { matrix in
                for i in row.indices {
                    let start = (first + i) * count + first
                    for j in i..<row.count { matrix[start + j] += row[i] * row[j] }
                }
            }
        }
    }

    /// The unknowns and the residual sum of squares; `nil` if the rows don't determine all unknowns.
    func solved() -> (unknowns: [Double], squares: Double)? {
        var (matrix, right) = (matrix, right)
        for row in 0..<count {
            for column in 0..<row { matrix[row * count + column] = matrix[column * count + row] }
        }
        for column in 0..<count {
            // Normal equations need no pivoting.
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
