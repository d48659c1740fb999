// Why a photo could not be read, or a scan not started.
import Documents
import Imaging
import Recognition

public enum ScanError: Error, Hashable, Sendable {
    /// The file is empty.
    case empty
    /// The file is not in a supported format.
    case unknownFormat
    /// It has more pixels than are decoded; the size of the upright photo.
    case tooManyPixels(width: Int, height: Int)
    /// It has more pages than the limit, which is given.
    case tooManyPages(Int)
    /// It has more bytes than the limit for photos.
    case tooManyBytes
    /// The file ends before there is a picture.
    case truncated
    /// The file starts in this format (`JPEG`) but is not valid.
    case damaged(format: String)
    /// A document (`PDF`) that needs a password or an owner's key.
    case encrypted(format: String)
    /// A document without pages.
    case noPages
    /// An archive where archives are not opened: in another archive, in a pipe, or at a URL.
    case archive
    /// An archive that contains nothing to read.
    case noPhotos
    /// Two members of an archive have the same name.
    case sameName
    /// The name of a member can't be decoded.
    case badMemberName
    /// The archive has more members than the limit.
    case tooManyMembers(most: Int)
    /// The archive unpacks to much more data than photos would.
    case unpacksTooFar
    /// The member unpacks to more data than any photo or book has.
    case unpacksToMore
    /// The program that opens PDFs is missing or does not start.
    case noDocumentReader
    /// There are fewer or shorter grey rows than the width and height require.
    case missingRows
    case noMemory
    /// The worker that read it crashed, or was killed by this signal; `nil` if it ended in another way.
    case crashed(signal: Int32?)
    /// A page, or the rest of the work on the photo, exceeded this time limit.
    case tookLonger(than: Duration)
    /// It needs more memory than this limit, in bytes: according to its header, or because its worker ran out.
    case neededMore(than: Int)
    /// No worker could be started; the `errno`.
    case noWorker(_ errno: Int32)
    /// The system could not open or read it; the `errno`.
    case system(_ errno: Int32)
    /// It existed when its folder was listed.
    case vanished
    /// When it was to be moved, its path no longer led to the file that was read.
    case changed
    /// It could not be downloaded.
    case notFetched(FetchFailure)
    /// A list of paths contains an empty name.
    case emptyName
    /// Standard input is the list of paths, and is also named in it.
    case listNamesItself
    /// The list of paths is not a text with lines.
    case noList
    /// A line of the list of paths contains a NUL.
    case listHoldsNUL
    /// A line among the records of an earlier run is not a record.
    case noRecord
    /// The part to read is outside the photo; the size of the upright photo.
    case cropOutside(width: Int, height: Int)
    /// The folder of the text model contains no readable `isbn.traineddata`.
    case noModel(folder: String)
    /// Titles are to be read, and Tesseract's English model is not installed.
    case noEnglish
    /// Tesseract rejects the text model in this folder; `nil` is the built-in model.
    case badModel(folder: String?)
}

extension ScanError {
    /// For a file that begins like none that can be read. A document or archive by its name, or by its first bytes, is a
    /// damaged one; every other file has an unknown format.
    ///
    /// - Parameter name: its path, or a part of it; empty if it has none.
    package static func unreadable(_ signature: some Sequence<UInt8>, named name: String) -> ScanError {
        let lowered = name.lowercased()
        if let document = DocumentFormat.allCases.first(where: { lowered.hasSuffix(".\($0.rawValue)") }) {
            return .damaged(format: document.name)
        }
        return ArchiveFormat.isNamed(name) || ArchiveFormat.isDamagedZIP(signature)
            ? .damaged(format: "archive") : .unknownFormat
    }

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
            case .noEnglish: .noEnglish
            case .badModel(.own), .badModel(.installed): .badModel(folder: nil)
            case .badModel(.file(_, let folder)): .badModel(folder: folder)
            }
    }
}
