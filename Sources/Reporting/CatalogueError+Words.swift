// What a person reads when the store can't do what was asked, with what to do.
import Books
import Catalogue
import Foundation

extension CatalogueError {
    /// What happened and what to do, in one line.
    package var message: String {
        switch self {
        case .missing(let path): "\(path): no store there yet; add a book first, or give --store PATH"
        case .cannotOpen(let path, let cause): "\(path): the store can't be opened: \(cause.words)"
        case .noFolder(let path, let folder):
            "\(path): the store can't be opened: there is no folder \(folder)"
        case .notAStore(let path): "\(path): not a BookZone store; give another --store PATH"
        case .newer(let path, let version, let known):
            "\(path): written by a later BookZone (store version \(version), this one knows \(known)); update BookZone"
        case .damaged(let path, let cause):
            "\(path): the store is damaged (\(cause.words)); `bookzone store check` says more, `bookzone store restore FILE` takes the last backup"
        case .busy(let path, _):
            "\(path): another program keeps the store busy; try again when it is done"
        case .tooSlow: "the search takes too long; give fewer or longer words"
        case .full(let path, _):
            "\(path): no room to write; the last step was undone: free some space and try again"
        case .readOnly(let path, _):
            "\(path): the store can't be written: it can be read, listed, searched, exported and backed up; "
                + "for more check the permissions of it and its folder"
        case .failed(let path, let cause): "\(path): \(cause.words)"
        case .backupExists(let path): "\(path): there is a file already; choose another name, or give --force"
        case .occupied(let path): "\(path): there is a file already; give another --store PATH"
        case .noDump(let line):
            "line \(line): not what `bookzone store dump` wrote, or not all of it; no store was made"
        case .ontoItself(let path): "\(path): is the store itself; choose another file"
        case .replacesNoStore(let path):
            "\(path): there is a file that is no store; choose another name, or take it away first"
        case .unsound(let path, let problems):
            "\(path): damaged (\(problems.first?.words ?? "")\(problems.count > 1 ? " and \(problems.count - 1) more" : "")); "
                + "nothing was copied and nothing replaced; `bookzone store check` names all that is wrong"
        case .unknownBook(let book):
            "\(book): not in the store; `bookzone add` or `bookzone lookup` puts it there"
        case .nothingToAdd: "a book without an ISBN needs a title: give --title"
        case .unknownList(let name): "\(name): no such list; `bookzone list` names them all"
        case .listName(let name): "“\(name)”: a list's name needs at least one letter or digit"
        case .unknownComment(let id):
            "comment \(id): not in the store; `bookzone comment list` shows each number"
        case .someoneElses(let id):
            "comment \(id): someone else wrote it; only its author changes or removes it"
        case .emptyComment: "a comment needs a text or a rating"
        case .overlongComment(let limit):
            "a comment may have \(limit) bytes; this one has more and was not kept"
        case .wouldLose(let book, let comments, let readings, let lists):
            "\(book): what people said of it would go too (\(comments.counted("comment")), read by \(readings)"
                + (lists > 0 ? ", on \(lists.counted("list")) of readers' own" : "") + "); "
                + "give --force, or merge it with another book"
        case .takenISBN(let isbn):
            "\(isbn.hyphenated): another book of the store has it; `bookzone merge` makes the two one"
        case .twoISBNs(let first, let second):
            "\(first.hyphenated) and \(second.hyphenated) are two editions; `bookzone edit --edition-of` keeps them "
                + "together, --force makes them one book all the same"
        case .unreadable(let path, let errno): "\(path): can't be read: \(String(cString: strerror(errno)))"
        case .encoding(let path, let name): "\(path): is in \(name), which is not read; save it as UTF-8"
        case .noColumn(let name, let header): "no column “\(name)”; the table has \(Self.named(header))"
        case .unreachable(let address, let words): "\(address): \(words)"
        case .waits(let address, let words):
            "\(address): \(words); it is kept here, and goes there with the next command that reaches it"
        case .signInNeeded(let address):
            "\(address): not signed in there, or no more; `bookzone login \(address)` does that"
        case .refused(let address, let words): "\(address): \(words)"
        case .noISBNColumn(let header):
            "no column with ISBNs, nor titles and authors; name it with --column isbn=NAME; the table has "
                + Self.named(header)
        }
    }

    private static func named(_ header: [String]) -> String {
        header.isEmpty ? "no header" : header.map { "“\($0.tidied ?? "")”" }.joined(separator: ", ")
    }
}

extension CatalogueError.Cause {
    fileprivate var words: String {
        switch self {
        case .sqlite(_, let words): words
        case .system(let errno): String(cString: strerror(errno))
        case .record: "a record can't be read"
        }
    }
}
