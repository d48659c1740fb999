// A text engine that reads what a test says, so that no picture has to be drawn.
import Imaging
import Recognition

/// Lines that say a text each, on an empty sheet.
struct FakeRecognizer: LineRecognizer {
    /// What a line says, as it was cut; nothing when empty.
    let text: (TextLine) -> String
    var confidence = 0.995
    /// What else each of some characters may be.
    var alternatives: [Unicode.Scalar: [Unicode.Scalar]] = [:]
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
                left: Int(strip.margin + Double(index) * width),
                right: Int(strip.margin + Double(index + 1) * width), alternatives: alternatives ? others : []
            )
        }
    }
}

/// Says of each line, as it is turned, what a test says.
struct FakeScorer: LineScorer {
    var likelihood: (LineThumbnail) -> LineLikelihood = { _ in LineLikelihood(number: 0.9, label: 0) }
    /// Ten that no book has, unless a test says otherwise.
    var digits = FakeScorer.digits("1111111111")

    static func digits(_ text: String, confidence: Double = 0.99) -> [SeenDigit] {
        text.unicodeScalars.map { SeenDigit(scalar: $0, confidence: confidence) }
    }

    func likelihood(of thumbnail: LineThumbnail) -> LineLikelihood { likelihood(thumbnail) }

    func digits(in thumbnail: LineThumbnail) -> [SeenDigit] { digits }
}
