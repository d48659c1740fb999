// Finds the numbers with the smallest residual by dynamic programming over the digits (Gallo and Manduchi, *Reading
// 1-D barcodes with mobile phones using deformable templates*, TPAMI 2011).

/// The set of numbers to search.
enum NumberSearch {
    /// Numbers that begin with 978 or 979.
    case books
    /// All numbers that begin with this digit.
    case any(first: Int)

    var first: Int {
        switch self {
        case .books: 9
        case .any(let first): first
        }
    }

    private func digits(at place: Int) -> ClosedRange<Int> {
        switch (self, place) {
        case (.books, 1): 7...7
        case (.books, 2): 8...9
        default: 0...9
        }
    }

    /// The likeliest number with any check digit, and its residual.
    func best(_ costs: DigitTemplates.Costs) -> (number: [Int], cost: Float) {
        var sums = DigitTemplates.PerDigit(repeating: .infinity)
        var sources: [SIMD16<Int32>] = []
        sources.reserveCapacity(11)
        for digit in digits(at: 1) { sums[digit] = costs.first[digit] }
        for place in 1..<12 {
            var next = DigitTemplates.PerDigit(repeating: .infinity)
            var source = SIMD16<Int32>()
            for before in digits(at: place) {
                let sum = sums[before] + costs.pair(at: place, first: before)
                let isBetter = sum .< next
                next.replace(with: sum, where: isBetter)
                source.replace(with: Int32(before), where: isBetter)
            }
            sums = next
            sources.append(source)
        }
        sums += costs.last
        let last = (0...9).min { sums[$0] < sums[$1] } ?? 0
        var digits = [last]
        for source in sources.reversed() { digits.append(Int(source[digits[digits.count - 1]])) }
        return ([first] + digits.reversed(), sums[last])
    }

    /// The likeliest numbers with a valid check digit, best first.
    func best(_ costs: DigitTemplates.Costs, count: Int) -> [[Int]] {
        typealias Beginning = (cost: Float, digits: Int)
        // The best of each last digit and check sum, followed by infinite costs if there are fewer.
        let none = [Beginning](repeating: (.infinity, 0), count: 100 * count)
        var states = none
        for digit in digits(at: 1) {
            states[(digit * 10 + (first + 3 * digit) % 10) * count] = (costs.first[digit], digit)
        }
        for place in 1..<12 {
            var next = none
            let weight = place % 2 == 0 ? 3 : 1
            for before in digits(at: place) {
                let added = costs.pair(at: place, first: before)
                for digit in digits(at: place + 1) {
                    for sum in 0...9 {
                        let start = (digit * 10 + (sum + weight * digit) % 10) * count
                        for rank in 0..<count {
                            let beginning = states[(before * 10 + sum) * count + rank]
                            let cost = beginning.cost + added[digit]
                            var place = start + count - 1
                            guard cost < next[place].cost else { break }
                            while place > start, next[place - 1].cost > cost {
                                next[place] = next[place - 1]
                                place -= 1
                            }
                            next[place] = (cost, beginning.digits * 10 + digit)
                        }
                    }
                }
            }
            states = next
        }
        var whole: [Beginning] = []
        for digit in 0...9 {
            for state in states[digit * 10 * count..<(digit * 10 + 1) * count] where state.cost < .infinity {
                whole.append((state.cost + costs.last[digit], state.digits))
            }
        }
        return whole.sorted { $0.cost < $1.cost }.prefix(count).map { _, digits in
            let text = String(digits)
            return [first] + [Int](repeating: 0, count: 12 - text.count) + text.utf8.map { Int($0) - 48 }
        }
    }
}

extension EANPattern {
    /// `nil` unless there are thirteen, each 0…9.
    init?(digits: [Int]) { self.init(digits.map(String.init).joined()) }

    static func hasCheckDigit(_ digits: [Int]) -> Bool {
        digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 == 0
    }
}
