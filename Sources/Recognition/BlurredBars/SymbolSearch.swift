// Where a profile may contain a book's symbol: first by the prefix that all of them have, then by how well any number
// matches.

/// A possible symbol in a profile, with its likeliest number.
struct SymbolGuess {
    let place: SymbolPlace
    let blur: Float
    let digits: [Int]
    /// The residual relative to the profile's variation.
    let cost: Float
}

/// The positions of symbols in a profile, read from its start.
struct SymbolSearch {
    private let profile: [Float]
    /// The likely length of a module, in samples.
    private let modules: ClosedRange<Double>

    /// - Parameter length: of the striped part, in samples.
    init(in profile: [Float], length: Double) {
        self.profile = profile
        let module = length / Double(EANPattern.width)
        // An add-on or other bars may be next to the symbol.
        modules = 0.42 * module...1.25 * module
    }

    /// The best guesses, at most `mostGuesses`.
    func guesses() -> [SymbolGuess] {
        // Most positions are no symbol's, which shows before its curvature is known.
        beginnings().map { (beginning: $0, straight: straight($0)) }
            .filter { !$0.straight.isEmpty }
            .sorted { $0.straight[0].guess.cost < $1.straight[0].guess.cost }
            .prefix(SymbolSearch.mostBent)
            .compactMap { guess($0.beginning, $0.straight) }
            .filter { $0.cost < SymbolSearch.mostCost }
            .sorted { $0.cost < $1.cost }.prefix(SymbolSearch.mostGuesses).map(\.self)
    }

    private static let mostGuesses = 7
    /// So many positions are tried with curvature.
    private static let mostBent = 9
    /// The maximum residual of a symbol; none that was read had more.
    private static let mostCost: Float = 240

    // MARK: Beginnings

    private struct Beginning {
        let start: Double
        let module: Double
        let likeness: Float
    }

    /// The darkness of the end of the quiet zone, a guard and 978 or 979: seventeen modules.
    private static let prefixes: [Prefix] = ["9785555555555", "9795555555555"].compactMap { text in
        guard let pattern = EANPattern(text) else { return nil }
        let all = BlurredShape(blur: 0.8, spread: 0).darkness(of: pattern)
        return Prefix(Array(all[(BlurredShape.quiet - quiet)...][..<(prefixLength + BlurredShape.quiet - 1)]))
    }

    private static let (quiet, prefixLength) = (2, 17)
    /// The minimum correlation for a position to be tried.
    private static let leastLikeness: Float = 0.63
    private static let mostBeginnings = 14
    /// In squared grey levels; less is not a bar.
    private static let leastVariance: Float = 4

    private struct Prefix {
        /// With the mean subtracted.
        let darkness: [Module]
        let squares: Float

        init(_ darkness: [Module]) {
            let mean = darkness.reduce(0) { $0 + $1.sum() } / Float(4 * darkness.count)
            self.darkness = darkness.map { $0 - mean }
            squares = self.darkness.reduce(0) { $0 + ($1 * $1).sum() }
        }
    }

    private func beginnings() -> [Beginning] {
        var found: [Beginning] = []
        let prefixes = SymbolSearch.prefixes
        profile.withUnsafeBufferPointer { profile in
            var module = modules.lowerBound
            while module < modules.upperBound {
                let last = Double(profile.count) - 85 * module
                for start in stride(from: 3, to: max(last, 3), by: max(0.7, 0.3 * module)) {
                    let likeness = SymbolSearch.likeness(start, module, in: profile, prefixes)
                    if likeness > SymbolSearch.leastLikeness {
                        found.append(Beginning(start: start, module: module, likeness: likeness))
                    }
                }
                module *= 1.03
            }
        }
        var kept: [Beginning] = []
        for one in found.sorted(by: { $0.likeness > $1.likeness })
        where !kept.contains(where: {
            abs($0.start - one.start) < 1.2 * one.module && abs($0.module / one.module - 1) < 0.035
        }) {
            kept.append(one)
            if kept.count == SymbolSearch.mostBeginnings { break }
        }
        return kept
    }

    private static func likeness(
        _ start: Double, _ module: Double, in profile: UnsafeBufferPointer<Float>, _ prefixes: [Prefix]
    ) -> Float {
        var (sum, squares) = (Module.zero, Module.zero)
        var (product, otherProduct) = (Module.zero, Module.zero)
        let count = prefixes[0].darkness.count
        for index in 0..<count {
            let place = Double(index - quiet) + samples
            let seen = profile.values(at: start + module * place)
            sum += seen
            squares += seen * seen
            product += prefixes[0].darkness[index] * seen
            otherProduct += prefixes[1].darkness[index] * seen
        }
        let samples = Float(4 * count)
        let variance = squares.sum() - sum.sum() * sum.sum() / samples
        guard variance > leastVariance * samples else { return 0 }
        return max(
            -product.sum() / (variance * prefixes[0].squares).squareRoot(),
            -otherProduct.sum() / (variance * prefixes[1].squares).squareRoot())
    }

