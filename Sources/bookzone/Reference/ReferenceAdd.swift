// `bookzone reference add`: a file of millions of books into a reference.
import ArgumentParser
import Foundation
import References
import Reporting
import Synchronization

struct ReferenceAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Makes a reference out of a catalogue's files.",
        discussion: """
            Takes Open Library's dumps (openlibrary.org/developers/dumps), MARC 21 or UNIMARC (ISO 2709), and MARCXML, \
            packed with gzip or not; which it is, is told by the content. Several files become one reference. Open \
            Library's editions name their authors by number: give its dump of authors, or of everything, too, and \
            its dump of works for editions that leave their authors to the work.

            Interrupted, by Ctrl-C or otherwise, the same command goes on where it was. Until the reference is whole \
            it is not asked, and one of the same name that it replaces (--force) still is. Of several records with \
            one ISBN the richest is taken. While it is made it takes nearly twice its size.

            Kept are title, makers, publisher, year, pages, language, work, cover and further ISBNs, and the words of \
            titles and makers for `lookup --title` and `review`. Subjects, descriptions and notes are not: they would \
            take as much room again.

            EXAMPLES
              bookzone reference add ol_dump_editions.txt.gz ol_dump_authors.txt.gz
              bookzone reference add ol_dump.txt.gz --language de --language en
              bookzone reference add Titel1.mrc.gz Titel2.mrc.gz --name dnb --year 1990..
              curl -s example.org/books.xml.gz | bookzone reference add - --name books

            \(Exit.help([.success: "it is there", .incomplete: "no book was found", .badInput: "a file can't be read, or rows of it", .interrupted: "interrupted; what was read is kept"]))
            """)

    @Argument(help: "Files, or - for standard input.", completion: .file()) var files: [String]
    @Option(help: ArgumentHelp("What to call it; if not given, like the first file.", valueName: "name"))
    var name: String?
    @Option(
        name: .customLong("language"), parsing: .singleValue,
        help: ArgumentHelp(
            "Only books in this language; repeat it for several. `und` for books that don't say theirs.",
            valueName: "code"))
    var languages: [String] = []
    @Option(help: ArgumentHelp("Only books of these years: 1990..2005, 1990.., ..2005.", valueName: "years"))
    var year: YearRange?
    @Option(
        name: .customLong("prefix"), parsing: .singleValue,
        help: ArgumentHelp(
            "Only ISBN-13s that begin so (978-3: the German-language area); repeat it for several.",
            valueName: "digits"))
    var prefixes: [String] = []
    @Flag(help: "Replace a reference of that name, when the new one is whole.") var force = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if files.contains("-"), name == nil { throw ValidationError("- needs a --name for the reference") }
        for language in languages where ReferenceFilter.language(language) == nil {
            throw ValidationError("--language takes a code of two or three letters, not '\(language)'")
        }
        for prefix in prefixes where Self.digits(prefix) == nil {
            throw ValidationError(
                "--prefix takes the first digits of an ISBN-13, such as 978-3, not '\(prefix)'")
        }
    }

    private static func digits(_ prefix: String) -> String? {
        let digits = prefix.filter { $0 != "-" && $0 != " " }
        let isPrefix = (3...13).contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isNumber }
        return isPrefix && (digits.hasPrefix("978") || digits.hasPrefix("979")) ? digits : nil
    }

    private var filter: ReferenceFilter {
        var filter = ReferenceFilter()
        filter.languages = Set(languages.compactMap(ReferenceFilter.language))
        filter.years = year?.years
        filter.prefixes = Set(prefixes.compactMap(Self.digits))
        return filter
    }

    func run() async throws {
        var printer = try output.printer(of: ReferenceRow.self, inputs: files)
        let folder = ReferenceFolder(besideStore: try storeOptions.place())
        let builder = try ReferenceBuilder(
            name: name ?? ReferenceFolder.name(after: files[0]), files: files, filter: filter, in: folder,
            isReplacing: force)
        let stop = Stop()
        Interrupt.first { stop.isAsked.store(true, ordering: .relaxed) }
        let report = BuildReport(isSpeaking: Console.isTerminal)
        defer { report.end() }
        let reference = try await builder.build(
            isStopped: { stop.isAsked.load(ordering: .relaxed) }, tell: { report.tell($0) })
        report.end()
        for row in ReferenceRow.rows([reference]) { try printer.print(row) }
        try printer.finish()
        Console.note(reference.info.summary)
        if reference.info.counts.broken > 0 || !reference.info.torn.isEmpty { throw Exit.badInput }
    }
}

/// Whether Ctrl-C was pressed.
private final class Stop: Sendable {
    let isAsked = Atomic(false)
}

extension ReferenceInfo {
    /// What became of the rows.
    fileprivate var summary: String {
        let parts = [
            (counts.withoutISBN, "without an ISBN"), (counts.withoutTitle, "without a title"),
            (counts.leftOut, "left out"), (counts.others, "of other things"), (counts.broken, "broken"),
        ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        let rows = "\(counts.rows.grouped) row\(counts.rows == 1 ? "" : "s")"
        return "\(rows): \(books.grouped) book\(books == 1 ? "" : "s")"
            + (parts.isEmpty ? "" : "; \(parts.joined(separator: ", "))")
    }
}
