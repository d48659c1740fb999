// Errors of a catalogue. Messages are made by the module that shows them.
import Books
import Foundation
internal import GRDB

public enum CatalogueError: Error, Hashable, Sendable {
    /// There is no store at the path, and the call was not allowed to create one.
    case missing(path: String)
    case cannotOpen(path: String, Cause)
    /// The folder of the file does not exist.
    case noFolder(path: String, folder: String)
    /// A store's path must be valid UTF-8.
    case nameNotUTF8(path: String)
    /// The file is not an SQLite database, or is another program's.
    case notAStore(path: String)
    /// The file of a store's covers can't be read.
    case damagedCovers(path: String)
    /// A file without content where a store should be: what it held is lost, or it was never a store.
    case emptied(path: String)
    /// A later version of the program wrote it.
    case newer(path: String, version: Int, known: Int)
    case damaged(path: String, Cause)
    /// Another process locked the store for longer than the timeout.
    case busy(path: String, Cause)
    /// Another process is writing a store or a backup to this file.
    case beingWritten(path: String)
    /// It took longer than `QueryLimit` allows, or the task was cancelled.
    case tooSlow
    /// The disk is full.
    case full(path: String, Cause)
    case readOnly(path: String, Cause)
    /// The file was moved or replaced since it was opened: a change would be lost.
    case replaced(path: String)
    /// A new store, a backup or what belongs to one can't be written here.
    case cannotWrite(path: String, Cause)
    /// Any other error of the database or the system.
    case failed(path: String, Cause)
    /// A backup would replace this file.
    case backupExists(path: String)
    /// A backup would be written to the store itself, or the store would be restored from itself.
    case ontoItself(path: String)
    /// A backup would be in the folder from which a site removes what is not its photos.
    case amongPhotos(path: String)
    /// The file that a backup would replace is not a store.
    case replacesNoStore(path: String)
    /// Reading the whole store found a defect; nothing was copied or replaced.
    case unsound(path: String, [StoreProblem])
    /// There is a file where a store should be created.
    case occupied(path: String)
    /// A file from which a store should be restored is not a backup, or a damaged one.
    case noBackup(path: String)
    /// From this line on, the input is not a dump of a store, or the dump is incomplete.
    case noDump(line: Int)
    /// A row of a dump has a value that no store takes.
    case wrongDumpValue(line: Int, WrongValue)
    /// The dump of a store has ended before this line, which is not empty.
    case moreThanDump(line: Int)
    case unknownBook(BookSpecifier)
    /// A new book has neither an ISBN nor a title.
    case nothingToAdd
    case unknownList(String)
    /// A list's name has no letter and no digit.
    case listName(String)
    /// A new list's name is longer than `ListName.limit`.
    case overlongListName(limit: Int)
    case unknownComment(Int64)
    /// Only its author may edit or remove a comment.
    case someoneElses(comment: Int64)
    /// Only librarians can undo the person's last change.
    case changeOfLibrarian
    case emptyComment
    /// A comment is longer than `Comment.limit`.
    case overlongComment(limit: Int)
    /// The book to be removed has this many comments, readers and copies, or is on this many personal lists.
    case wouldLose(BookSpecifier, comments: Int, readings: Int, lists: Int, copies: Int)
    /// No copy has this number or label, nor is there one of this book.
    case unknownCopy(String)
    /// These copies have this label, or are of this book.
    case severalCopies(String, [String])
    case wrongCopy(CopyDefect)
    /// Another copy has this label.
    case takenLabel(String, by: String)
    /// The copy has another label already.
    case labelled(String)
    /// The copy is not in a state for this step.
    case notAllowed(CopyStep, BookCopy)
    case notReserved(BookSpecifier, ReservationProblem)
    case inventory(InventoryProblem)
    /// A decision would drop books of a photo that were corrected one by one.
    case correctedPhoto
    /// Counting, or taking the book off a list, would remove some of these copies, of which more is known than their
    /// place.
    case describedCopies(BookSpecifier, Int)
    /// These fields were changed since an edit of them was begun.
    case changedMeanwhile([EditedField])
    case wrongEdit(BookEditError)
    /// An idempotency key was sent before with another request.
    case reusedKey
    /// Another book in the store has this ISBN.
    case takenISBN(ISBN)
    /// The two books to be merged are one, perhaps by two of its names.
    case mergedWithItself
    /// The two books to be merged both have an ISBN.
    case twoISBNs(ISBN, ISBN)
    /// A file to import, or a store.
    case unreadable(path: String, errno: Int32)
    /// A file is not in the specified format.
    case otherFormat(path: String, expected: String)
    /// A file of no specified format holds nothing by which to recognise it.
    case empty(path: String)
    /// A file violates its format. The position is a line, a record or an offset, depending on the format.
    case malformed(path: String, place: String)
    /// An archive, or a file in it, can't be unpacked, for this reason.
    case archive(path: String, words: String)
    /// An archive contains no file that can be imported, or several of these names.
    case notOneFile(path: String, names: [String])
    /// A table is in an unsupported encoding of this name.
    case encoding(path: String, String)
    /// An import was interrupted; this many rows of the table are in the store.
    indirect case importStopped(rows: Int, CatalogueError)
    /// A table has no column with the given name.
    case noColumn(String, header: [String])
    /// A table has no column of ISBNs, nor both one for titles and one for authors.
    case noISBNColumn(header: [String])

    /// The shared catalogue at this address could not be reached, or gave an unexpected answer, described here.
    case unreachable(address: String, words: String)
    /// The same for a change, which stays in the outbox until the site can be reached.
    case waits(address: String, words: String)
    /// A site needs a token: see `bookzone login`.
    case signInNeeded(address: String)
    /// A shared catalogue does not accept the token that was sent.
    case wrongToken(address: String)
    /// The account lacks the right, or the site does not support it.
    case refused(address: String, words: String)
    /// A site does not make a change because of the books in it, as described here.
    case rejected(words: String)

