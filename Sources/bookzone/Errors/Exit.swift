// The exit codes. docs/records.md lists them; a test compares the two.
import Books
import Catalogue
import Foundation
import Reading

/// Thrown by a command that has already printed everything.
enum Exit: Int32, CaseIterable, Error {
    case success = 0
    case incomplete = 1
    case badInput = 2
    case notAsked = 3
    case usage = 64
    case notInstalled = 69
    case internalError = 70
    case outputFailed = 74
    case tryAgain = 75
    case interrupted = 130
    case terminated = 143

    /// The meaning of the code, independent of the command.
    var meaning: String {
        switch self {
        case .success: "everything was done"
        case .incomplete: "something is missing, unknown or uncertain"
        case .badInput: "some of the input could not be read or accepted"
        case .notAsked: "a source could not be asked"
        case .usage: "the command line is wrong"
        case .notInstalled: "a part of the program is not installed"
        case .internalError: "internal error, or the catalogue can't be used"
        case .outputFailed: "results can't be written"
        case .tryAgain: "a temporary failure; try again later"
        case .interrupted: "interrupted"
        case .terminated: "ended by SIGTERM"
        }
    }

    /// Throws unless it is success.
    func end() throws(Exit) {
        if self != .success { throw self }
    }

    /// Keeps the higher of two codes.
    mutating func raise(to other: Exit) {
        if other.rawValue > rawValue { self = other }
    }

    /// For the end of a command's help.
    static func help(_ meanings: KeyValuePairs<Exit, String>) -> String {
        "EXIT CODES\n" + list(meanings.map { ($0, $1) })
            + "\n  The highest applies; `bookzone --help` lists them all."
    }

    /// For the end of the program's help.
    static var help: String {
        "EXIT CODES\n" + list(allCases.map { ($0, $0.meaning) }) + "\n  The highest applies."
    }

    private static func list(_ entries: [(Exit, String)]) -> String {
        entries.map { exit, words in
            let code = String(exit.rawValue)
            return "  \(code)\(String(repeating: " ", count: 5 - code.count))\(words)"
        }.joined(separator: "\n")
    }
}

/// An error message and the exit code.
struct Refusal: Error {
    let message: String
    let end: Exit

    init(_ message: String, _ end: Exit = .badInput) {
        self.message = message
        self.end = end
    }
}

// Exit codes for errors of the store.
extension CatalogueError {
    var end: Exit {
        switch self {
        case .importStopped(_, let cause): cause.end
        case .busy, .beingWritten, .replaced, .full, .unreachable, .unreadable(_, ENOSPC),
            .unreadable(_, EDQUOT):
            .tryAgain
        case .missing, .unknownBook, .unknownList, .unknownComment, .unknownCopy, .inventory(.unknown),
            .inventory(.notSeen):
            .incomplete
        case .tooSlow, .backupExists, .occupied, .noBackup, .noDump, .wrongDumpValue, .moreThanDump,
            .ontoItself, .amongPhotos, .replacesNoStore, .unsound, .nothingToAdd,
            .listName, .overlongListName, .someoneElses, .changeOfLibrarian,
            .emptyComment, .overlongComment, .wouldLose, .severalCopies, .wrongCopy, .takenLabel, .labelled,
            .notAllowed, .notReserved, .inventory, .correctedPhoto,
            .describedCopies,
            .changedMeanwhile, .takenISBN, .mergedWithItself, .twoISBNs, .reusedKey,
            .unreadable, .otherFormat, .empty,
            .malformed, .archive, .notOneFile, .encoding,
            .noColumn,
            .noISBNColumn:
            .badInput
        case .nameNotUTF8, .wrongEdit: .usage
        case .cannotOpen, .noFolder, .notAStore, .damagedCovers, .emptied, .newer, .damaged, .failed:
            .internalError
        case .readOnly, .cannotWrite: .outputFailed
        case .waits: .notAsked
        case .signInNeeded, .wrongToken, .refused, .rejected: .badInput
        }
    }
}

// Messages for the case that no photo can be read at all. Errors of a single photo are in its record.
extension ScanError {
    var message: String {
        switch self {
        case .noModel(let folder):
            "\(folder): no readable isbn.traineddata; set its folder with --tessdata or BOOKZONE_TESSDATA"
        default: PhotoFailure(self).message
        }
    }

    var end: Exit {
        switch self {
        case .noModel, .noEnglish: .usage
        default: .internalError
        }
    }
}
