// Messages for errors of the store.
import Books
import Catalogue
import Foundation
import Output

extension CatalogueError {
    /// What happened and what to do, in one line.
    package var message: String {
        switch self {
        case .missing(let path):
            "\(path.shownPath): no such store; add a book first, or choose another --store"
        case .cannotOpen(let path, let cause): "\(path.shownPath): the store can't be opened: \(cause.words)"
        case .noFolder(let path, let folder):
            "\(path.shownPath): the store can't be opened: no such folder: \(folder)"
        case .nameNotUTF8(let path):
            "\(path.shownPath): the name is not UTF-8, as those of stores and backups must be; choose another name, or rename the file or folder"
        case .notAStore(let path): "\(path.shownPath): not a BookZone store; choose another --store"
        case .damagedCovers(let path): "\(path.shownPath): the covers are damaged; \(Self.coversAdvice)"
        case .emptied(let path):
            "\(path.shownPath): the file is empty, and was perhaps a store; `bookzone store restore FILE` restores a backup, "
                + "or delete the empty file to begin a new store"
        case .newer(let path, let version, let known):
            "\(path.shownPath): written by a newer BookZone (store version \(version), this one knows \(known)); update BookZone"
        case .damaged(let path, let cause):
            "\(path.shownPath): the store is damaged\(cause.detail); `bookzone store check` shows details, "
                + "`bookzone store restore FILE` restores a backup"
        case .busy(let path, _):
            "\(path.shownPath): the store is locked by another program; try again later"
        case .beingWritten(let path):
            "\(path.shownPath): another backup or restore is being written to this file; try again when it has ended"
        case .tooSlow: "the search takes too long; use fewer or longer words"
        case .full(let path, _):
            "\(path.shownPath): no space left; what was being written was undone; free some space and try again"
        case .readOnly(let path, _):
            "\(path.shownPath): the store is read-only: it can be read, listed, searched, exported and backed up; "
                + "to change it, check the permissions of the file and its folder"
        case .replaced(let path):
            "\(path.shownPath): the store was moved or replaced while it was open, and was not changed; try again, or start this program again"
        case .cannotWrite(let path, let cause):
            "\(path.shownPath): can't be written: \(cause.words); choose another folder, or check its permissions"
        case .failed(let path, let cause):
            "\(path.shownPath): \(cause.words); check the store with `bookzone store check`"
        case .backupExists(let path): "\(path.shownPath): the file exists; choose another name or add --force"
        case .occupied(let path): "\(path.shownPath): the file exists; choose another --store"
        case .noBackup(let path):
            "\(path.shownPath): not a backup of a store, or damaged; nothing was changed"
        case .noDump(let line):
            "line \(line): not a complete dump of `bookzone store dump`; no store was made"
        case .wrongDumpValue(let line, let wrong):
            "line \(line): \(wrong.words); correct the line, or the store that was dumped, which `bookzone store check` checks; "
                + "no store was made"
        case .moreThanDump(let line):
            "line \(line): the dump has ended before this line; load each dump alone; no store was made"
        case .ontoItself(let path): "\(path.shownPath): is the store itself; choose another file"
        case .amongPhotos(let path):
            "\(path.shownPath): a site keeps its photos in this folder, and removes other files; choose another folder"
        case .replacesNoStore(let path):
            "\(path.shownPath): a file that is not a store exists here; choose another name, or remove the file first"
        case .unsound(let path, let problems):
            "\(path.shownPath): damaged (\(problems.first?.words ?? "")\(problems.count > 1 ? " and \(problems.count - 1) more" : "")); "
                + "nothing was copied or replaced; `bookzone store check` lists all problems"
        case .unknownBook(let book):
            "\(book): not in the store; add it with `bookzone add` or `bookzone lookup`"
        case .nothingToAdd: "a book without an ISBN needs a title; add --title"
        case .unknownList(let name): "\(name): no such list; `bookzone list` shows all lists"
        case .listName(let name) where ListName(name)?.state != nil:
            "“\(name)”: a personal list, of what somebody reads or has read; choose a shared list"
        case .listName(let name): "“\(name)”: a list's name needs at least one letter or digit"
        case .overlongListName(let limit): "a list's name may have \(limit) bytes; this one is longer"
        case .unknownComment(let id):
            "comment \(id): not in the store; `bookzone comment list` shows the numbers"
        case .someoneElses(let id):
            "comment \(id): not yours; only its author can change or remove it"
        case .changeOfLibrarian:
            "only a librarian can undo your last change; undo earlier ones on their books' history pages"
        case .emptyComment: "a comment needs a text or a rating"
        case .overlongComment(let limit):
            "a comment may have \(limit) bytes; this one is longer and was not saved"
        case .wouldLose(let book, let comments, let readings, let lists, let copies):
            "\(book): what people added to it would be lost (\(comments.counted("comment")), read by \(readings)"
                + (lists > 0 ? ", on \(lists.counted("list")) of readers' own" : "")
                + (copies > 0 ? ", \(Self.copies(copies))" : "") + "); "
                + "add --force, or merge it with another book"
        case .unknownCopy(let text): "\(text.excerpt): no such copy; `bookzone copy show` lists all copies"
        case .severalCopies(let text, let copies):
            "\(text): there are \(Self.copies(copies.count)); give the number of one: "
                + copies.prefix(20).joined(separator: ", ") + (copies.count > 20 ? ", …" : "")
        case .wrongCopy(.field(let error)): error.words
        case .wrongCopy(.label(let label)):
            "“\(label)”: a label can't begin with id: or copy:, like a number of the store"
        case .wrongCopy(.isbnAsLabel(let label)):
            "“\(label)”: a label can't be an ISBN, which names a book; put a letter before it, or choose another"
        case .wrongCopy(.wanted): "a copy is not wanted any more; choose another list"
        case .wrongCopy(.otherBook(let book, let title)):
            "\(book): is \(title.map { "“\($0)”" } ?? "a book without a title") in this store, but the row has another title or no ISBN"
        case .wrongCopy(.gone(let copy)): "\(copy): the copy is gone"
        case .wrongCopy(.goneBeforeAcquired): "a copy can't be gone before it was acquired"
        case .wrongCopy(.changedMeanwhile(let fields)):
            "somebody else has changed this meanwhile: \(fields.map(\.rawValue).joined(separator: ", "))"
        case .wrongCopy(.overlong(let limit)): "a label or a place has at most \(limit) bytes"
        case .takenLabel(let label, let copy): "“\(label)”: \(copy) has this label; each is used once"
        case .labelled(let copy):
            "\(copy): has a label already; `bookzone copy edit --label` replaces it"
        case .notAllowed(let step, let copy): Self.words(step, copy)
        case .notReserved(let book, .noCopies):
            "\(book): no copy of it is in the store; add one with `bookzone copy add`"
        case .notReserved(let book, .borrowed(let person)): "\(book): \(person) has a copy of it already"
        case .notReserved(let book, .reserved(let person)): "\(book): \(person) has reserved it already"
        case .notReserved(let book, .notReserved(let person)): "\(book): \(person) has not reserved it"
        case .inventory(.nameless): "give the inventory a name"
        case .inventory(.taken(let name)):
            "“\(name)”: there is an inventory of this name; go on with `bookzone inventory scan`, or choose another"
        case .inventory(.unknown(let name)):
            "“\(name)”: no such inventory; `bookzone inventory show` lists them"
        case .inventory(.ended(let name)): "“\(name)”: this inventory has ended; begin another one"
        case .inventory(.settled(let name)):
            "“\(name)”: this inventory has ended, so what was seen in it stays; undo its end first"
        case .inventory(.notSeen(let name)):
            "“\(name)”: the photo doesn't show what is to be corrected; look at it again with `bookzone inventory show`"
        case .correctedPhoto:
            "the books of this photo were corrected one by one in an inventory, and stay; correct them there"
        case .describedCopies(let book, let count):
            "\(book): \(Self.copies(count)) with a label, a price or other details would be removed with it; "
                + "use `bookzone copy edit --gone` or `bookzone copy remove` for each"
        case .changedMeanwhile(let fields):
            "changed meanwhile: \(fields.map(\.words).joined(separator: ", ")); look at the book and edit it again"
        case .wrongEdit(let error): error.words
        case .reusedKey: "this idempotency key was sent with another request"
        case .takenISBN(let isbn):
            "\(isbn.hyphenated): another book has this ISBN; `bookzone merge` merges the two"
        case .mergedWithItself: "a book can't be merged with itself; name another book"
        case .twoISBNs(let first, let second):
            "\(first.hyphenated) and \(second.hyphenated) are two editions; link them with `bookzone edit --edition-of`, "
                + "or add --force to merge them anyway"
        case .unreadable(let path, ENOSPC), .unreadable(let path, EDQUOT):
            "\(path.shownPath): no space left for temporary files; free some space, or set TMPDIR to another disk"
        case .unreadable(let path, let errno):
            "\(path.shownPath): can't be read: \(String(cString: strerror(errno)))"
        case .otherFormat(let path, let expected):
            "\(path.shownPath): not a file of \(expected); leave the format out to have it recognised"
        case .empty(let path): "\(path.shownPath): is empty; there are no books to import"
        case .malformed(let path, let place):
            "\(path.shownPath): damaged or cut short at \(place); get the whole file"
        case .archive(let path, let words): "\(path.shownPath): \(words)"
        case .notOneFile(let path, let names) where names.isEmpty:
            "\(path.shownPath): holds no file that can be imported; unpack it, and give the file and its format"
        case .notOneFile(let path, let names):
            "\(path.shownPath): holds more than one file that can be imported (\(Self.named(names))); unpack it, and import one at a time"
        case .importStopped(let rows, let cause):
            "\(cause.message); the first \(rows.counted("row")) of the file \(rows == 1 ? "is" : "are") imported, and "
                + "importing it again adds the rest"
        case .encoding(let path, let name):
            "\(path.shownPath): is in \(name), which is not supported; save it as UTF-8"
        case .noColumn(let name, let header): "no column “\(name)”; the table has \(Self.named(header))"
        case .unreachable(let address, let words): "\(address): \(words)"
        case .waits(let address, let words):
            "\(address): \(words); what was not sent is saved here, and sent with the next command that reaches the site"
        case .signInNeeded(let address):
            "\(address): you are not logged in; run `bookzone login \(address)`"
        case .wrongToken(let address):
            "\(address): the token is wrong or was revoked; create one at \(address)/account, under “Programs”, and run "
                + "`bookzone login \(address)`"
        case .refused(let address, let words): "\(address): \(words)"
        case .rejected(let words): words
        case .noISBNColumn(let header):
            "no ISBN column, and no title and author columns; name one with --column isbn=NAME; the table has "
                + Self.named(header)
        }
    }

