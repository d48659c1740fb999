// What can go wrong with the store, in words that say what to do.
import Books
import Foundation
import GRDB

public enum CatalogueError: Error, Hashable, Sendable {
    /// There is no store at the path, and the call was not to make one.
    case missing(path: String)
    case cannotOpen(path: String, reason: String)
    /// The file is no SQLite database, or another program's.
    case notAStore(path: String)
    /// A later version of the program wrote it.
    case newer(path: String, version: Int, known: Int)
    case damaged(path: String, detail: String)
    /// Another process held the store for longer than the busy timeout.
    case busy(path: String)
    case full(path: String)
    case readOnly(path: String)
    case failed(path: String, detail: String)
    case backupExists(path: String)
    case unknownBook(String)
    case nothingToAdd
    case unknownList(String)
    case listName(String)
    case unknownComment(Int64)
    /// Only its author edits or removes a comment.
    case notTheAuthor(comment: Int64)
    case emptyComment
    /// A file to import from.
    case unreadable(path: String, reason: String)
    case noColumn(String, header: [String])
    case noISBNColumn(header: [String])

    /// What happened and what to do, in one line.
    public var message: String {
        switch self {
        case .missing(let path): "\(path): no store there yet; add a book first, or give --store PATH"
        case .cannotOpen(let path, let reason): "\(path): the store can't be opened: \(reason)"
        case .notAStore(let path): "\(path): not a BookZone store; give another --store PATH"
        case .newer(let path, let version, let known):
            "\(path): written by a later BookZone (store version \(version), this one knows \(known)); update BookZone"
        case .damaged(let path, let detail):
            "\(path): the store is damaged (\(detail)); take the last backup, `bookzone store check` says more"
        case .busy(let path): "\(path): another program keeps the store busy; try again when it is done"
        case .full(let path):
            "\(path): no room to write; the last step was undone: free some space and try again"
        case .readOnly(let path):
            "\(path): the store can't be written; check the permissions of it and its folder"
        case .failed(let path, let detail): "\(path): \(detail)"
        case .backupExists(let path): "\(path): there is a file already; choose another name, or give --force"
        case .unknownBook(let book):
            "\(book): not in the store; `bookzone add` or `bookzone lookup` puts it there"
        case .nothingToAdd: "a book without an ISBN needs a title: give --title"
        case .unknownList(let name): "\(name): no such list; `bookzone list show` names them all"
        case .listName(let name): "“\(name)”: a list's name needs at least one letter or digit"
        case .unknownComment(let id):
            "comment \(id): not in the store; `bookzone comment list` shows each number"
        case .notTheAuthor(let id):
            "comment \(id): someone else wrote it; only its author changes or removes it"
        case .emptyComment: "a comment needs a text or a rating"
        case .unreadable(let path, let reason): "\(path): can't be read: \(reason)"
        case .noColumn(let name, let header): "no column “\(name)”; the table has \(Self.named(header))"
        case .noISBNColumn(let header):
            "no column with ISBNs; name it with --column isbn=NAME; the table has \(Self.named(header))"
        }
    }

    private static func named(_ header: [String]) -> String {
        header.isEmpty ? "no header" : header.map { "“\($0.tidied ?? "")”" }.joined(separator: ", ")
    }

    /// What the database said, as one of ours.
    init(_ error: any Error, path: String) {
        guard let error = error as? DatabaseError else {
            self = error as? CatalogueError ?? .failed(path: path, detail: "\(error)")
            return
        }
        let detail = error.message ?? "error \(error.resultCode.rawValue)"
        self =
            switch error.resultCode {
            case .SQLITE_NOTADB: .notAStore(path: path)
            case .SQLITE_CORRUPT: .damaged(path: path, detail: detail)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
            case .SQLITE_FULL: .full(path: path)
            case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(path: path)
            case .SQLITE_CANTOPEN: Self.unopened(path, detail)
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_WRITE: .full(path: path)
            default: .failed(path: path, detail: detail)
            }
    }

    /// SQLite gives one reason for all: what the file system says tells more.
    private static func unopened(_ path: String, _ detail: String) -> CatalogueError {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        if access(folder, F_OK) != 0 {
            return .cannotOpen(path: path, reason: "there is no folder \(folder)")
        }
        return access(folder, W_OK) != 0 ? .readOnly(path: path) : .cannotOpen(path: path, reason: detail)
    }
}
