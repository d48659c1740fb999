// What a record says of a photo that could not be read, and a person reads of a scan that could not begin.
import Books
import Documents
import Foundation
import Imaging

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
            case .damaged(let format) where DocumentFormat.allCases.map(\.name).contains(format):
                ("damaged", "damaged \(format); copy or download it again")
            case .damaged(let format):
                (
                    "damaged",
                    "damaged \(format) file, or one of a rare kind; copy it again or save it as JPEG"
                )
            case .encrypted("PDF"): ("encrypted", "opens with a password only; save it without one")
            case .encrypted(let format):
                ("encrypted", "the text of this \(format) is encrypted; only its owner's program can read it")
            case .noPages: ("damaged", "no pages are in it; copy it again")
            case .unpacksToMore: ("too-large", "unpacks to more than any book; is it one?")
            case .noDocumentReader:
                (
                    "no-pdf-reader",
                    "bookzone-pdf, which opens PDFs, is missing or does not start; install it and Poppler (Debian: libpoppler-glib8)"
                )
            case .missingRows: ("damaged", "rows are missing; give as many as its height says")
            case .noMemory: ("too-large", "not enough memory for its picture; scale it down")
            case .crashed(nil): ("crashed", "reading it ended without an answer; read it again")
            case .crashed(SIGKILL?): ("crashed", "reading it was killed (SIGKILL); read it again")
            case .crashed(let signal?):
                ("crashed", "reading it crashed (\(Self.name(of: signal))); save it anew as JPEG or PNG")
            case .tookLonger(let time):
                ("timeout", "reading it took longer than \(Self.seconds(time)) s; scale it down or crop it")
            case .neededMore(let bytes):
                ("too-large", "reading it needed more memory than \(bytes >> 20) MB; scale it down")
            case .noWorker(let errno):
                (
                    "no-worker",
                    "no process to read it could be started: \(String(cString: strerror(errno))); read it again"
                )
            case .system(ENOENT), .system(ENOTDIR): ("missing", "no such file; check its name")
            case .system(EACCES), .system(EPERM): ("unreadable", "not readable; check its permissions")
            case .system(EISDIR): ("unreadable", "a folder; a file was expected")
            case .system(ELOOP): ("unreadable", "links to itself; check the link")
            case .system(EBADF): ("unreadable", "closed; there is nothing to read")
            case .system(let errno) where Self.passing.contains(errno):
                ("unavailable", "\(String(cString: strerror(errno))); try again")
            case .vanished: ("unavailable", "was there and is gone; try again")
            case .system(let errno): ("unreadable", "\(String(cString: strerror(errno))); copy it again")
            case .notFetched(let failure): failure.said
            case .emptyName: ("name", "an empty name; check the list")
            case .listNamesItself: ("name", "holds the list of paths; name photos in it")
            case .noList: ("unreadable", "no list of paths; one a line is expected")
            case .noRecord: ("record", "no record of a scan; give what a scan wrote as JSON Lines")
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

    /// What the system says of disks that are away, and of its own limits.
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