    /// What to do about a damaged file of covers.
    fileprivate static let coversAdvice =
        "`bookzone store restore FILE` restores them from a backup that has covers; without one, move the file away: "
        + "covers of sources are fetched again, those that you chose or took from photos are not"

    /// Why a step is not allowed.
    private static func words(_ step: CopyStep, _ copy: BookCopy) -> String {
        if step == .takeBack, copy.loan == nil { return "\(copy.name): is not lent" }
        let why =
            switch copy.state {
            case .lent, .reserved:
                "is \(copy.stateWords); take it back with `bookzone return`"
                    + (step == .remove
                        ? ", or say that it is lost with `bookzone copy edit --reason lost`" : "")
            case .held: "is \(copy.stateWords), who reserved the book"
            case .lost where copy.loan != nil: "is \(copy.stateWords); `bookzone return` brings it back"
            case .lost, .gone: "is \(copy.stateWords); `bookzone copy edit --gone \"\"` brings it back"
            case .available: "is available"
            }
        return "\(copy.name): \(why)"
    }

    private static func copies(_ count: Int) -> String { count == 1 ? "1 copy" : "\(count) copies" }

    private static func named(_ header: [String]) -> String {
        header.isEmpty ? "no header" : header.map { "“\($0.tidied ?? "")”" }.joined(separator: ", ")
    }
}

