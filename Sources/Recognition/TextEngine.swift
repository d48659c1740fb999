// A prepared line to text, by Tesseract's LSTM.
import CLeptonica
import CTesseract
import Foundation
import Imaging

/// One Tesseract engine with one model. Keep it: loading takes longer than reading a line.
package final class TextEngine: LineRecognizer {
    private let handle: OpaquePointer

    /// Throws when Tesseract does not take the model.
    package init(_ model: TextModel) throws(RecognitionError) {
        guard let handle = TessBaseAPICreate() else { throw .badModel(model) }
        TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        guard model.load(into: handle) else {
            TessBaseAPIDelete(handle)
            throw .badModel(model)
        }
        TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        // The strip is known to be dark on light: trying it the other way round doubles the time of poor lines.
        TessBaseAPISetVariable(handle, "invert_threshold", "0")
        TessBaseAPISetPageSegMode(handle, PSM_RAW_LINE)
        self.handle = handle
    }

    deinit {
        TessBaseAPIEnd(handle)
        TessBaseAPIDelete(handle)
    }

    /// The characters of one level line, dark on light, in reading order; spaces included. Empty when nothing is
    /// read.
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

    /// Characters with at least this confidence have no alternatives worth asking for.
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

/// What reads a line of text. Tests put another in the place of Tesseract and say what each line reads.
package protocol LineRecognizer {
    /// The characters in reading order, spaces included; empty when nothing is read.
    ///
    /// - Parameter alternatives: also say what else uncertain characters may be, which may take longer.
    func recognize(_ strip: LineStrip, alternatives: Bool) -> [ReadCharacter]
}

/// One character as it was read.
package struct ReadCharacter: Hashable, Sendable {
    package var scalar: Unicode.Scalar
    /// 0…1.
    package var confidence: Double
    /// Columns of the strip it stands in.
    package var left: Int
    package var right: Int
    /// What else it may be, the likeliest first, if that was asked for.
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
    /// No `isbn.traineddata` that can be read is in the folder.
    case noModel(folder: String)
    /// Tesseract does not take it.
    case badModel(TextModel)
}
