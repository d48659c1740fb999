// Verifies a decoded barcode against its measured bar widths: 1 and 7, and 2 and 8, differ in widths only, and ink
// spread, overexposure or sharpening turns one into the other.
import Foundation
import Imaging

/// How well an EAN-13's bars fit the number that was read, and which other numbers they may be.
package struct BarMeasurement: Hashable, Sendable {
    /// How much wider bars are than drawn, in modules; below 0 where they are thinner.
    package let spread: Double
    /// The standard deviation of the blur, in modules.
    package let blur: Double
    /// Pixels a module.
    package let module: Double
    /// The root mean square difference from ideal bars with that spread and blur, in parts of the contrast between
    /// white and black.
    package let misfit: Double
    /// Where the bars begin and end, in pixels along the scan lines.
    let ends: ClosedRange<Double>
    /// The twelve digits that have bars.
    package let digits: [Digit]
    /// The likeliest numbers with a right check digit, best first, at most four.
    package let numbers: [Number]

    /// What one digit's bars say.
    package struct Digit: Hashable, Sendable {
        /// As it was read, 0…9.
        package let value: Int
        /// Of each digit 0…9, the natural logarithm of how much less likely it is than the one that was read; below 0
        /// where it is likelier.
        package let odds: [Double]
    }

    /// A number that the bars may be.
    package struct Number: Hashable, Sendable {
        /// Thirteen digits, the check digit right.
        package let digits: String
        /// The natural logarithm of how much less likely it is than the number that was read; below 0 where it is
        /// likelier.
        package let odds: Double
    }

    /// The number that fits best.
    package var likeliest: String { numbers[0].digits }

    /// The natural logarithm of how much likelier the best number is than the next.
    package var margin: Double { numbers.count > 1 ? numbers[1].odds - numbers[0].odds : .infinity }

    /// Whether the bars look like the likeliest number and like no other.
    package var isSure: Bool {
        misfit <= BarMeasurement.mostMisfit && margin >= BarMeasurement.sureMargin
    }

    private static let mostMisfit = 0.2
    private static let sureMargin = 9.0
    /// How differently two digits of one symbol may be printed, in modules, whatever the others show.
    private static let unevenness = 0.1

    /// `nil` where the pattern is not seen in the lines.
    init?(of pattern: EANPattern, in picture: Raster, along lines: ScanLines) {
        guard let profile = BarProfile(of: pattern, in: picture, along: lines) else { return nil }
        let fit = BarFit(of: pattern, to: profile)
        spread = fit.model.spread
        blur = fit.model.blur
        module = profile.module
        ends = profile.ends
        misfit = fit.misfit
        let spreads = (1...12).map { fit.spread(at: $0) }
        let certain = (1...12).filter {
            pattern.isGiven($0) || EANPattern.twin(of: pattern.digits[$0]) == nil
        }
        let squares = certain.reduce(0) { $0 + spreads[$1 - 1] * spreads[$1 - 1] }
        // How much the spread differs from digit to digit, in modules (standard deviation).
        let scatter = (squares / Double(max(certain.count, 1))).squareRoot()
        let known = BarMeasurement.unevenness * BarMeasurement.unevenness + scatter * scatter
        digits = (1...12).map { place in
            let value = pattern.digits[place]
            let odds = (0...9).map { other -> Double in
                if other == value { return 0 }
                let pull = fit.pull(to: other, at: place)
                return (1 - 2 * pull.part) / (2 * (known + pull.variance))
            }
            return Digit(value: value, odds: odds)
        }
        numbers = BarMeasurement.numbers(of: pattern, digits)
    }

    /// How many of the best numbers are kept.
    private static let mostNumbers = 4

    /// The likeliest numbers, digit by digit: of those that begin with other digits of the same check sum, only the
    /// best few can become one of the best.
    private static func numbers(of pattern: EANPattern, _ digits: [Digit]) -> [Number] {
        typealias Beginning = (value: Int, odds: Double)
        var best = [[Beginning]](repeating: [], count: 10)
        best[pattern.digits[0]] = [(pattern.digits[0], 0)]
        for (index, digit) in digits.enumerated() {
            let place = index + 1
            var next = [[Beginning]](repeating: [], count: 10)
            for value in pattern.isGiven(place) ? digit.value...digit.value : 0...9 {
                for sum in best.indices {
                    let newSum = (sum + (place % 2 == 0 ? 1 : 3) * value) % 10
                    for beginning in best[sum] {
                        let odds = beginning.odds + digit.odds[value]
                        let rank = next[newSum].lastIndex { $0.odds <= odds }.map { $0 + 1 } ?? 0
                        guard rank < mostNumbers else { continue }
                        if next[newSum].count == mostNumbers { next[newSum].removeLast() }
                        next[newSum].insert((beginning.value * 10 + value, odds), at: rank)
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

/// Ideal bars, each wider by the ink spread, blurred.
struct BarModel {
    /// How much wider a bar is than drawn, in modules; below 0 where it is thinner.
    var spread: Double
    /// The standard deviation of the blur, in modules.
    var blur: Double

    /// The darkness at samples, white 0 and black 1.
    ///
    /// - Parameter edges: all of a symbol's, in modules.
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

    /// Standard deviations beyond which an edge is not felt.
    private static let reach = 3.5

    /// The normal distribution up to `z`, from a table.
    private static func step(_ z: Double) -> Float {
        table[min(max(Int((z + reach) * density), 0), table.count - 1)]
    }

    private static let density = 64.0

    private static let table: [Float] = (0..<Int(2 * reach * density)).map { index in
        Float(erfc(-((Double(index) + 0.5) / density - reach) / 2.0.squareRoot()) / 2)
    }
}
