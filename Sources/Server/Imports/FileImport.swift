#if Server
// Imports a file from a form, or reports what an import would do.
import Accounts
import Books
import Catalogue
import CatalogueAPI
import Formats
import Formatting
import Foundation
import Translation

/// A file, read completely before the store is locked for writing.
struct FileImport: Sendable {
    /// What an import did, or would do.
    struct Outcome: Sendable {
        var lines: [Phrase]
        /// The first rows that are not imported, or are imported without their ISBN.
        var refused: [(line: Int, reason: Phrase)]
        /// The number of further such rows.
        var furtherRefused: Int
        /// Whether any row is of a book.
        var canImport: Bool
    }

    /// With a message for the form.
    struct Unreadable: Error {
        var words: Phrase
    }

    /// The most rows that are shown one by one.
    private static let mostShown = 20

    /// The title of the format; the encoding, if it was guessed.
    let format: String
    let encoding: String?
    /// Whether the lists are always personal, as in files of other programs.
    let isPersonal: Bool
    private let source: TableSource
    private let header: [String]
    private let leftOut: [String]
    private let entries: [ReadEntry]

    /// - Parameters:
    ///   - file: is not closed.
    ///   - most: the most rows.
    /// - Throws: `Unreadable`.
    init(_ file: Int32, name: String, by person: String, most: Int) throws {
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        do throws(CatalogueError) {
            let imported = try ImportFile(handle, name: name, opensArchives: false)
            guard let format = try FileFormat.ofAnyTable(imported), format.isReadByOwnCode,
                let open = format.reader
            else {
                throw CatalogueError.unreadable(path: name, errno: EINVAL)
            }
            source = TableSource(name: format.site ?? name, date: min(imported.date, .now), person: person)
            var reader = try open(imported, source)
            var entries: [ReadEntry] = []
            while let entry = try reader.next() {
                entries.append(entry)
                guard entries.count <= most else { throw CatalogueError.unreadable(path: name, errno: E2BIG) }
            }
            self.format = format.title
            (encoding, isPersonal, header) = (reader.encoding, reader.isPersonal, reader.header)
            (leftOut, self.entries) = (reader.leftOut, entries)
        } catch {
            throw Unreadable(words: Self.words(error, name, most))
        }
    }

    private static func words(_ error: CatalogueError, _ name: String, _ most: Int) -> Phrase {
        switch error {
        case .unreadable(_, E2BIG): "\(name) has more than \(Phrase(number: most)) books. Divide it."
        case .unreadable(_, EINVAL):
            "\(name) is in none of the formats below. If it is in an archive, unpack it first."
        case .empty: "The file is empty."
        case .malformed: "\(name) is damaged or cut short. Get the whole file, and send it again."
        case .noISBNColumn:
            "\(name) has no column for ISBNs, and none for titles and authors. Name the columns in its first row."
        default: "\(name) can't be read; it may be damaged."
        }
    }

    /// - Parameters:
    ///   - store: the change is recorded in its history.
    ///   - isShared: whether the lists are shared.
    /// - Throws: errors of the store; nothing is imported then.
    func run(
        in store: Store, by account: Account, isShared: Bool, isDryRun: Bool
    ) throws -> Outcome {
        // The account was renamed since the file was read.
        guard account.name == source.person else { throw SiteError.busy }
        let isReader = account.role < .librarian
        var reader: any EntryReader = Entries(
            header: header, source: source, isPersonal: isPersonal, leftOut: leftOut,
            entries: entries[...], isOfReader: isReader)
        var refused: [(line: Int, reason: Phrase)] = []
        var further = 0
        let recordingStore = store.recordingChange(.importTable, source.name, by: account.name)
        let summary = try recordingStore.importEntries(
            &reader, listsOf: isShared && !isPersonal ? nil : account.name, needsISBN: isReader,
            isDryRun: isDryRun
        ) { row in
            guard refused.count < Self.mostShown else {
                further += 1
                return
            }
            refused.append((row.line, row.reason.phrase))
        }
        return Outcome(
            lines: summary.phrases(leftOut: leftOut), refused: refused,
            furtherRefused: further, canImport: summary.added + summary.changed + summary.unchanged > 0)
    }
}

/// The entries of a file. If they are a reader's, data about the books themselves is removed.
private struct Entries: EntryReader {
    let header: [String]
    let source: TableSource
    let isPersonal: Bool
    let leftOut: [String]
    var entries: ArraySlice<ReadEntry>
    let isOfReader: Bool

    mutating func next() -> ReadEntry? {
        guard var entry = entries.popFirst() else { return nil }
        if isOfReader, case .success(var book) = entry.entry {
            if let isbn = book.book.isbn { book.book = Book(isbn: isbn) }
            book.rating = nil
            entry.entry = .success(book)
        }
        return entry
    }
}
#endif
