// Errors of a catalogue. Messages are made by the module that shows them.
import Books
import Foundation
internal import GRDB

public enum CatalogueError: Error, Hashable, Sendable {
    /// There is no store at the path, and the call was not to make one.
    case missing(path: String)
    case cannotOpen(path: String, Cause)
    /// The folder that the file is to be in is not there.
    case noFolder(path: String, folder: String)
    /// A store's name is to be UTF-8.
    case nameNotUTF8(path: String)
    /// The file is no SQLite database, or another program's.
    case notAStore(path: String)
    /// A later version of the program wrote it.
    case newer(path: String, version: Int, known: Int)
    case damaged(path: String, Cause)
    /// Another process held the store for longer than is waited for.
    case busy(path: String, Cause)
    /// It took longer than `QueryLimit` allows, or the task was cancelled.
    case tooSlow
    /// No room to write.
    case full(path: String, Cause)
    case readOnly(path: String, Cause)
    /// Anything else that the database or the system said.
    case failed(path: String, Cause)
    /// A file that a backup would replace.
    case backupExists(path: String)
    /// A backup's name leads to the store itself, or a store is to be restored from itself.
    case ontoItself(path: String)
    /// The file that a backup would replace is no store.
    case replacesNoStore(path: String)
    /// Reading all of a store found something wrong; nothing was copied or replaced.
    case unsound(path: String, [StoreProblem])
    /// A file is where a store is to be made.
    case occupied(path: String)
    /// What a store is to be loaded from is no dump of one, or not all of it, from this line on.
    case noDump(line: Int)
    case unknownBook(BookSpecifier)
    /// A new book has neither an ISBN nor a title.
    case nothingToAdd
    case unknownList(String)
    /// A list's name has no letter and no digit.
    case listName(String)
    case unknownComment(Int64)
    /// Only who wrote a comment edits or removes it.
    case someoneElses(comment: Int64)
    case emptyComment
    /// A comment has more bytes than `Comment.limit`.
    case overlongComment(limit: Int)
    /// A book that was to be removed has so many comments, was read by so many people, or is on so many readers' own
    /// lists.
    case wouldLose(BookSpecifier, comments: Int, readings: Int, lists: Int)
    /// Another book of the store has the ISBN that one is to get.
    case takenISBN(ISBN)
    /// Two books that are to become one have an ISBN each.
    case twoISBNs(ISBN, ISBN)
    /// A file to import from, or a store.
    case unreadable(path: String, errno: Int32)
    /// A file is not in the format that it was said to be in.
    case otherFormat(path: String, expected: String)
    /// A file breaks the rules of its format. The place is a line, a record, or an offset, as the format counts.
    case malformed(path: String, place: String)
    /// An archive, or what is in it, can't be unpacked, for this reason.
    case archive(path: String, words: String)
    /// An archive holds no file that can be imported, or more than one, of these names.
    case notOneFile(path: String, names: [String])
    /// A table is in an encoding that is not read, of this name.
    case encoding(path: String, String)
    /// An import ended early; so many rows of the table are in the store.
    indirect case importStopped(rows: Int, CatalogueError)
    /// A table has no column of the given name.
    case noColumn(String, header: [String])
    /// Nor one for titles and one for authors.
    case noISBNColumn(header: [String])

    /// A shared catalogue at this address could not be asked, or said something else than an answer, in these words.
    case unreachable(address: String, words: String)
    /// The same of a change, which waits on this machine until its site can be reached.
    case waits(address: String, words: String)
    /// A site needs a token: see `bookzone login`.
    case signInNeeded(address: String)
    /// A site's account has no right to it, or the site does not do it.
    case refused(address: String, words: String)

    /// The system that failed, with its error code.
    public enum Cause: Hashable, Sendable {
        /// SQLite's extended result code (sqlite.org/rescode.html) and its words.
        case sqlite(code: Int32, words: String)
        case system(errno: Int32)
        /// A record in the store can't be decoded.
        case record
    }
}

extension CatalogueError {
    /// What a call to the store ended with, as one of ours.
    init(_ error: any Error, path: String) {
        self =
            switch error {
            case let error as CatalogueError: error
            case let error as DatabaseError: Self.said(by: error, path)
            case let error as POSIXError: .failed(path: path, .system(errno: error.code.rawValue))
            default: .damaged(path: path, .record)
            }
    }

    /// The same of the file that is to be made, where it was of the one that it is until it is whole.
    func naming(_ path: String, insteadOf part: String) -> CatalogueError {
        switch self {
        case .cannotOpen(part, let cause): .cannotOpen(path: path, cause)
        case .noFolder(part, let folder): .noFolder(path: path, folder: folder)
        case .full(part, let cause): .full(path: path, cause)
        case .readOnly(part, let cause): .readOnly(path: path, cause)
        case .failed(part, let cause): .failed(path: path, cause)
        case .damaged(part, let cause): .damaged(path: path, cause)
        default: self
        }
    }

    private static func said(by error: DatabaseError, _ path: String) -> CatalogueError {
        let cause = Cause.sqlite(
            code: error.extendedResultCode.rawValue,
            words: error.message ?? "error \(error.resultCode.rawValue)")
        return switch error.resultCode {
        case .SQLITE_NOTADB: .notAStore(path: path)
        case .SQLITE_CORRUPT: .damaged(path: path, cause)
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path, cause)
        case .SQLITE_INTERRUPT: .tooSlow
        case .SQLITE_FULL: .full(path: path, cause)
        case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(path: path, cause)
        case .SQLITE_CANTOPEN: unopened(path, cause)
        case .SQLITE_IOERR where noRoom.contains(error.extendedResultCode): .full(path: path, cause)
        default: .failed(path: path, cause)
        }
    }

    /// What writing to a full disk ends with, besides `SQLITE_FULL`.
    private static let noRoom: [ResultCode] = [
        .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_TRUNCATE,
    ]

    /// The file system's error, which is more precise than SQLite's.
    private static func unopened(_ path: String, _ cause: Cause) -> CatalogueError {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        if access(folder, F_OK) != 0 { return .noFolder(path: path, folder: folder) }
        return access(folder, W_OK) != 0 ? .readOnly(path: path, cause) : .cannotOpen(path: path, cause)
    }
}
