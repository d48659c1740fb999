// `bookzone files`: works on the photos of a finished run.
import ArgumentParser
import Batch
import Books
import Catalogue
import Foundation
import Lookup
import Output
import Reading

struct Files: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Renames a run's photos, describes them in sidecars, and compares them with its records.",
        discussion: """
            Each command takes the results of `scan --format jsonl` or `scan --resume`, whose records follow. \
            Run it in the folder in which the photos were scanned. Killed at any moment, the same command \
            continues.
            """,
        subcommands: [FilesRename.self, FilesSidecar.self, FilesPrune.self, FilesCheck.self])
}

/// The results file of the run.
struct RunArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Results of `scan --format jsonl` or `--resume`.", valueName: "results"),
        completion: .file())
    var file: String

    /// Opens it. Throws if it is not a results file, if another process writes to it, or if its photos are still
    /// being renamed.
    ///
    /// - Parameter changes: whether the file is to be changed, and therefore locked; else it is only read.
    func opened(changes: Bool, isRenaming: Bool = false) throws -> ResultRecords {
        guard let status = PhotoPath(file).status else {
            throw Refusal("\(file.shownPath): \(String(cString: strerror(errno)))")
        }
        try ResultFile.checkRecords([file])
        let isRun =
            status.isFile && (status.st_size == 0 || PhotoInputs.paths([PhotoPath(file)]).isRecordsOnly)
        guard isRun else {
            throw Refusal(
                "\(file.shownPath): not the results of a scan; make them with `bookzone scan --resume`")
        }
        let run = try ResultRecords(file, changes: changes)
        if !isRenaming, PhotoRenaming.isUnfinished(run) { throw JournalError.unfinishedRenaming(file) }
        return run
    }
}

/// What is known of books without asking sources: from the store, the run's own look-ups, and the store's references.
struct KnownBooks {
    let store: (any LookupCatalogue)?
    private let references: ReferenceNames?

    /// Works without a store if none was named.
    init(_ options: StoreOptions) throws {
        do throws(CatalogueError) {
            store = try options.existingCatalogue()
        } catch {
            guard case .missing = error, options.store == nil else { throw error }
            store = nil
        }
        references = options.referenceNames
    }

    /// - Parameter recorded: what the records contain about this and other books.
    func book(_ name: BookSpecifier, _ recorded: [Book]) throws -> Book? {
        guard let isbn = name.isbn else {
            guard let known = recorded.first(where: { $0.id.map(BookSpecifier.id) == name }),
                let id = known.id
            else { return try store?.book(name) }
            return try store?.storedBook(ChosenBook(id, known)) ?? known
        }
        var book = try store?.book(.isbn(isbn)) ?? Book(isbn: isbn)
        for known in recorded where known.isbn == isbn { book.fill(ifSame: known) }
        if let found = references?.book(isbn) { book.fill(ifSame: found) }
        return book
    }

    /// The photo with the reviewer's decision applied.
    func decided(_ photo: RunPhoto) throws -> RunPhoto {
        guard let store, !store.isRemote else { return photo }
        var photo = photo
        for page in photo.records.indices {
            photo.records[page] = try store.decided(photo.records[page]).record
        }
        return photo
    }
}

extension ScanError {
    /// Why a file can't be renamed or read.
    var cause: String {
        if case .system(let errno) = self { String(cString: strerror(errno)) } else { message }
    }

    var endOfMove: Exit {
        PhotoFailure(self).mayPass || self == .system(EEXIST) ? .tryAgain : .outputFailed
    }
}