    /// The positions of a module's samples in it.
    private static let samples = (SIMD4<Double>(0, 1, 2, 3) + 0.5) / 4

    // MARK: The rest

    /// Degrees of blur, each with the standard deviation of a symbol's darkness.
    private static let blurs: [(templates: DigitTemplates, blur: Float, swing: Float)] =
        [(0.5, 0.44), (0.9, 0.33), (1.4, 0.2)].map { blur, swing in
            (DigitTemplates(BlurredShape(blur: blur, spread: 0)), blur, swing)
        }

    /// This many positions are tried with every blur.
    private static let mostPlaces = 14

    /// A guess, with the darkness from which it was made.
    private typealias Attempt = (guess: SymbolGuess, seen: [Module])

    /// The symbols that begin at a position, with small changes of length, best first.
    private func straight(_ beginning: Beginning) -> [Attempt] {
        attempts(beginning, stretches: stride(from: 0.92, through: 1.08, by: 0.01), bows: [0])
    }

    /// The best symbol that begins at a position, also with curvature.
    ///
    /// - Parameter straight: those without.
    private func guess(_ beginning: Beginning, _ straight: [Attempt]) -> SymbolGuess? {
        // Curvature moves the middle, and the length is nearly the same.
        let stretch = straight[0].guess.place.module / beginning.module
        let bent = attempts(
            beginning, stretches: stride(from: stretch - 0.03, through: stretch + 0.03, by: 0.01),
            bows: [-2, -1, 1, 2])
        let found = (straight + bent).sorted { $0.guess.cost < $1.guess.cost }
        let others = found.prefix(SymbolSearch.mostPlaces).flatMap { one in
            [SymbolSearch.blurs[0], SymbolSearch.blurs[2]].map {
                SymbolSearch.guess(one.seen, one.guess.place, $0)
            }
        }
        return (found.prefix(1).map(\.guess) + others).min { $0.cost < $1.cost }
    }

    /// Attempts at a position with a medium blur, best first.
    private func attempts(
        _ beginning: Beginning, stretches: StrideThrough<Double>, bows: [Double]
    ) -> [Attempt] {
        var found: [Attempt] = []
        for stretch in stretches {
            for bow in bows {
                let place = SymbolPlace(
                    start: beginning.start, module: beginning.module * stretch, bow: bow * beginning.module)
                guard let seen = place.modules(of: profile).map(SymbolSearch.levelled) else { continue }
                found.append((SymbolSearch.guess(seen, place, SymbolSearch.blurs[1]), seen))
            }
        }
        return found.sorted { $0.guess.cost < $1.guess.cost }
    }

    private static func guess(
        _ levelled: [Module], _ place: SymbolPlace,
        _ blur: (templates: DigitTemplates, blur: Float, swing: Float)
    ) -> SymbolGuess {
        var darkness = levelled
        for index in darkness.indices {
            darkness[index] =
                darkness[index] * blur.swing + (BlurredShape.modules.contains(index) ? 0.48 : 0.45)
        }
        let (digits, cost) = NumberSearch.books.best(blur.templates.costs(of: darkness, first: 9))
        return SymbolGuess(
            place: place, blur: blur.blur, digits: digits, cost: cost / (blur.swing * blur.swing))
    }

    /// The darkness of each sample relative to its surroundings, in standard deviations.
    private static func levelled(_ seen: [Module]) -> [Module] {
        var sums: [Float] = [0]
        for module in seen { sums.append(sums[sums.count - 1] + module.sum() / 4) }
        var squares: Float = 0
        let darkness = seen.indices.map { index in
            let around =
                max(
                    BlurredShape.modules.lowerBound, index - 14)..<min(
                    BlurredShape.modules.upperBound, index + 15)
            let mean = (sums[around.upperBound] - sums[around.lowerBound]) / Float(around.count)
            let dark = mean - seen[index]
            if BlurredShape.modules.contains(index) { squares += (dark * dark).sum() }
            return dark
        }
        let deviation = max((squares / Float(4 * EANPattern.width)).squareRoot(), 0.3)
        return darkness.map { $0 / deviation }
    }
}
