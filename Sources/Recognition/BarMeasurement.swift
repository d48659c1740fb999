// Verifies a decoded barcode against its measured bar widths: the patterns of 1 and 7, and of 2 and 8, differ only in
// widths, and ink spread, overexposure or sharpening makes one look like the other.
import Foundation
import Imaging

/// How well an EAN-13's bars fit the decoded number, and which other numbers are possible.
package struct BarMeasurement: Hashable, Sendable {
    /// How much wider bars are than nominal, in modules; negative if they are thinner.
    package let spread: Double
    /// The standard deviation of the blur, in modules.
    package let blur: Double
    /// In pixels per module.
    package let module: Double
    /// The root mean square difference from ideal bars with this spread and blur, relative to the contrast between
    /// white and black.
    package let misfit: Double
    /// The first and last edge, in pixels along the scan lines.
    let ends: ClosedRange<Double>
    /// The rows, or columns, that show the pattern.
    let rows: Range<Int>
    /// The likeliest numbers with a valid check digit, best first, at most four.
    package let numbers: [Number]

    /// A number that the bars may encode.
    package struct Number: Hashable, Sendable {
        /// Thirteen digits with a valid check digit.
        package let digits: String
        /// The natural logarithm of how much less likely it is than the decoded number; negative if it is likelier.
        package let odds: Double
    }

    /// The number that fits best.
    package var likeliest: String { numbers[0].digits }

    /// The natural logarithm of how much likelier the best number is than the next.
    package var margin: Double { numbers.count > 1 ? numbers[1].odds - numbers[0].odds : .infinity }

    /// Whether the bars fit the likeliest number and no other.
    package var isSure: Bool {
        misfit <= BarMeasurement.mostMisfit && margin >= BarMeasurement.sureMargin
    }

    private static let mostMisfit = 0.2
    private static let sureMargin = 9.0
    /// The least variation of the print between the digits of a symbol that is assumed, in modules.
    private static let unevenness = 0.1

    /// `nil` if the pattern is not found in the lines.
    init?(of pattern: EANPattern, in picture: Raster, along lines: ScanLines) {
        guard let profile = BarProfile(of: pattern, in: picture, along: lines) else { return nil }
        let fit = BarFit(of: pattern, to: profile)
        spread = fit.model.spread
        blur = fit.model.blur
        module = profile.module
        (ends, rows) = (profile.ends, profile.rows)
        misfit = fit.misfit
        let spreads = (1...12).map { fit.spread(at: $0) }
        let certain = (1...12).filter {
            pattern.isGiven($0) || EANPattern.twin(of: pattern.digits[$0]) == nil
        }
        let squares = certain.reduce(0) { $0 + spreads[$1 - 1] * spreads[$1 - 1] }
        // The standard deviation of the spread over the digits, in modules.
        let scatter = (squares / Double(max(certain.count, 1))).squareRoot()
        let known = BarMeasurement.unevenness * BarMeasurement.unevenness + scatter * scatter
        let odds = (1...12).map { place in
            (0...9).map { other -> Double in
                if other == pattern.digits[place] { return 0 }
                let pull = fit.pull(to: other, at: place)
                return (1 - 2 * pull.part) / (2 * (known + pull.variance))
            }
        }
        numbers = BarMeasurement.numbers(of: pattern, odds)
    }

    /// How many of the best numbers are kept.
    private static let mostNumbers = 4

    /// Finds the likeliest numbers digit by digit: of the prefixes with the same check sum, only the best few can
    /// become one of the best numbers.
    ///
    /// - Parameter odds: for each of the twelve digits in bars, and for 0…9, the natural logarithm of how much less likely
    ///   it is than the decoded one.
    private static func numbers(of pattern: EANPattern, _ odds: [[Double]]) -> [Number] {
        typealias Beginning = (value: Int, odds: Double)
        var best = [[Beginning]](repeating: [], count: 10)
        best[pattern.digits[0]] = [(pattern.digits[0], 0)]
        for place in 1...12 {
            var next = [[Beginning]](repeating: [], count: 10)
            let decoded = pattern.digits[place]
            for value in pattern.isGiven(place) ? decoded...decoded : 0...9 {
                for sum in best.indices {
                    let newSum = (sum + (place % 2 == 0 ? 1 : 3) * value) % 10
                    for beginning in best[sum] {
                        let total = beginning.odds + odds[place - 1][value]
                        let rank = next[newSum].lastIndex { $0.odds <= total }.map { $0 + 1 } ?? 0
                        guard rank < mostNumbers else { continue }
                        if next[newSum].count == mostNumbers { next[newSum].removeLast() }
                        next[newSum].insert((beginning.value * 10 + value, total), at: rank)
                    }
                }
            }
            best = next
        }
        return best[0].map { number in
            let text = String(number.value)
            return Number(
                digits: String(repeating: "0", count: 13 - text.count) + text, odds: number.odds)
        }
    }
}

/// Ideal bars, widened by the ink spread and blurred.
struct BarModel {
    /// How much wider a bar is than nominal, in modules; negative if it is thinner.
    var spread: Double
    /// The standard deviation of the blur, in modules.
    var blur: Double

    /// The darkness of each sample, 0 white, 1 black.
    ///
    /// - Parameter edges: all edges of a symbol, in modules.
    func darkness(of edges: [Double], in samples: Range<Int>) -> [Float] {
        var darkness = [Float](repeating: 0, count: samples.count)
        var steps = [Float](repeating: 0, count: samples.count + 1)
        let reach = BarModel.reach * blur
        for (index, edge) in edges.enumerated() {
            let sign: Float = index % 2 == 0 ? 1 : -1
            let place = edge - Double(sign) * spread / 2
            let first = BarProfile.sample(at: place - reach)
            let last = BarProfile.sample(at: place + reach) + 1
            steps[min(max(last - samples.lowerBound, 0), samples.count)] += sign
            guard last > samples.lowerBound, first < samples.upperBound else { continue }
            for sample in max(first, samples.lowerBound)..<min(last, samples.upperBound) {
                darkness[sample - samples.lowerBound] +=
                    sign * BarModel.step((BarProfile.place(of: sample) - place) / blur)
            }
        }
        var sum: Float = 0
        for index in darkness.indices {
            sum += steps[index]
            darkness[index] += sum
        }
        return darkness
    }

    /// In standard deviations of the blur: an edge has no influence beyond.
    private static let reach = 3.5

    /// The cumulative normal distribution at `z`, from a table.
    private static func step(_ z: Double) -> Float {
        table[min(max(Int((z + reach) * density), 0), table.count - 1)]
    }

    private static let density = 64.0

    private static let table: [Float] = (0..<Int(2 * reach * density)).map { index in
        Float(erfc(-((Double(index) + 0.5) / density - reach) / 2.0.squareRoot()) / 2)
    }
}
