// Deforms, blurs and scales the contrast of a number's symbol until it matches a profile.

/// The position of a symbol in a profile, in samples.
struct SymbolPlace {
    /// The position of the first bar's left edge.
    var start: Double
    var module: Double
    /// How far the centre is from half-way, and how far the quarters are from a parabola.
    var bow = 0.0
    var twist = 0.0

    /// - Parameter place: in modules from the first bar's left edge.
    func sample(at place: Double) -> Double {
        let part = SymbolPlace.part(place)
        return start + module * place + (bow + twist * part) * (1 - part * part)
    }

    /// -1 at the first bar and 1 at the last.
    static func part(_ place: Double) -> Double { 2 * place / Double(EANPattern.width) - 1 }

    /// A profile resampled to modules; `nil` if the symbol extends beyond it.
    func modules(of profile: [Float]) -> [Module]? {
        guard sample(at: 0) > 1, sample(at: Double(EANPattern.width)) < Double(profile.count - 2) else {
            return nil
        }
        return profile.withUnsafeBufferPointer { profile in
            SymbolPlace.parts.indices.map { index in
                let (place, part) = (SymbolPlace.places[index], SymbolPlace.parts[index])
                let curve = (bow + twist * part) * (1 - part * part)
                return profile.values(at: start + module * place + curve)
            }
        }
    }

    /// The positions of four samples of each module, in modules and as parts.
    private static let places = (0..<BlurredShape.count).map { index in
        SIMD4((0..<4).map { BlurredShape.place(index, $0) })
    }
    private static let parts = places.map { places in SIMD4((0..<4).map { part(places[$0]) }) }
}

extension UnsafeBufferPointer<Float> {
    /// Interpolates between two samples; positions outside repeat the end.
    @inline(__always)
    func value(at place: Double) -> Float {
        let place = Swift.min(Swift.max(place, 0), Double(count) - 1.001)
        let left = Int(place)
        return self[left] + (self[left + 1] - self[left]) * Float(place - Double(left))
    }

    @inline(__always)
    func values(at places: SIMD4<Double>) -> Module {
        Module(value(at: places[0]), value(at: places[1]), value(at: places[2]), value(at: places[3]))
    }
}

/// A number's symbol fitted to a profile.
struct SymbolFit {
    let digits: [Int]
    private let pattern: EANPattern
    private(set) var place: SymbolPlace
    private(set) var shape: BlurredShape
    /// The profile resampled to modules.
    private let seen: [Module]
    /// White level and (negative) contrast, alternating, at each knot: the light changes slowly along the bars.
    private let levels: [Double]
    /// The residual, plus a penalty for unlikely deformations.
    let cost: Float

    private static let knots = 5

    /// `nil` if the symbol extends beyond the profile.
    init?(_ digits: [Int], in profile: [Float], at place: SymbolPlace, _ shape: BlurredShape) {
        guard let pattern = EANPattern(digits: digits) else { return nil }
        self.init(pattern, digits, in: profile, at: place, shape)
    }

    private init?(
        _ pattern: EANPattern, _ digits: [Int], in profile: [Float], at place: SymbolPlace,
        _ shape: BlurredShape
    ) {
        guard BlurredShape.blurs.contains(shape.blur), BlurredShape.spreads.contains(shape.spread),
            place.module > 0, let seen = place.modules(of: profile)
        else { return nil }
        (self.digits, self.pattern, self.place, self.shape, self.seen) = (digits, pattern, place, shape, seen)
        let darkness = shape.darkness(of: pattern)
        var system = LeastSquares(unknowns: 2 * SymbolFit.knots)
        var row = [0.0, 0, 0, 0]
        for index in seen.indices {
            let (knot, part) = SymbolFit.knot(of: index)
            for sample in 0..<4 {
                let dark = Double(darkness[index][sample])
                (row[0], row[1], row[2], row[3]) = (1 - part, (1 - part) * dark, part, part * dark)
                system.add(row, from: 2 * knot, is: Double(seen[index][sample]))
            }
        }
        for knot in 0..<SymbolFit.knots - 1 {
            system.add([0.7, 0, -0.7], from: 2 * knot, is: 0)
            system.add([0.7, 0, -0.7], from: 2 * knot + 1, is: 0)
        }
        guard let (levels, squares) = system.solved() else { return nil }
        self.levels = levels
        let bend = Float((place.bow * place.bow + place.twist * place.twist) / (place.module * place.module))
        cost = Float(max(squares, 1e-3)) * (1 + 0.02 * shape.spread * shape.spread + 0.0005 * bend)
    }

    private static func knot(of module: Int) -> (knot: Int, part: Double) {
        let place = (Double(module) + 0.5) / Double(BlurredShape.count) * Double(knots - 1)
        let knot = min(Int(place), knots - 2)
        return (knot, place - Double(knot))
    }

    private func level(at module: Int) -> (white: Float, contrast: Float) {
        let (knot, part) = SymbolFit.knot(of: module)
        let of = { (index: Int) in Float(levels[index] * (1 - part) + levels[index + 2] * part) }
        return (of(2 * knot), of(2 * knot + 1))
    }

