// The model for reading text: the built-in one, or one that a user trained.
import Books
import CResources
import CTesseract
import Foundation

/// A model of Tesseract's.
package enum TextModel: Hashable, Sendable {
    /// The built-in model, trained for lines with ISBNs.
    case own
    /// The contents of `isbn.traineddata` from a folder, because a worker may not open files.
    case file(Data, folder: String)

    private static let name = "isbn"

    /// The built-in model, or the one in a folder. Throws if that can't be read.
    package init(folder: String?) throws(RecognitionError) {
        guard let folder else {
            self = .own
            return
        }
        guard
            let bytes = try? FileHandle(reading: "\(folder)/\(TextModel.name).traineddata")?.readToEnd()
        else {
            throw .noModel(folder: folder)
        }
        self = .file(bytes, folder: folder)
    }

    /// The contents of the file.
    package var bytes: Data {
        switch self {
        case .own: text_model.map { Data(bytes: $0, count: Int(text_model_length)) } ?? Data()
        case .file(let bytes, _): bytes
        }
    }

    /// False if Tesseract rejects it.
    func load(into engine: OpaquePointer) -> Bool {
        switch self {
        case .own: TextModel.load(text_model, count: Int(text_model_length), into: engine)
        case .file(let bytes, _):
            bytes.withUnsafeBytes {
                TextModel.load(
                    $0.baseAddress?.assumingMemoryBound(to: CChar.self), count: $0.count, into: engine)
            }
        }
    }

    private static func load(_ bytes: UnsafePointer<CChar>?, count: Int, into engine: OpaquePointer) -> Bool {
        guard let bytes, count > 0 else { return false }
        return TessBaseAPIInit5(
            engine, bytes, Int32(clamping: count), name, OEM_LSTM_ONLY, nil, 0, nil, nil, 0, 0) == 0
    }
}
