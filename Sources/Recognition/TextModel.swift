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
    /// One of Tesseract's models for running text.
    case installed(Data, name: String)

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

    /// The English model, whose letters are those of most languages in Latin script: what it reads is compared without
    /// diacritics. Throws `noEnglish` if it is not installed.
    package static func installedEnglish() throws(RecognitionError) -> TextModel {
        guard let english = installed("eng") else { throw .noEnglish }
        return english
    }

    /// A model for each other script that has one: Cyrillic, Greek.
    package static func installedOthers() -> [TextModel] {
        // The language's model reads it better than that of the whole script.
        [["rus", "Cyrillic"], ["ell", "Greek"]].compactMap { $0.lazy.compactMap(installed).first }
    }

    /// A model where Tesseract's packages install it, or in `TESSDATA_PREFIX`. It is mapped, and costs memory only when it is
    /// used.
    private static func installed(_ name: String) -> TextModel? {
        let named = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"].map { [$0] } ?? []
        return (named + folders).lazy.compactMap { folder in
            let file = URL(filePath: "\(folder)/\(name).traineddata")
            return (try? Data(contentsOf: file, options: .alwaysMapped)).map { .installed($0, name: name) }
        }.first
    }

    private static let folders = [
        "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata",
        "/usr/share/tessdata",
        "/usr/local/share/tessdata", "/opt/homebrew/share/tessdata",
    ]

    /// The contents of the file.
    package var bytes: Data {
        switch self {
        case .own: text_model.map { Data(bytes: $0, count: Int(text_model_length)) } ?? Data()
        case .file(let bytes, _), .installed(let bytes, _): bytes
        }
    }

    /// False if Tesseract rejects it.
    func load(into engine: OpaquePointer) -> Bool {
        switch self {
        case .own: load(text_model, count: Int(text_model_length), into: engine)
        case .file(let bytes, _), .installed(let bytes, _):
            bytes.withUnsafeBytes {
                load($0.baseAddress?.assumingMemoryBound(to: CChar.self), count: $0.count, into: engine)
            }
        }
    }

    private func load(_ bytes: UnsafePointer<CChar>?, count: Int, into engine: OpaquePointer) -> Bool {
        guard let bytes, count > 0 else { return false }
        let language = if case .installed(_, let name) = self { name } else { Self.name }
        return TessBaseAPIInit5(
            engine, bytes, Int32(clamping: count), language, OEM_LSTM_ONLY, nil, 0, nil, nil, 0, 0) == 0
    }
}
