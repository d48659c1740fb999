// A recognizer with given texts, so that no picture has to be drawn.
import Imaging

@testable import Recognition

/// Returns a text for each line of an empty sheet.
struct FakeRecognizer: LineRecognizer {
    /// The text of a cropped line; nothing if empty.
    let text: (TextLine) -> String
    var confidence = 0.995
    /// The alternatives of some characters.
    var alternatives: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    /// Whether the first character of a line is at the edge of its picture.
    var isCut: (TextLine) -> Bool = { _ in false }
    var read = ReadCount()

    /// How often each text was read.
    final class ReadCount {
        var texts: [String] = []
    }

    func recognize(_ strip: LineStrip, alternatives: Bool) -> [ReadCharacter] {
        let text = self.text(strip.line)
        read.texts.append(text)
        let scalars = Array(text.unicodeScalars)
        // Evenly spread over the line.
        let width = (Double(strip.image.width) - 2 * strip.margin) / Double(max(scalars.count, 1))
        return scalars.enumerated().map { index, scalar in
            let others = self.alternatives[scalar] ?? []
            return ReadCharacter(
                scalar: scalar, confidence: others.isEmpty ? confidence : min(confidence, 0.9),
                left: index == 0 && isCut(strip.line) ? 0 : Int(strip.margin + Double(index) * width),
                right: Int(strip.margin + Double(index + 1) * width), alternatives: alternatives ? others : []
            )
        }
    }
}

/// Reads lines to the right as one recognizer does, upside down ones as another.
struct TurnedRecognizer: LineRecognizer {
    let upright: FakeRecognizer
    let inverted: FakeRecognizer
    /// Of crops lower than 26 pixels.
    var lower: FakeRecognizer?

    func recognize(_ strip: LineStrip, alternatives: Bool) -> [ReadCharacter] {
        let isUpright = strip.line.direction == .right
        let reader = isUpright ? strip.line.height < 26 ? lower ?? upright : upright : inverted
        return reader.recognize(strip, alternatives: alternatives)
    }
}

/// Returns a given likelihood for each line, as it is rotated.
struct FakeScorer: LineScorer {
    var likelihood: (LineThumbnail) -> LineLikelihood = { _ in LineLikelihood(number: 0.9, label: 0) }
    /// By default ten digits that no book has.
    var digits = FakeScorer.digits("1111111111")

    static func digits(_ text: String, confidence: Double = 0.99) -> [SeenDigit] {
        text.unicodeScalars.map { SeenDigit(scalar: $0, confidence: confidence) }
    }

    func likelihood(of thumbnail: LineThumbnail) -> LineLikelihood { likelihood(thumbnail) }

    func digits(in thumbnail: LineThumbnail) -> [SeenDigit] { digits }
}
