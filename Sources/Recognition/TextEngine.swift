// Reads a prepared line with Tesseract's LSTM.
import CLeptonica
import CTesseract
import Foundation
import Imaging

/// One Tesseract engine with one model. Keep it: loading takes longer than reading a line.
package final class TextEngine: LineRecognizer {
    private let engine: TesseractEngine

    /// Throws if Tesseract rejects the model.
    package init(_ model: TextModel) throws(RecognitionError) {
        engine = try TesseractEngine(model)
        // The strip is dark on light: trying the inverse would double the time for poor lines.
        TessBaseAPISetVariable(engine.handle, "invert_threshold", "0")
        TessBaseAPISetPageSegMode(engine.handle, PSM_RAW_LINE)
    }

    /// The characters of one level line, dark on light, in reading order, including spaces. Empty if nothing is
    /// recognised.
    ///
    /// - Parameter alternatives: takes a quarter longer.
    package func recognize(_ strip: LineStrip, alternatives: Bool) -> [ReadCharacter] {
        strip.correctingLabel(recognize(strip.image, alternatives: alternatives))
    }

    func recognize(_ strip: GreyImage, alternatives: Bool = false) -> [ReadCharacter] {
        TessBaseAPISetVariable(engine.handle, "lstm_choice_mode", alternatives ? "2" : "0")
        var characters: [ReadCharacter] = []
        engine.recognize(strip, by: RIL_SYMBOL) { symbol in
            let (left, _, right, _) = symbol.bounds
            if symbol.begins(RIL_WORD), let last = characters.last {
                characters.append(
                    ReadCharacter(scalar: " ", confidence: 1, left: last.right, right: Int(left)))
            }
            let others =
                alternatives && symbol.confidence < TextEngine.sure
                ? TextEngine.alternatives(at: symbol.results) : []
            for scalar in symbol.text.unicodeScalars {
                characters.append(
                    ReadCharacter(
                        scalar: scalar, confidence: symbol.confidence, left: Int(left), right: Int(right),
                        alternatives: others.filter { $0 != scalar }))
            }
        }
        return characters
    }

    /// Characters with at least this confidence need no alternatives.
    private static let sure = 0.98

    private static func alternatives(at symbol: OpaquePointer) -> [Unicode.Scalar] {
        guard let choices = TessResultIteratorGetChoiceIterator(symbol) else { return [] }
        defer { TessChoiceIteratorDelete(choices) }
        var scalars: [Unicode.Scalar] = []
        repeat {
            guard let text = TessChoiceIteratorGetUTF8Text(choices) else { continue }
            scalars += String(cString: text).unicodeScalars.filter { !scalars.contains($0) }
        } while TessChoiceIteratorNext(choices) != 0
        return scalars
    }
}

/// Reads a line of text. Tests use a recognizer with fixed results instead of Tesseract.
package protocol LineRecognizer {
    /// The characters in reading order, including spaces; empty if nothing is recognised.
    ///
    /// - Parameter alternatives: whether to add alternatives for uncertain characters, which may take longer.
    func recognize(_ strip: LineStrip, alternatives: Bool) -> [ReadCharacter]
}

/// A recognised character.
package struct ReadCharacter: Hashable, Sendable {
    package var scalar: Unicode.Scalar
    /// 0…1.
    package var confidence: Double
    /// The columns of the strip that it covers.
    package var left: Int
    package var right: Int
    /// Alternatives, the likeliest first, if they were requested.
    package var alternatives: [Unicode.Scalar] = []

    package static let lineBreak = ReadCharacter(scalar: "\n", confidence: 1, left: 0, right: 0)
    package static let gap = ReadCharacter(scalar: " ", confidence: 1, left: 0, right: 0)
}

/// Why there is no text engine.
package enum RecognitionError: Error, Hashable, Sendable {
    /// The folder contains no readable `isbn.traineddata`.
    case noModel(folder: String)
    /// Tesseract's English model is not installed.
    case noEnglish
    /// Tesseract rejects the model.
    case badModel(TextModel)
}
