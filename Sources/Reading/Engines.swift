// The readers of one worker, made when first needed: bars that answer need no text model.
import Books
import Imaging
import Recognition

final class Engines {
    private let model: TextModel
    let bars = BarReader()
    let sense: any LineSense = NumberSense()
    private var textEngine: TextEngine?

    /// Throws when text is to be read with a model that is not there.
    init(_ options: ScanOptions) throws(RecognitionError) {
        model = try TextModel(folder: options.readers.contains(.ocr) ? options.tessdata : nil)
    }

    /// Throws when Tesseract does not take the model.
    func text() throws(RecognitionError) -> TextEngine {
        if let textEngine { return textEngine }
        let engine = try TextEngine(model)
        textEngine = engine
        return engine
    }
}
