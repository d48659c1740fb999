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
        var sums = [Float](repeating: .infinity, count: 10)
        var sources: [[Int]] = []
        for digit in digits(at: 1) { sums[digit] = costs.outer[1][digit] }
        for place in 1..<12 {
            var next = [Float](repeating: .infinity, count: 10)
            var source = [Int](repeating: 0, count: 10)
            for digit in digits(at: place + 1) {
                for before in digits(at: place) {
                    let sum = sums[before] + costs.pairs[place][before * 10 + digit]
                    if sum < next[digit] { (next[digit], source[digit]) = (sum, before) }
                }
            }
            sums = next
            sources.append(source)
        }
        for digit in 0...9 { sums[digit] += costs.outer[12][digit] }
        var digits = [sums.indices.min { sums[$0] < sums[$1] } ?? 0]
        for source in sources.reversed() { digits.append(source[digits[digits.count - 1]]) }
        return ([first] + digits.reversed(), sums.min() ?? .infinity)
    }

    /// The likeliest numbers with a valid check digit, best first.
    func best(_ costs: DigitTemplates.Costs, count: Int) -> [[Int]] {
        typealias Beginning = (cost: Float, digits: Int)
        // By the last digit and the check sum.
        var states = [[Beginning]](repeating: [], count: 100)
        for digit in digits(at: 1) {
            states[digit * 10 + (first + 3 * digit) % 10] = [(costs.outer[1][digit], digit)]
        }
        for place in 1..<12 {
            var next = [[Beginning]](repeating: [], count: 100)
            let weight = place % 2 == 0 ? 3 : 1
            for digit in digits(at: place + 1) {
                for before in digits(at: place) {
                    let added = costs.pairs[place][before * 10 + digit]
                    for sum in 0...9 {
                        let state = digit * 10 + (sum + weight * digit) % 10
                        for beginning in states[before * 10 + sum] {
                            let cost = beginning.cost + added
                            if next[state].count == count {
                                if cost >= next[state][count - 1].cost { break }
                                next[state].removeLast()
                            }
                            let rank = next[state].firstIndex { $0.cost > cost } ?? next[state].count
                            next[state].insert((cost, beginning.digits * 10 + digit), at: rank)
                        }
                    }
                }
            }
            states = next
        }
        let whole = (0...9).flatMap { digit in
            states[digit * 10].map { ($0.cost + costs.outer[12][digit], $0.digits) }
        }
        return whole.sorted { $0.0 < $1.0 }.prefix(count).map { _, digits in
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
