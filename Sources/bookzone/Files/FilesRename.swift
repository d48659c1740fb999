// `bookzone files rename`: names photos after the books that they show.
import ArgumentParser
import Batch
import Books
import Catalogue
import Formatting
import Foundation
import Output
import Reading

struct FilesRename: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Names photos, PDFs and EPUBs after their books.",
        discussion: """
            Files stay in their folder and keep their ending. Nothing is overwritten: if a name is taken, or \
            several photos get the same name, a number is appended. A file is renamed only if one ISBN was \
            found, or a book without one was chosen in `review`; if there are several, or it is uncertain, it keeps its name. Records, and paths in the \
            store, follow, and so do sidecars (.xmp). Symbolic links stay and lead to the new name.

            FIELDS
              {isbn13} {isbn10}      the number, without hyphens
              {title} {authors}      of the book, as far as known
              {year} {publisher}     of this edition
              {number}               counts the photos of the same book, from 1
              {name}                 the file's name, without its ending
              {ext}                  its ending; may be left out

            Titles come from the store, the records of `scan --lookup` and references; no source is asked. What \
            is not known is left out, with brackets around it.

            EXAMPLES
              bookzone files rename run.jsonl '{isbn13} {title}.{ext}' --dry-run
              bookzone files rename run.jsonl '{authors} - {title} ({year}) {isbn13}.{ext}'

            \(Exit.help([.success: "every file with one ISBN has its name", .badInput: "not the results of a scan", .outputFailed: "some could not be renamed", .tryAgain: "a temporary failure, or the disk is full"]))
            """)

    @OptionGroup var results: RunArgument

    @Argument(help: "The new name, with fields in braces.") var template: String

    @Flag(help: "Only print the new names.") var dryRun = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        do { _ = try NameTemplate(template) } catch { throw ValidationError(error.words) }
    }

    func run() throws {
        let template = try NameTemplate(template)
        let books = try KnownBooks(storeOptions)
        var end = Exit.success
        if dryRun {
            let opened = try results.opened(changes: false)
            let (plan, kept) = try plan(opened, template, books)
            try Self.print(plan)
            Console.note("\(plan.count.counted("file")) to rename\(kept)")
            return
        }
        Interrupt.stopsRun()
        var renamed = 0
        if let earlier = try PhotoRenaming(unfinishedOf: results.opened(changes: true, isRenaming: true)) {
            try Self.printAll(earlier.plan)
            renamed += try complete(earlier, books, &end)
        }
        let opened = try results.opened(changes: true)
        let (plan, kept) = try plan(opened, template, books, renamed: renamed)
        if !plan.isEmpty {
            try Self.printAll(plan)
            renamed += try complete(PhotoRenaming(plan, of: opened), books, &end)
        }
        Console.note("\(renamed.counted("file")) renamed\(kept)")
        try end.end()
    }

    /// Before the first file is renamed: nothing else has the old names.
    private static func printAll(_ plan: [PlannedRename]) throws {
        do { try print(plan) } catch OutputError.closed {
            throw Refusal("nothing is renamed: \(OutputError.closed.message)", .outputFailed)
        }
    }

    private static func print(_ renames: [PlannedRename]) throws {
        var output = BufferedOutput(try OutputFile(nil))
        for rename in renames {
            let (old, new) = rename.shown
            try output.write("\(old.shownPath) -> \(new.shownPath)\n")
        }
        try output.finish()
    }

    /// Also returns the messages about photos that keep their names.
    ///
    /// - Parameter renamed: how many photos have just been renamed.
    private func plan(
        _ opened: ResultRecords, _ template: NameTemplate, _ books: KnownBooks, renamed: Int = 0
    ) throws -> (plan: [PlannedRename], kept: String) {
        var plan = RenamePlan(results.file, template, book: books.book)
        var archives: Set<PhotoPath> = []
        try opened.forEachPhoto { photo in
            switch try plan.add(books.decided(photo)) {
            case .link: Console.note("\(photo.name.shownPath): a link; not renamed")
            case .archive:
                let archive = PhotoPath.archive(of: photo.name.located(beside: results.file)) ?? photo.name
                if archives.insert(PhotoPath(archive)).inserted {
                    Console.note(
                        "\(archive.shownPath): archives and their photos are not renamed; unpack it first")
                }
            default: break
            }
        }
        let kept = RenamePlan.Reason.allCases.compactMap { reason -> String? in
            let count = (plan.kept[reason] ?? 0) - (reason == .named ? renamed : 0)
            return count > 0 ? "\(count) \(reason.words)" : nil
        }
        return (plan.renames(), kept.isEmpty ? "" : "; not renamed: " + kept.joined(separator: ", "))
    }

    /// Returns how many files have their new names.
    private func complete(
        _ renaming: PhotoRenaming, _ books: KnownBooks, _ end: inout Exit
    ) throws -> Int {
        books.store?.warnIfReadOnly()
        var done = 0
        do {
            try renaming.complete { rename in
                done += 1
                guard let store = books.store, !store.isReadOnly, let sha256 = rename.sha256 else { return }
                try store.move(photo: sha256, to: rename.new)
            } failed: { name, error in
                Console.note("\(name.shownPath): not renamed: \(error.cause)".printable)
                end.raise(to: error.endOfMove)
            }
            return done
        } catch {
            Console.note(
                "files are renamed, but some records still have the old names; to continue: `\(Console.command.printable)`"
            )
            throw error
        }
    }
}

extension RenamePlan.Reason {
    /// The text after their number.
    var words: String {
        switch self {
        case .named: "already named so"
        case .several: "with several ISBNs"
        case .uncertain: "uncertain"
        case .none: "without an ISBN"
        case .failed: "failed"
        case .nameless: "with nothing known for the template"
        case .missing: "missing"
        case .changed: "changed since the scan"
        case .link: "linked"
        case .archive: "in archives"
        }
    }
}

extension NameTemplate.Fault {
    fileprivate var words: String {
        let fields = NameTemplate.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        return switch self {
        case .unknownField(let word): "no field {\(word)}; the fields are \(fields)"
        case .unclosed: "a { in the template has no }"
        case .slash: "files stay in their folder; leave out the / in the template"
        case .noField: "all files would have one name; name a field: \(fields)"
        }
    }
}
