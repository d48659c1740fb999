// Why a photo could not be read, or a scan not begun.
import Imaging
import Recognition

public enum ScanError: Error, Hashable, Sendable {
    /// Nothing is in it.
    case empty
    /// The bytes begin no format of photos.
    case unknownFormat
    /// More pixels than are decoded; the sides of the upright photo.
    case tooManyPixels(width: Int, height: Int)
    /// More pages than are read, which is so many.
    case tooManyPages(Int)
    /// More bytes than a photo has.
    case tooManyBytes
    /// The file ends before there is a picture.
    case truncated
    /// The bytes begin as this format (`JPEG`) and then are not it.
    case damaged(format: String)
    /// A document (`PDF`) that opens with a password or an owner's key only.
    case encrypted(format: String)
    /// A document without pages.
    case noPages
    /// An archive where none is opened: in another, in a pipe, at an address.
    case archive
    /// An archive without anything to read.
    case noPhotos
    /// Two members of an archive have one name.
    case sameName
    /// The name of a member of an archive can't be told.
    case badMemberName
    /// More members than are looked through.
    case tooManyMembers(most: Int)
    /// An archive that unpacks to far more than photos do.
    case unpacksTooFar
    /// A few packed bytes that are to be more than any book.
    case unpacksToMore
    /// The program that opens PDFs is not there, or does not start.
    case noDocumentReader
    /// Grey rows that are fewer or shorter than their width and height say.
    case missingRows
    case noMemory
    /// A worker that read it crashed, or was killed by this signal; `nil` where it ended in another way.
    case crashed(signal: Int32?)
    /// A page of it took a worker longer, or all that is done with it besides.
    case tookLonger(than: Duration)
    /// It needed more memory than it may take, in bytes: its header promises so, or its worker had no more.
    case neededMore(than: Int)
    /// No worker could be started; why, as `errno` has it.
    case noWorker(_ errno: Int32)
    /// The system could not open or read it; its `errno`.
    case system(_ errno: Int32)
    /// It was there when the run came to its folder.
    case vanished
    /// Its address gave none.
    case notFetched(FetchFailure)
    /// An empty name in a list of paths.
    case emptyName
    /// Standard input is named among the paths that it holds.
    case listNamesItself
    /// What was given as a list of paths has no lines.
    case noList
    /// A line among the records of an earlier run is none.
    case noRecord
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
            case .tooManyPages(let most): .tooManyPages(most)
            case .truncated: .truncated
            case .damaged(let format): .damaged(format: format.name)
            case .noMemory: .noMemory
            case .needsMore(let bytes): .neededMore(than: bytes)
            }
    }

    init(_ error: RecognitionError) {
        self =
            switch error {
            case .noModel(let folder): .noModel(folder: folder)
            case .badModel(.own): .badModel(folder: nil)
            case .badModel(.file(_, let folder)): .badModel(folder: folder)
            }
    }
}
