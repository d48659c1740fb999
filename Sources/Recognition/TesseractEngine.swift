// What both uses of Tesseract share: a loaded model, and walking through what was recognised.
import CTesseract
import Foundation
import Imaging

/// A handle with one model.
final class TesseractEngine {
    let handle: OpaquePointer

    /// Throws if Tesseract rejects the model.
    init(_ model: TextModel) throws(RecognitionError) {
        guard let handle = TessBaseAPICreate() else { throw .badModel(model) }
        TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        guard model.load(into: handle) else {
            TessBaseAPIDelete(handle)
            throw .badModel(model)
        }
        TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        self.handle = handle
    }

    deinit {
        TessBaseAPIEnd(handle)
        TessBaseAPIDelete(handle)
    }

    /// Something that was recognised: a word, a character.
    struct Element {
        let results: OpaquePointer
        let page: OpaquePointer?
        let level: TessPageIteratorLevel
        let text: String
        /// 0…1.
        let confidence: Double

        /// In pixels of the picture; the right and bottom ends are outside.
        var bounds: (left: Int32, top: Int32, right: Int32, bottom: Int32) {
            var bounds: (left: Int32, top: Int32, right: Int32, bottom: Int32) = (0, 0, 0, 0)
            TessPageIteratorBoundingBox(
                page, level, &bounds.left, &bounds.top, &bounds.right, &bounds.bottom)
            return bounds
        }

        func begins(_ level: TessPageIteratorLevel) -> Bool {
            TessPageIteratorIsAtBeginningOf(page, level) != 0
        }
    }

    /// Passes on what is recognised in a picture, in reading order.
    func recognize(_ picture: GreyImage, by level: TessPageIteratorLevel, _ receive: (Element) -> Void) {
        omp_set_max_active_levels(0)
        TessBaseAPISetImage2(handle, picture.pix)
        TessBaseAPISetSourceResolution(handle, 300)
        defer { TessBaseAPIClear(handle) }
        guard TessBaseAPIRecognize(handle, nil) == 0, let results = TessBaseAPIGetIterator(handle) else {
            return
        }
        defer { TessResultIteratorDelete(results) }
        let page = TessResultIteratorGetPageIteratorConst(results)
        repeat {
            guard let text = TessResultIteratorGetUTF8Text(results, level) else { continue }
            defer { TessDeleteText(text) }
            receive(
                Element(
                    results: results, page: page, level: level, text: String(cString: text),
                    confidence: Double(TessResultIteratorConfidence(results, level)) / 100))
        } while TessResultIteratorNext(results, level) != 0
    }
}
