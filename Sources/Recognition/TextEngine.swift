// Reads a prepared line with Tesseract's LSTM.
import CLeptonica
import CTesseract
import Foundation
import Imaging

/// One Tesseract engine with one model. Keep it: loading takes longer than reading a line.
package final class TextEngine: LineRecognizer {
    private let handle: OpaquePointer

    /// Throws if Tesseract rejects the model.
    package init(_ model: TextModel) throws(RecognitionError) {
        guard let handle = TessBaseAPICreate() else { throw .badModel(model) }
        TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        guard model.load(into: handle) else {
            TessBaseAPIDelete(handle)
            throw .badModel(model)
        }
        TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        // The strip is dark on light: trying the inverse would double the time for poor lines.
        TessBaseAPISetVariable(handle, "invert_threshold", "0")
        TessBaseAPISetPageSegMode(handle, PSM_RAW_LINE)
        self.handle = handle
    }

    deinit {
        TessBaseAPIEnd(handle)
        TessBaseAPIDelete(handle)
    }

    /// The characters of one level line, dark on light, in reading order, including spaces. Empty if nothing is
    /// recognised.
    ///
    /// - Parameter alternatives: takes a quarter longer.
    package func recognize(_ strip: LineStrip, alternatives: Bool) -> [ReadCharacter] {
        recognize(strip.image, alternatives: alternatives)
    }

    func recognize(_ strip: GrayImage, alternatives: Bool = false) -> [ReadCharacter] {
        omp_set_max_active_levels(0)
        TessBaseAPISetVariable(handle, "lstm_choice_mode", alternatives ? "2" : "0")
        strip.withPix { TessBaseAPISetImage2(handle, $0) }
        TessBaseAPISetSourceResolution(handle, 300)
        defer { TessBaseAPIClear(handle) }
        guard TessBaseAPIRecognize(handle, nil) == 0, let words = TessBaseAPIGetIterator(handle) else {
            return []
        }
        defer { TessResultIteratorDelete(words) }
        let page = TessResultIteratorGetPageIteratorConst(words)
        var characters: [ReadCharacter] = []
        repeat {
            guard let text = TessResultIteratorGetUTF8Text(words, RIL_SYMBOL) else { continue }
            defer { TessDeleteText(text) }
            var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            TessPageIteratorBoundingBox(page, RIL_SYMBOL, &left, &top, &right, &bottom)
            let confidence = Double(TessResultIteratorConfidence(words, RIL_SYMBOL)) / 100
            if TessPageIteratorIsAtBeginningOf(page, RIL_WORD) != 0, let last = characters.last {
                characters.append(
                    ReadCharacter(scalar: " ", confidence: 1, left: last.right, right: Int(left)))
            }
            let others =
                alternatives && confidence < TextEngine.sure ? TextEngine.alternatives(at: words) : []
            for scalar in String(cString: text).unicodeScalars {
                characters.append(
                    ReadCharacter(
                        scalar: scalar, confidence: confidence, left: Int(left), right: Int(right),
                        alternatives: others.filter { $0 != scalar }))
            }
        } while TessResultIteratorNext(words, RIL_SYMBOL) != 0
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
    package var alternatives: [Unicode.Scalar]

    package init(
        scalar: Unicode.Scalar, confidence: Double, left: Int, right: Int, alternatives: [Unicode.Scalar] = []
    ) {
        self.scalar = scalar
        self.confidence = confidence
        self.left = left
        self.right = right
        self.alternatives = alternatives
    }
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
