// `bookzone files sidecar`: writes into sidecars which book a photo shows.
import ArgumentParser
import Batch
import Books
import Catalogue
import Documents
import Formatting
import Foundation
import Output
import Reading

struct FilesSidecar: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sidecar",
        abstract: "Writes an XMP sidecar beside each photo, with ISBN, title and authors.",
        discussion: """
            photo.jpg gets photo.jpg.xmp, which darktable, digiKam, Immich, PhotoPrism and exiftool read, with \
            dc:identifier (urn:isbn:…), dc:title and dc:creator. A sidecar of another program is kept: the \
            identifier is added, and the title and creators if it has none. If it has another identifier, it \
            stays as it is, and is named.

            Only photos with one ISBN get one. Titles come from the store, the records of `scan --lookup` and \
            references; no source is asked. Run it again after a look-up to add titles.

            EXAMPLES
              bookzone files sidecar run.jsonl
              exiftool -XMP-dc:all box1/IMG_2.jpg.xmp

            \(Exit.help([.success: "every photo with one ISBN has a sidecar", .incomplete: "some sidecars of other programs stay as they are", .badInput: "not the results of a scan", .outputFailed: "some could not be written", .tryAgain: "a temporary failure, or the disk is full"]))
            """)

    @OptionGroup var results: RunArgument

    @Flag(help: "Only print the names of the sidecars that would change.")
    var dryRun = false

    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let opened = try results.opened(changes: !dryRun)
        let books = try KnownBooks(storeOptions)
        var output = BufferedOutput(try OutputFile(nil))
        var work = SidecarWork(results.file, books, isDryRun: dryRun)
        try opened.forEachPhoto { photo in
            guard let changed = try work.take(books.decided(photo)), dryRun else { return }
            try output.write("\(changed.shownPath)\n")
        }
        try output.finish()
        Console.note(work.summary)
        try work.end.end()
    }
}

/// Writes one sidecar after another.
private struct SidecarWork {
    private let file: String
    private let books: KnownBooks
    private let isDryRun: Bool
    private var archives: Set<PhotoPath> = []
    private var outcomes: [SidecarFile.Outcome: Int] = [:]
    /// How many photos get none, by reason.
    private var left: [RenamePlan.Reason: Int] = [:]
    private var refused = 0
    private(set) var end = Exit.success

    init(_ file: String, _ books: KnownBooks, isDryRun: Bool) {
        (self.file, self.books, self.isDryRun) = (file, books, isDryRun)
    }

    /// Returns the sidecar's path if it changes.
    mutating func take(_ photo: RunPhoto) throws -> String? {
        let located = photo.name.located(beside: file)
        let name: BookSpecifier
        switch RenamePlan.book(of: photo, at: located) {
        case .failure(.archive):
            left[.archive, default: 0] += 1
            let archive = PhotoPath.archive(of: located) ?? located
            if archives.insert(PhotoPath(archive)).inserted {
                Console.note("\(archive.shownPath): photos in archives get no sidecars; unpack it first")
            }
            return nil
        case .failure(let reason):
            left[reason, default: 0] += 1
            return nil
        case .success(let found): name = found
        }
        // A sidecar identifies the book by its ISBN.
        guard let isbn = name.isbn else {
            left[.none, default: 0] += 1
            return nil
        }
        let known = try books.book(name, photo.books)
        let book = XMPBook(
            identifier: "urn:isbn:\(isbn.isbn13)", title: known?.title,
            creators: known?.makers.map(\.name) ?? [])
        return try write(book, beside: PhotoPath(located))
    }

    private mutating func write(_ book: XMPBook, beside photo: PhotoPath) throws -> String? {
        let path = SidecarFile.path(of: photo).name
        do {
            let outcome = try SidecarFile.write(book, beside: photo, isDryRun: isDryRun)
            outcomes[outcome, default: 0] += 1
            return outcome == .unchanged ? nil : path
        } catch let fault as XMPSidecar.Fault {
            refused += 1
            end.raise(to: .incomplete)
            Console.note("\(path.shownPath): \(fault.words)".printable)
        } catch let error as OutputError where error.end != .tryAgain {
            end.raise(to: error.end)
            Console.note(error.message.printable)
        }
        return nil
    }

    var summary: String {
        let made = outcomes[.made] ?? 0
        var parts = ["\(made.counted("sidecar")) \(isDryRun ? "to write" : "written")"]
        if let updated = outcomes[.updated] { parts.append("\(updated) updated") }
        if let unchanged = outcomes[.unchanged] { parts.append("\(unchanged) unchanged") }
        if refused > 0 { parts.append("\(refused) left as they are") }
        let photos = RenamePlan.Reason.allCases.compactMap { reason in
            left[reason].map { "\($0) \(reason.words)" }
        }
        return parts.joined(separator: ", ")
            + (photos.isEmpty ? "" : "; photos without one: " + photos.joined(separator: ", "))
    }
}

extension XMPSidecar.Fault {
    fileprivate var words: String {
        switch self {
        case .notXMP: "is not XMP, and is left as it is; remove it to get a new one"
        case .otherIdentifier(let other):
            "has another identifier (\(other)), and is left as it is; correct it with the program that wrote it"
        }
    }
}
