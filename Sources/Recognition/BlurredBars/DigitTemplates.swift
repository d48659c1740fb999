// The blurred bars of each digit, and how well a profile matches each pair of neighbouring digits.

/// The darkness that each digit adds at its position and at its neighbours', for one blur and ink spread.
struct DigitTemplates {
    /// The guards alone.
    private let guards: [Module]
    /// For each set and digit, starting `before` modules before the digit.
    private let digits: [[Module]]
    /// The inner products of neighbours where they overlap, by their sets, then by the first and the second digit.
    private let products: [[Float]]

    private static let (before, length) = (8, 24)
    /// Two neighbours share the samples between this module of the first and of the second.
    private static let middle = 4

    init(_ shape: BlurredShape) {
        guards = shape.darkness(
            of: EANPattern.guardEdges, from: -BlurredShape.quiet, count: BlurredShape.count)
        let digits = EANPattern.Set.allCases.flatMap { set in
            (0...9).map { digit in
                shape.darkness(
                    of: set.barEdges(of: digit), from: -DigitTemplates.before, count: DigitTemplates.length)
            }
        }
        self.digits = digits
        let sets = EANPattern.Set.allCases
        products = sets.flatMap { left in
            sets.map { right -> [Float] in
                // The middle guard is between sets A or B and C.
                let distance = left != .c && right == .c ? 12 : 7
                return (0..<100).map { pair in
                    let one = digits[left.rawValue * 10 + pair / 10]
                    let other = digits[right.rawValue * 10 + pair % 10]
                    var sum = Module.zero
                    let first = DigitTemplates.before + DigitTemplates.middle
                    for module in first..<first + distance { sum += one[module] * other[module - distance] }
                    return sum.sum()
                }
            }
        }
    }

    /// The squared residuals for each pair of neighbouring digits.
    struct Costs {
        /// By position, 1…12, and digit: the part that only this digit influences.
        fileprivate(set) var outer = [[Float]](repeating: [], count: 13)
        /// By the first digit's position, 1…11, then by the first and the second digit.
        fileprivate(set) var pairs = [[Float]](repeating: [], count: 12)
    }

    /// - Parameters:
    ///   - darkness: 0 white, 1 black; `BlurredShape.count` modules.
    ///   - first: the first of the thirteen digits.
    func costs(of darkness: [Module], first: Int) -> Costs {
        var costs = Costs()
        let rest = zip(darkness, guards).map { $0 - $1 }
        for place in 0...12 {
            let start = place == 0 ? 0 : self.start(of: place) + DigitTemplates.middle
            let end = place == 12 ? rest.count : self.start(of: place + 1) + DigitTemplates.middle
            let range = start..<end
            var squares = Module.zero
            for module in range { squares += rest[module] * rest[module] }
            let all = squares.sum()
            let left = place == 0 ? nil : loss(of: rest, in: range, place, first)
            let right = place == 12 ? nil : loss(of: rest, in: range, place + 1, first)
            switch (left, right) {
            case (nil, let right?): costs.outer[1] = right.map { all + $0 }
            case (let left?, nil): costs.outer[12] = left.map { all + $0 }
            case (let left?, let right?):
                let products = products(place, first)
                costs.pairs[place] = (0..<100).map {
                    all + left[$0 / 10] + right[$0 % 10] + 2 * products[$0]
                }
            default: break
            }
        }
        return costs
    }

    private func start(of place: Int) -> Int { Int(EANPattern.start(of: place)) + BlurredShape.quiet }

    private func products(_ place: Int, _ first: Int) -> [Float] {
        let (left, right) = (
            EANPattern.set(of: place, first: first), EANPattern.set(of: place + 1, first: first)
        )
        return products[left.rawValue * EANPattern.Set.allCases.count + right.rawValue]
    }

    /// The change of the squared residuals in a range for each digit.
    private func loss(of rest: [Module], in range: Range<Int>, _ place: Int, _ first: Int) -> [Float] {
        let shift = DigitTemplates.before - start(of: place)
        let range = range.clamped(to: -shift..<DigitTemplates.length - shift)
        let set = EANPattern.set(of: place, first: first)
        return (0...9).map { digit in
            var sum = Module.zero
            let template = digits[set.rawValue * 10 + digit]
            for module in range {
                let dark = template[module + shift]
                sum += dark * (dark - 2 * rest[module])
            }
            return sum.sum()
        }
    }
}
