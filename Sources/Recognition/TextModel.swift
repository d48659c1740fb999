// Which model reads text: the project's own, which is inside every program, or one that a person trained.
import CTesseract
import CTextModel
import Foundation

/// A model of Tesseract's.
package enum TextModel: Hashable, Sendable {
    /// Our own, trained for lines that hold ISBNs.
    case own
    /// `isbn.traineddata` in a folder.
    case file(folder: String)

    private static let name = "isbn"

    /// Our own, or the one in a folder. Throws when there is no file of its name that can be read.
    package init(folder: String?) throws(RecognitionError) {
        guard let folder else {
            self = .own
            return
        }
        guard access("\(folder)/\(TextModel.name).traineddata", R_OK) == 0 else {
            throw .noModel(folder: folder)
        }
        self = .file(folder: folder)
    }

    /// False when Tesseract does not take it.
    func load(into engine: OpaquePointer) -> Bool {
        switch self {
        case .own:
            return TessBaseAPIInit5(
                engine, text_model, text_model_length, TextModel.name, OEM_LSTM_ONLY, nil, 0, nil, nil, 0, 0)
                == 0
        case .file(let folder): return TessBaseAPIInit2(engine, folder, TextModel.name, OEM_LSTM_ONLY) == 0
        }
    }
}