    /// The profile resampled to modules; white is about 0 and black about 1.
    var darkness: [Module] {
        seen.indices.map { index in
            let (white, contrast) = level(at: index)
            return (seen[index] - white) / min(contrast, -1)
        }
    }

    private func model(_ shape: BlurredShape) -> [Module] {
        let darkness = shape.darkness(of: pattern)
        return darkness.indices.map { index in
            let (white, contrast) = level(at: index)
            return white + contrast * darkness[index]
        }
    }

    /// The share of the profile's variation that the symbol explains, up to 1.
    var explained: Float {
        let model = model(shape)
        let mean = BlurredShape.modules.reduce(0) { $0 + seen[$1].sum() } / Float(4 * EANPattern.width)
        var (all, rest): (Float, Float) = (0, 0)
        for index in BlurredShape.modules {
            let (swing, miss) = (seen[index] - mean, seen[index] - model[index])
            all += (swing * swing).sum()
            rest += (miss * miss).sum()
        }
        return 1 - rest / max(all, 1e-3)
    }

    /// The mean square of the residual at each digit, of contrast 1.
    var residuals: [Float] {
        let model = model(shape)
        return SymbolFit.digitModules.map { modules in
            let sum = modules.reduce(Float(0)) { sum, index in
                let miss = (seen[index] - model[index]) / min(level(at: index).contrast, -1)
                return sum + (miss * miss).sum()
            }
            return sum / Float(4 * modules.count)
        }
    }

    private static let digitModules = (0..<12).map { digit in
        let start = BlurredShape.quiet + 3 + 7 * digit + (digit < 6 ? 0 : 5)
        return start..<start + 7
    }

    // MARK: Improvement

    /// By the Levenberg-Marquardt method.
    func improved(on profile: [Float], rounds: Int) -> SymbolFit {
        var (best, damping) = (self, 0.01)
        for _ in 0..<rounds {
            let slopes = best.slopes(on: profile)
            let before = best.cost
            for _ in 0..<4 {
                if let next = best.moved(by: slopes, damping, on: profile), next.cost < best.cost {
                    best = next
                    damping = max(damping / 5, 1e-4)
                    break
                }
                damping *= 8
            }
            if best.cost > before * 0.999 { break }
        }
        return best
    }

    /// The equations for a step of start, module, bow, twist, blur and spread, without damping, and the sum of squares of
    /// each one's derivatives.
    private typealias Slopes = (system: LeastSquares, squares: [Double])

    private func slopes(on profile: [Float]) -> Slopes {
        let model = model(shape)
        let step: Float = 0.05
        let blurred = self.model(BlurredShape(blur: shape.blur + step, spread: shape.spread))
        let spread = self.model(BlurredShape(blur: shape.blur, spread: shape.spread + step))
        let reach = place.module / 4
        var system = LeastSquares(unknowns: 6)
        var row = [Double](repeating: 0, count: 6)
        var squares = row
        profile.withUnsafeBufferPointer { profile in
            for index in seen.indices {
                let (byBlur, bySpread) = (
                    (model[index] - blurred[index]) / step, (model[index] - spread[index]) / step
                )
                let left = seen[index] - model[index]
                for sample in 0..<4 {
                    let place = BlurredShape.place(index, sample)
                    let (part, x) = (SymbolPlace.part(place), self.place.sample(at: place))
                    let rise = profile.value(at: x + reach) - profile.value(at: x - reach)
                    let slope = Double(rise) / (2 * reach)
                    (row[0], row[1]) = (slope, slope * place)
                    (row[2], row[3]) = (slope * (1 - part * part), slope * part * (1 - part * part))
                    (row[4], row[5]) = (Double(byBlur[sample]), Double(bySpread[sample]))
                    system.add(row, is: -Double(left[sample]))
                    for unknown in row.indices { squares[unknown] += row[unknown] * row[unknown] }
                }
            }
        }
        return (system, squares)
    }

    private func moved(by slopes: Slopes, _ damping: Double, on profile: [Float]) -> SymbolFit? {
        var system = slopes.system
        for (index, square) in slopes.squares.enumerated() {
            system.add([(damping * square + 1e-6).squareRoot()], from: index, is: 0)
        }
        guard let (change, _) = system.solved() else { return nil }
        var (place, shape) = (place, shape)
        place.start += change[0]
        place.module += change[1]
        place.bow += change[2]
        place.twist += change[3]
        shape.blur = (shape.blur + Float(change[4]).clamped(to: -0.4...0.4)).clamped(to: BlurredShape.blurs)
        shape.spread = (shape.spread + Float(change[5]).clamped(to: -0.3...0.3))
            .clamped(to: BlurredShape.spreads)
        return SymbolFit(pattern, digits, in: profile, at: place, shape)
    }
}

extension Float {
    fileprivate func clamped(to range: ClosedRange<Float>) -> Float {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