    public enum CopyStep: Hashable, Sendable {
        case lend, takeBack
        /// Also to say that it is gone.
        case remove
    }

    /// Why a book can't be reserved, or a reservation can't be cancelled.
    public enum ReservationProblem: Hashable, Sendable {
        case noCopies
        /// This person has a copy, waits already, or does not wait.
        case borrowed(String)
        case reserved(String)
        case notReserved(String)
    }

    /// What is wrong with the name of an inventory.
    public enum InventoryProblem: Hashable, Sendable {
        case nameless
        case taken(String)
        case unknown(String)
        /// It takes no more photos.
        case ended(String)
        /// It has ended, and what was seen in it does not change any more: corrections of its photos, and copies that somebody
        /// saw, can't be undone.
        case settled(String)
        /// What is to be corrected is not seen in the photo, or not any more.
        case notSeen(String)
    }

    /// What is wrong with a copy's data.
    public enum CopyDefect: Hashable, Sendable {
        case field(CopyEditError)
        /// It begins like the id of a book or the number of a copy.
        case label(String)
        /// A label is an ISBN, which names a book.
        case isbnAsLabel(String)
        /// Its list is that of wanted books.
        case wanted
        /// A table names a book by a number of the store, which has an ISBN, or another title than in the table. With its
        /// title, or its ISBN.
        case otherBook(BookSpecifier, String?)
        /// An inventory can't expect the copy of this name, which is gone.
        case gone(String)
        /// It left the house before it came.
        case goneBeforeAcquired
        /// Somebody else has changed these of its fields since the edit's author saw them.
        case changedMeanwhile([CopyEdit.Field])
        /// A label or a place is longer than this many bytes.
        case overlong(limit: Int)
    }

    /// The part of the system that failed, with its error code.
    public enum Cause: Hashable, Sendable {
        /// SQLite's extended result code (sqlite.org/rescode.html) and its message.
        case sqlite(code: Int32, words: String)
        case system(errno: Int32)
        /// A record in the store can't be decoded.
        case record
    }
}

extension CatalogueError {
    /// Any error of a call to the store, as a `CatalogueError`.
    init(_ error: any Error, path: String) {
        self =
            switch error {
            case let error as CatalogueError: error
            case let error as DatabaseError: Self.said(by: error, path)
            case let error as POSIXError: .failed(path: path, .system(errno: error.code.rawValue))
            case let error as CocoaError: Self.copying(failed: error, path)
            default: .damaged(path: path, .record)
            }
    }

    /// The same for a file under construction, named as it will be called.
    package func naming(_ path: String, insteadOf part: String) -> CatalogueError {
        switch self {
        case .cannotOpen(part, let cause): .cannotOpen(path: path, cause)
        case .noFolder(part, let folder): .noFolder(path: path, folder: folder)
        case .beingWritten(part): .beingWritten(path: path)
        case .full(part, let cause): .full(path: path, cause)
        case .readOnly(part, let cause): .readOnly(path: path, cause)
        case .cannotWrite(part, let cause): .cannotWrite(path: path, cause)
        case .failed(part, let cause): .failed(path: path, cause)
        case .damaged(part, let cause): .damaged(path: path, cause)
        case .unsound(part, let problems): .unsound(path: path, problems)
        default: self
        }
    }

    /// The system's error of writing a file.
    package static func writing(_ path: String, _ errno: Int32) -> CatalogueError {
        [ENOSPC, EDQUOT].contains(errno)
            ? .full(path: path, .system(errno: errno)) : .cannotWrite(path: path, .system(errno: errno))
    }

    /// Of a copy in the folder for temporary files.
    private static func copying(failed error: CocoaError, _ path: String) -> CatalogueError {
        let code = (error.underlying as? POSIXError)?.code.rawValue ?? EIO
        return [ENOSPC, EDQUOT].contains(code)
            ? .unreadable(path: path, errno: code) : .cannotOpen(path: path, .system(errno: code))
    }

    private static func said(by error: DatabaseError, _ path: String) -> CatalogueError {
        let cause = Cause.sqlite(
            code: error.extendedResultCode.rawValue,
            words: error.message ?? "error \(error.resultCode.rawValue)")
        if error.extendedResultCode == .SQLITE_READONLY_DBMOVED { return .replaced(path: path) }
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

    /// The errors of writing to a full disk, besides `SQLITE_FULL`.
    private static let noRoom: [ResultCode] = [
        .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_TRUNCATE,
    ]

    static func isOfFullDisk(_ error: DatabaseError) -> Bool {
        error.resultCode == .SQLITE_FULL || noRoom.contains(error.extendedResultCode)
    }

    /// The file system's error, which is more precise than SQLite's.
    private static func unopened(_ path: String, _ cause: Cause) -> CatalogueError {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        if access(folder, F_OK) != 0 { return .noFolder(path: path, folder: folder) }
        if access(path, R_OK) == 0 {
            return access(folder, W_OK) != 0 ? .readOnly(path: path, cause) : .cannotOpen(path: path, cause)
        }
        if errno != ENOENT { return .cannotOpen(path: path, .system(errno: errno)) }
        return unwritableFolder(of: path) ?? .cannotOpen(path: path, cause)
    }

    /// `cannotWrite` if the file's folder exists, but nothing can be made in it.
    static func unwritableFolder(of path: String) -> CatalogueError? {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard access(folder, W_OK) != 0, errno != ENOENT else { return nil }
        return .cannotWrite(path: path, .system(errno: errno))
    }
}
