// The blurred bars of each digit, and how well a profile matches each pair of neighbouring digits.

/// The darkness that each digit adds at its position and at its neighbours', for one blur and ink spread.
struct DigitTemplates {
    /// The guards alone.
    private let guards: [Module]
    /// For each set and digit, starting `before` modules before the digit.
    private let digits: [[Module]]
    /// The inner products of neighbours where they overlap, by their sets, then by the first digit, of each second one.
    private let products: [[PerDigit]]

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
            sets.map { right -> [PerDigit] in
                // The middle guard is between sets A or B and C.
                let distance = left != .c && right == .c ? 12 : 7
                let first = DigitTemplates.before + DigitTemplates.middle
                return (0...9).map { digit in
                    let one = digits[left.rawValue * 10 + digit]
                    var products = PerDigit()
                    for next in 0...9 {
                        let other = digits[right.rawValue * 10 + next]
                        var sum = Module.zero
                        for module in first..<first + distance {
                            sum += one[module] * other[module - distance]
                        }
                        products[next] = sum.sum()
                    }
                    return products
                }
            }
        }
    }

    /// A number for each digit; infinite beyond the ten.
    typealias PerDigit = SIMD16<Float>

    /// The squared residuals for each pair of neighbouring digits.
    struct Costs {
        /// The parts that only the first of the twelve drawn digits influences, and only the last.
        fileprivate(set) var (first, last) = (PerDigit(), PerDigit())
        /// Of each second digit, by the first digit's position, 1…11, then by the first digit.
        fileprivate var pairs: [PerDigit] = []

        /// - Parameter place: of the first digit, 1…11.
        func pair(at place: Int, first: Int) -> PerDigit { pairs[(place - 1) * 10 + first] }
    }

    /// - Parameters:
    ///   - darkness: 0 white, 1 black; `BlurredShape.count` modules.
    ///   - first: the first of the thirteen digits.
    func costs(of darkness: [Module], first: Int) -> Costs {
        var costs = Costs()
        costs.pairs.reserveCapacity(110)
        let rest = zip(darkness, guards).map { $0 - $1 }
        for place in 0...12 {
            let start = place == 0 ? 0 : self.start(of: place) + DigitTemplates.middle
            let end = place == 12 ? rest.count : self.start(of: place + 1) + DigitTemplates.middle
            let range = start..<end
            var squares = Module.zero
            for module in range { squares += rest[module] * rest[module] }
            let all = squares.sum()
            if place == 0 {
                costs.first = all + loss(of: rest, in: range, 1, first)
            } else if place == 12 {
                costs.last = all + loss(of: rest, in: range, 12, first)
            } else {
                let left = loss(of: rest, in: range, place, first)
                let right = loss(of: rest, in: range, place + 1, first)
                let products = products(place, first)
                for digit in 0...9 {
                    costs.pairs.append(all + left[digit] + right + 2 * products[digit])
                }
            }
        }
        return costs
    }

    private func start(of place: Int) -> Int { Int(EANPattern.start(of: place)) + BlurredShape.quiet }

    private func products(_ place: Int, _ first: Int) -> [PerDigit] {
        let (left, right) = (
            EANPattern.set(of: place, first: first), EANPattern.set(of: place + 1, first: first)
        )
        return products[left.rawValue * EANPattern.Set.allCases.count + right.rawValue]
    }

    /// The change of the squared residuals in a range for each digit.
    private func loss(of rest: [Module], in range: Range<Int>, _ place: Int, _ first: Int) -> PerDigit {
        let shift = DigitTemplates.before - start(of: place)
        let range = range.clamped(to: -shift..<DigitTemplates.length - shift)
        let set = EANPattern.set(of: place, first: first)
        var losses = PerDigit(repeating: .infinity)
        rest.withUnsafeBufferPointer { rest in
            for digit in 0...9 {
                var sum = Module.zero
                digits[set.rawValue * 10 + digit].withUnsafeBufferPointer { template in
                    for module in range {
                        let dark = template[module + shift]
                        sum += dark * (dark - 2 * rest[module])
                    }
                }
                losses[digit] = sum.sum()
            }
        }
        return losses
    }
}
