// A small network that reads the digits of a line in a tenth of Tesseract's time: enough to confirm an expected
// number, or to see that there are no digits.
import CResources
import Foundation
import Imaging

/// A small convolutional network that classifies every two columns of a line; trained by
/// `scripts/training/digit_network.py`.
///
/// A line of 16 × w pixels becomes 8 × w/2 cells with 8 features, 4 × w/2 with 16, three times w/2 with 64, and for
/// each of these columns sixteen scores, of which the last two are unused.
struct DigitNetwork: Sendable {
    private let layers: [Layer]

    /// No new character, the digits, any other character, and a gap or hyphen.
    private static let signs: [Unicode.Scalar] = Array("_0123456789X#-".unicodeScalars)
    private static let otherSigns: Set<Unicode.Scalar> = ["_", "#", "-"]

    init() {
        var numbers = Numbers(digit_network_weights, count: digit_network_weights_length)
        layers = [
            Layer(&numbers, rows: 3, columns: 3, inputs: 1, outputs: 8, stride: (2, 2), above: 1),
            Layer(&numbers, rows: 3, columns: 3, inputs: 8, outputs: 16, stride: (2, 1), above: 1),
            Layer(&numbers, rows: 4, columns: 3, inputs: 16, outputs: 64),
            Layer(&numbers, rows: 1, columns: 5, inputs: 64, outputs: 64),
            Layer(&numbers, rows: 1, columns: 5, inputs: 64, outputs: 64),
            Layer(&numbers, rows: 1, columns: 3, inputs: 64, outputs: 16, isLast: true),
        ]
    }

    /// The digits in reading order, without the characters between them.
    func digits(in thumbnail: LineThumbnail) -> [SeenDigit] {
        let features = layers.reduce(FeatureMap(thumbnail)) { $1.applied(to: $0) }
        var digits: [SeenDigit] = []
        var last = 0
        for column in 0..<features.columns {
            let scores = features.values[column * 16..<column * 16 + DigitNetwork.signs.count]
            let best = scores.indices.max { scores[$0] < scores[$1] } ?? scores.startIndex
            let sign = best - scores.startIndex
            defer { last = sign }
            let scalar = DigitNetwork.signs[sign]
            if DigitNetwork.otherSigns.contains(scalar) { continue }
            let confidence = 1 / Double(scores.reduce(0) { $0 + exp($1 - scores[best]) })
            if sign != last {
                digits.append(SeenDigit(scalar: scalar, confidence: confidence))
            } else if let seen = digits.last {
                digits[digits.count - 1].confidence = max(seen.confidence, confidence)
            }
        }
        return digits
    }
}
