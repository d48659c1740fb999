// Messages for scan errors: in the record of a photo that could not be read, and on the terminal for a scan that
// could not start.
import Books
import Documents
import Foundation
import Imaging

extension PhotoFailure {
    /// The message in a record: what happened; what to do.
    public init(_ error: ScanError) {
        let (code, message) =
            switch error {
            case .empty: ("empty", "file is empty; copy it again")
            case .unknownFormat:
                ("unknown-format", "not a photo of a known format; save it as JPEG or PNG")
            case .tooManyPixels(let width, let height):
                (
                    "too-large",
                    "\(width)×\(height) pixels are too many; scale it below \(PhotoFile.maximumMegapixels) megapixels"
                )
            case .tooManyPages(let most):
                ("too-large", "only its first \(most) pages were read; split it into smaller files")
            case .tooManyBytes:
                (
                    "too-large",
                    "larger than \(Photo.sizeLimit >> 20) MB; use one photo, or an archive as a file"
                )
            case .truncated: ("truncated", "file ends early; copy it again")
            case .damaged("archive"):
                ("damaged", "damaged archive, or an unsupported compression; copy or pack it again")
            case .encrypted("archive"):
                ("encrypted", "protected by a password; unpack it and read its photos")
            case .archive:
                (
                    "archive",
                    "this archive can't be opened here; unpack it and read its photos, or pack them as a ZIP or TAR file"
                )
            case .noPhotos: ("no-photos", "the archive contains no photos; check that it is the right one")
            case .sameName:
                ("damaged", "several files in it have the same name, and only the first was read; unpack it")
            case .badMemberName:
                ("damaged", "the name of a file in it is damaged; unpack it and read its photos")
            case .tooManyMembers(let most):
                ("too-large", "it contains more than \(most) files; unpack it and read the folder")
            case .unpacksTooFar:
                ("too-large", "decompresses to far more data than photos do; unpack it if you trust it")
            case .damaged(let format) where DocumentFormat.allCases.map(\.name).contains(format):
                ("damaged", "damaged \(format); copy or download it again")
            case .damaged(let format):
                (
                    "damaged",
                    "damaged \(format) file, or one of a rare kind; copy it again or save it as JPEG"
                )
            case .encrypted("PDF"): ("encrypted", "needs a password; save it without one")
            case .encrypted(let format):
                ("encrypted", "the text of this \(format) is encrypted; only its owner's program can read it")
            case .noPages: ("damaged", "has no pages; copy it again")
            case .unpacksToMore: ("too-large", "decompresses to more data than a book has; is it a book?")
            case .noDocumentReader:
                (
                    "no-pdf-reader",
                    "bookzone-pdf, which opens PDFs, is missing or can't be started; install it and Poppler (Debian: libpoppler-glib8)"
                )
            case .missingRows: ("damaged", "rows are missing; pass as many as the height")
            case .noMemory: ("too-large", "not enough memory to decode it; scale it down")
            case .crashed(nil): ("crashed", "the worker process ended without an answer; read it again")
            case .crashed(SIGKILL?): ("crashed", "reading it was killed (SIGKILL); read it again")
            case .crashed(let signal?):
                (
                    "crashed",
                    "reading it crashed (\(Self.name(of: signal))); save it again or in another format"
                )
            case .tookLonger(let time):
                (
                    "timeout",
                    "reading it took longer than \(Self.seconds(time)) s; make it smaller or allow more time"
                )
            case .neededMore(let bytes):
                (
                    "too-large",
                    "reading it needed more memory than \(bytes >> 20) MB; make it smaller or allow more memory"
                )
            case .noWorker(let errno):
                (
                    "no-worker",
                    "no process to read it could be started: \(String(cString: strerror(errno))); read it again"
                )
            case .system(ENOENT), .system(ENOTDIR): ("missing", "no such file; check its name")
            case .system(EACCES), .system(EPERM): ("unreadable", "not readable; check its permissions")
            case .system(EISDIR): ("unreadable", "a folder; a file was expected")
            case .system(ELOOP): ("unreadable", "a link that points to itself; check the link")
            case .system(EBADF): ("unreadable", "closed; there is nothing to read")
            case .system(ENOSPC), .system(EDQUOT):
                (
                    "unavailable",
                    "no space left for temporary files; free some space, or set TMPDIR to another disk"
                )
            case .system(let errno) where Self.passing.contains(errno):
                ("unavailable", "\(String(cString: strerror(errno))); try again")
            case .vanished: ("unavailable", "disappeared while it was being read; try again")
            case .changed: ("unavailable", "changed or removed since it was read; try again")
            case .system(let errno): ("unreadable", "\(String(cString: strerror(errno))); copy it again")
            case .notFetched(let failure): failure.codeAndMessage
            case .emptyName: ("name", "an empty name; check the list")
            case .listNamesItself: ("name", "is the list of paths itself; list photos in it")
            case .noList: ("unreadable", "not a list of paths; write one path per line")
            case .listHoldsNUL:
                (
                    "unreadable",
                    "contains NUL; write one path per line in UTF-8, or pass it as a list whose paths end in NUL"
                )
            case .noRecord: ("record", "not a record of a scan; use the JSON Lines of a scan")
            case .cropOutside(let width, let height):
                (
                    "crop",
                    "the crop lies outside its \(width)×\(height) pixels; choose a part inside"
                )
            case .noModel(let folder): ("no-model", "no isbn.traineddata in \(folder); name its folder")
            case .noEnglish:
                (
                    "no-model",
                    "no eng.traineddata; install Tesseract's English model (Debian: tesseract-ocr-eng)"
                )
            case .badModel(let folder?):
                ("no-model", "Tesseract can't use \(folder)/isbn.traineddata; install it again")
            case .badModel(nil): ("no-model", "Tesseract can't use the text model; install version 5")
            }
        self.init(code: code, message: message)
    }

    /// System errors of missing disks and exhausted limits, which may be temporary.
    private static let passing: Set<Int32> = [
        EIO, ESTALE, ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ENOTCONN, ECONNRESET, EBUSY,
        EAGAIN, ENOMEM, ENFILE, EMFILE,
    ]

    private static func name(of signal: Int32) -> String {
        [
            SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGSEGV: "SIGSEGV",
            SIGSYS: "SIGSYS", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP",
        ][signal] ?? "signal \(signal)"
    }

    private static func seconds(_ time: Duration) -> String {
        let seconds = time / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}

extension PhotoRecord {
    static let incompleteWarning = "file ends early or is damaged; read as far as it decodes"

    /// Whether the photo's file was empty or ended early, so that it may not be complete yet.
    package var isIncomplete: Bool {
        [ScanError.truncated, .empty].contains { PhotoFailure($0).code == error?.code }
            || warnings.contains(Self.incompleteWarning)
    }
}