extension BookEditError {
    /// In one line.
    package var words: String {
        switch self {
        case .year: "the year must be a number from -5000 to 9999"
        case .pages: "the number of pages must be from 1 to 1000000"
        case .language: "the language must be a name, such as German, or an ISO 639 code, such as de"
        case .cover: "the cover must be an address that begins with http:// or https://"
        case .isbn(let error): "the ISBN is not valid: \(error.words)"
        case .seriesNumber: "a number in a series needs the series"
        case .ownEdition: "a book is no other edition of itself; name another book"
        case .tooLong(let field):
            "\(field.words): too long; at most \(BookEdit.longestText >> 10) kB are stored"
        }
    }
}

extension EditedField {
    /// What a person calls it, in lower case.
    package var words: String {
        switch self {
        case .isbn: "ISBN"
        case .contributors: "other contributors"
        case .originalScriptTitle: "title in its own script"
        case .originalScriptNames: "names in their own script"
        case .seriesNumber: "number in the series"
        default: rawValue
        }
    }
}

extension CatalogueError.Cause {
    /// The message of the system or the record; those of SQLite only say that something is damaged.
    fileprivate var detail: String { if case .sqlite = self { "" } else { " (\(words))" } }

    fileprivate var words: String {
        switch self {
        case .sqlite(let code, _) where code & 0xFF == 10:
            "the disk fails to read or write (SQLite's code \(code))"
        case .sqlite(let code, _) where code & 0xFF == 14: "no file can be made or opened there"
        case .sqlite(let code, let words): "SQLite error (code \(code): \(words))"
        case .system(let errno): String(cString: strerror(errno))
        case .record: "a record can't be read"
        }
    }
}

