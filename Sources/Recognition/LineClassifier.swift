// A small network that estimates whether a line contains an ISBN, some fifty times faster than Tesseract.
import CResources
import Foundation
import Imaging

/// A small convolutional network; trained by `scripts/training/line_classifier.py`.
///
/// A line of 16 × w pixels becomes 8 × w/2 cells with 8 features, 4 × w/4 with 16, w/4 with 32, then w/4 with 16, and
/// for each of these last columns two scores, of which the maximum is used.
package struct LineClassifier: LineScorer, Sendable {
    private let layers: [Layer]
    private let last: OutputLayer
    private let reader = DigitNetwork()

    package init() {
        var numbers = Numbers(line_classifier_weights, count: line_classifier_weights_length)
        layers = [
            Layer(&numbers, rows: 3, columns: 3, inputs: 1, outputs: 8, stride: (2, 2), above: 1),
            Layer(&numbers, rows: 3, columns: 3, inputs: 8, outputs: 16, stride: (2, 2), above: 1),
            Layer(&numbers, rows: 4, columns: 3, inputs: 16, outputs: 32),
            Layer(&numbers, rows: 1, columns: 5, inputs: 32, outputs: 16),
        ]
        last = OutputLayer(&numbers, columns: 17)
    }

    package func likelihood(of thumbnail: LineThumbnail) -> LineLikelihood {
        let best = last.best(in: layers.reduce(FeatureMap(thumbnail)) { $1.applied(to: $0) })
        return LineLikelihood(
            number: LineClassifier.share(best.number), label: LineClassifier.share(best.label))
    }

    package func digits(in thumbnail: LineThumbnail) -> [SeenDigit] { reader.digits(in: thumbnail) }

    private static func share(_ logit: Float) -> Double { 1 / (1 + exp(-Double(logit))) }
}

/// The scores of a number and of a label at each column, from sixteen inputs.
private struct OutputLayer: Sendable {
    private let columns: Int
    private let biases: [Float]
    private let number: [Block]
    private let label: [Block]

    init(_ numbers: inout Numbers, columns: Int) {
        self.columns = columns
        let scales = numbers.floats(2)
        biases = numbers.floats(2)
        let bytes = numbers.bytes(columns * 32)
        func blocks(_ output: Int) -> [Block] {
            (0..<columns).map { column in
                Block((0..<16).map { bytes[(column * 16 + $0) * 2 + output] * scales[output] })
            }
        }
        (number, label) = (blocks(0), blocks(1))
    }

    func best(in features: FeatureMap) -> (number: Float, label: Float) {
        let inputs = features.values.withUnsafeBytes { bytes in
            (0..<features.columns).map { bytes.loadUnaligned(fromByteOffset: $0 * 64, as: Block.self) }
        }
        var best = (number: -Float.infinity, label: -Float.infinity)
        for x in 0..<features.columns {
            let left = x - columns / 2
            var (numbers, labels) = (Block(), Block())
            for column in max(0, -left)..<min(columns, features.columns - left) {
                numbers += number[column] * inputs[left + column]
                labels += label[column] * inputs[left + column]
            }
            best.number = max(best.number, numbers.sum() + biases[0])
            best.label = max(best.label, labels.sum() + biases[1])
        }
        return best
    }
}

/// Estimates before a line is read whether that is worthwhile. Tests replace it.
package protocol LineScorer {
    /// - Parameter thumbnail: in the orientation in which the line would be read.
    func likelihood(of thumbnail: LineThumbnail) -> LineLikelihood

    /// Digits in reading order, without the characters between them; less certain than those of a `LineRecognizer`.
    func digits(in thumbnail: LineThumbnail) -> [SeenDigit]
}

/// What a line probably contains, before it is read.
package struct LineLikelihood: Hashable, Sendable {
    /// The probability of an upright number of nine digits or more, 0…1.
    package var number: Double
    /// The probability of a label such as `ISBN`, 0…1.
    package var label: Double
}

/// A digit, or the final X of an ISBN-10, from a line's preview.
package struct SeenDigit: Hashable, Sendable {
    package var scalar: Unicode.Scalar
    /// 0…1
    package var confidence: Double
}
