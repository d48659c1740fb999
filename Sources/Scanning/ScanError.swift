// Why a photo could not be read, or a scan not begun. What a person reads of it is made in one place, below.
import Books
import Foundation
import Imaging
import Recognition

public enum ScanError: Error, Hashable, Sendable {
    /// Nothing is in it.
    case empty
    /// The bytes begin no format of photos.
    case unknownFormat
    /// More pixels than are decoded; the sides of the upright photo.
    case tooManyPixels(width: Int, height: Int)
    /// More bytes than a photo has.
    case tooManyBytes
    /// The file ends before there is a picture.
    case truncated
    /// The bytes begin as this format (`JPEG`) and then are not it.
    case damaged(format: String)
    /// Grey rows that are fewer or shorter than their width and height say.
    case missingRows
    case noMemory
    /// The system could not open or read it; its `errno`.
    case system(_ errno: Int32)
    /// An empty name in a list of paths.
    case emptyName
    /// Standard input is named among the paths that it holds.
    case listNamesItself
    /// What was given as a list of paths has no lines.
    case noList
    /// Nothing of the part to read is inside the photo; the sides of the upright photo.
    case cropOutside(width: Int, height: Int)
    /// The folder for the text model holds no `isbn.traineddata` that can be read.
    case noModel(folder: String)
    /// Tesseract does not take the text model in this folder; `nil` is the package's own.
    case badModel(folder: String?)
}

extension ScanError {
    init(_ error: ImagingError) {
        self =
            switch error {
            case .empty: .empty
            case .unknownFormat: .unknownFormat
            case .tooLarge(let width, let height): .tooManyPixels(width: width, height: height)
            case .truncated: .truncated
            case .damaged(let format): .damaged(format: format.name)
            case .noMemory: .noMemory
            }
    }

    init(_ error: RecognitionError) {
        self =
            switch error {
            case .noModel(let folder): .noModel(folder: folder)
            case .badModel(.own): .badModel(folder: nil)
            case .badModel(.file(let folder)): .badModel(folder: folder)
            }
    }
}

extension PhotoFailure {
    /// As a record says it: what happened; what to do.
    public init(_ error: ScanError) {
        let (code, message) =
            switch error {
            case .empty: ("empty", "file is empty; copy it again")
            case .unknownFormat:
                ("unknown-format", "not a photo of a known format; save it as JPEG or PNG")
            case .tooManyPixels(let width, let height):
                (
                    "too-large",
                    "\(width)×\(height) pixels are more than can be read; scale it below \(PhotoFile.maximumMegapixels) megapixels"
                )
            case .tooManyBytes: ("too-large", "over \(Photo.sizeLimit >> 20) MB; is it one photo?")
            case .truncated: ("truncated", "file ends early; copy it again")
            case .damaged(let format):
                (
                    "damaged",
                    "damaged \(format) file, or one of a rare kind; copy it again or save it as JPEG"
                )
            case .missingRows: ("damaged", "rows are missing; give as many as its height says")
            case .noMemory: ("no-memory", "not enough memory for its picture; scale it down")
            case .system(ENOENT), .system(ENOTDIR): ("missing", "no such file; check its name")
            case .system(EACCES), .system(EPERM): ("unreadable", "not readable; check its permissions")
            case .system(EISDIR): ("unreadable", "a folder; a file was expected")
            case .system(ELOOP): ("unreadable", "links to itself; check the link")
            case .system(EBADF): ("unreadable", "closed; there is nothing to read")
            case .system(let errno): ("unreadable", "\(String(cString: strerror(errno))); copy it again")
            case .emptyName: ("name", "an empty name; check the list")
            case .listNamesItself: ("name", "holds the list of paths; name photos in it")
            case .noList: ("unreadable", "no list of paths; one a line is expected")
            case .cropOutside(let width, let height):
                (
                    "crop",
                    "the crop lies outside its \(width)×\(height) pixels; choose a part inside"
                )
            case .noModel(let folder): ("no-model", "no isbn.traineddata in \(folder); name its folder")
            case .badModel(let folder?):
                ("no-model", "Tesseract can't use \(folder)/isbn.traineddata; install it again")
            case .badModel(nil): ("no-model", "Tesseract can't use the text model; install version 5")
            }
        self.init(code: code, message: message)
    }
}