// Messages for what `store check` finds.
extension StoreProblem {
    /// In one line.
    package var words: String {
        switch self {
        case .page(let words): words
        case .missing(let kind, let name): "\(kind.rawValue) \(name): missing"
        case .dangling(let table, let row):
            "\(table): row \(row.map(String.init) ?? "?") refers to nothing"
        case .notIndexed(let books): "full-text index: books missing: \(books)"
        case .wrongValue(let book, let wrong):
            "\(BookSpecifier.id(book)): \(wrong.words); correct it with `bookzone edit --\(wrong.option)`"
        case .wrongRating(let comment, let wrong):
            "comment \(comment): \(wrong.words); its author can correct it with `bookzone comment edit --\(wrong.option)`"
        case .lostCovers(let books): Self.words(lost: books)
        case .leftOver(let folder):
            "\(folder): left by a backup or restore that was interrupted; it has only what the store or that backup has: remove it"
        case .damaged(.pages): "pages: damaged"
        case .damaged(.references): "references: damaged"
        case .damaged(.index): "full-text index: damaged"
        case .damaged(.covers): "covers: the store's file .covers is damaged; \(CatalogueError.coversAdvice)"
        }
    }

    private static func words(lost books: [BookID]) -> String {
        let named = books.prefix(20).map { "\(BookSpecifier.id($0))" }.joined(separator: ", ")
        let more = books.count > 20 ? ", …" : ""
        return
            "covers: pictures missing that you chose or took from photos: \(books.count) (\(named)\(more)); "
            + "choose them again with `bookzone edit --cover-file FILE`, or remove them with --cover-file \"\""
    }
}

extension WrongValue {
    fileprivate var words: String {
        switch self {
        case .isbn(let number):
            "\(number) is not an ISBN" + (Self.error(of: number).map { ": \($0.words)" } ?? "")
        case .year(let year): "year \(year): \(BookEditError.year.words)"
        case .pages(let pages): "pages \(pages): \(BookEditError.pages.words)"
        case .rating(let stars): "rating \(stars): a rating must be 0 to 5 stars in halves or quarters"
        }
    }

    /// Of the command that corrects it.
    fileprivate var option: String {
        switch self {
        case .isbn: "isbn"
        case .year: "year"
        case .pages: "pages"
        case .rating: "rating"
        }
    }

    /// `nil` for digits that may be one in another form.
    private static func error(of number: String) -> ISBNError? {
        do { _ = try ISBN(number) } catch { return error }
        return nil
    }
}
