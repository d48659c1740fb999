// `bookzone files`: what becomes of a run's photos afterwards.
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

/// The run whose photos are meant.
struct RunArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Results of `scan --format jsonl` or `--resume`.", valueName: "results"),
        completion: .file())
    var file: String

    /// Opens it. Throws where it holds something else, where another process writes to it, and where photos of it are still being
    /// renamed.
    ///
    /// - Parameter changes: whether this process alone is to have it; else it is only read.
    func opened(changes: Bool, isRenaming: Bool = false) throws -> RunFile {
        guard let status = PhotoPath(file).status else {
            throw Refusal("\(file.shownPath): \(String(cString: strerror(errno)))")
        }
        let isRun =
            status.isFile && (status.st_size == 0 || PhotoInputs.paths([PhotoPath(file)]).isRecordsOnly)
        guard isRun else {
            throw Refusal(
                "\(file.shownPath): not the results of a scan; make them with `bookzone scan --resume`")
        }
        let run = try RunFile(file, changes: changes)
        if !isRenaming, PhotoRenaming.isUnfinished(run) { throw JournalError.unfinishedRenaming(file) }
        return run
    }
}

/// What is known of books without asking anybody: the store, the run's own look-ups, and references beside the store.
struct KnownBooks {
    let store: (any LookupCatalogue)?
    private let references: ReferenceNames?

    /// Works without a store where none was named.
    init(_ options: StoreOptions) throws {
        do throws(CatalogueError) {
            store = try options.existingCatalogue()
        } catch {
            guard case .missing = error, options.store == nil else { throw error }
            store = nil
        }
        references = (try? options.filePath).flatMap(ReferenceNames.init(besideStore:))
    }

    /// - Parameter recorded: what records say of this book and of others.
    func book(_ isbn: ISBN, _ recorded: [Book]) throws -> Book? {
        var book = try store?.book(.isbn(isbn)) ?? Book(isbn: isbn)
        for known in recorded where known.isbn == isbn { book.fill(from: known) }
        if let found = references?.book(isbn) { book.fill(from: found) }
        return book
    }

    /// The photo as a person's word on it has it.
    func decided(_ photo: RunPhoto) throws -> RunPhoto {
        guard let store, !store.isRemote else { return photo }
        var photo = photo
        for page in photo.records.indices {
            if let decision = try store.decision(for: photo.records[page], saves: false) {
                photo.records[page] = photo.records[page].following(decision)
            }
        }
        return photo
    }
}

extension ScanError {
    /// Why a file can't be renamed or read.
    var cause: String {
        if case .system(let errno) = self { String(cString: strerror(errno)) } else { message }
    }

    /// How the program ends then.
    var endOfMove: Exit {
        PhotoFailure(self).mayPass || [.system(ENOSPC), .system(EEXIST)].contains(self)
            ? .tryAgain : .outputFailed
    }
}
