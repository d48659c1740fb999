// What a glance at a line says of its digits: enough to know a number that is expected there, and whether there are any,
// in a tenth of the time in which Tesseract reads it.
import CResources
import Foundation
import Imaging

/// A small convolutional network that names what stands in each two columns of a line; `scripts/training/glance_reader.py`
/// trains it.
///
/// A line of 16 × w pixels becomes 8 × w/2 cells of 8 numbers, 4 × w/2 of 16, three times w/2 of 64, and in each of these
/// columns sixteen scores, of which the last two mean nothing.
struct GlanceReader: Sendable {
    private let layers: [Layer]

    /// Nothing new, the digits, any other character, and a gap or a hyphen.
    private static let signs: [Unicode.Scalar] = Array("_0123456789X#-".unicodeScalars)
    private static let otherSigns: Set<Unicode.Scalar> = ["_", "#", "-"]

    init() {
        var numbers = Numbers(glance_reader_weights, count: glance_reader_weights_length)
        layers = [
            Layer(&numbers, rows: 3, columns: 3, inputs: 1, outputs: 8, stride: (2, 2), above: 1),
            Layer(&numbers, rows: 3, columns: 3, inputs: 8, outputs: 16, stride: (2, 1), above: 1),
            Layer(&numbers, rows: 4, columns: 3, inputs: 16, outputs: 64),
            Layer(&numbers, rows: 1, columns: 5, inputs: 64, outputs: 64),
            Layer(&numbers, rows: 1, columns: 5, inputs: 64, outputs: 64),
            Layer(&numbers, rows: 1, columns: 3, inputs: 64, outputs: 16, isLast: true),
        ]
    }

    /// The digits in reading order, what stands between them left out.
    func digits(in glance: LineGlance) -> [SeenDigit] {
        let cells = layers.reduce(Cells(glance)) { $1.applied(to: $0) }
        var digits: [SeenDigit] = []
        var last = 0
        for column in 0..<cells.columns {
            let scores = cells.values[column * 16..<column * 16 + GlanceReader.signs.count]
            let best = scores.indices.max { scores[$0] < scores[$1] } ?? scores.startIndex
            let sign = best - scores.startIndex
            defer { last = sign }
            let scalar = GlanceReader.signs[sign]
            if GlanceReader.otherSigns.contains(scalar) { continue }
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
