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
    /// Tesseract's model for running English text, whose letters are those of most languages in Latin script: what it reads
    /// is compared without diacritics.
    case english(Data)

    private static let (name, englishName) = ("isbn", "eng")

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

    /// The English model where Tesseract's packages install it, or in `TESSDATA_PREFIX`. It is mapped, and costs memory only
    /// when it is used. Throws `noEnglish` if there is none.
    package static func installedEnglish() throws(RecognitionError) -> TextModel {
        let named = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"].map { [$0] } ?? []
        for folder in named + englishFolders {
            let file = URL(filePath: "\(folder)/\(englishName).traineddata")
            if let bytes = try? Data(contentsOf: file, options: .alwaysMapped) { return .english(bytes) }
        }
        throw .noEnglish
    }

    private static let englishFolders = [
        "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata",
        "/usr/share/tessdata",
        "/usr/local/share/tessdata", "/opt/homebrew/share/tessdata",
    ]

    /// The contents of the file.
    package var bytes: Data {
        switch self {
        case .own: text_model.map { Data(bytes: $0, count: Int(text_model_length)) } ?? Data()
        case .file(let bytes, _), .english(let bytes): bytes
        }
    }

    /// False if Tesseract rejects it.
    func load(into engine: OpaquePointer) -> Bool {
        switch self {
        case .own: load(text_model, count: Int(text_model_length), into: engine)
        case .file(let bytes, _), .english(let bytes):
            bytes.withUnsafeBytes {
                load($0.baseAddress?.assumingMemoryBound(to: CChar.self), count: $0.count, into: engine)
            }
        }
    }

    private func load(_ bytes: UnsafePointer<CChar>?, count: Int, into engine: OpaquePointer) -> Bool {
        guard let bytes, count > 0 else { return false }
        var language = Self.name
        if case .english = self { language = Self.englishName }
        return TessBaseAPIInit5(
            engine, bytes, Int32(clamping: count), language, OEM_LSTM_ONLY, nil, 0, nil, nil, 0, 0) == 0
    }
}
