// What a symbol's profile looks like, printed with so much ink spread and photographed so much out of focus.
import Foundation

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
