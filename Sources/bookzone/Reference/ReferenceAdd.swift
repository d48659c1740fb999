// `bookzone reference add`: builds a reference from files of millions of books.
import ArgumentParser
import Formatting
import Foundation
import References
import Synchronization

struct ReferenceAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Builds a reference from a library's catalogue files.",
        discussion: """
            It reads Open Library dumps (openlibrary.org/developers/dumps), MARC 21 and UNIMARC (ISO 2709) and \
            MARCXML, gzipped or not, and recognises the format by the content. Several files become one \
            reference. Open Library's editions contain only the numbers of their authors: also give its dump of \
            authors, or the complete dump. Editions without authors take those of their work from the dump of \
            works.

            After an interruption, the same command continues where it stopped. A reference is not used until it \
            is complete; with --force, the old one is used until then. If several records have the same ISBN, \
            the one with the most details is used. While a reference is being built, it needs nearly twice its \
            final size on disk.

            A reference contains title, contributors, publisher, year, pages, language, work, cover and further \
            ISBNs, and an index of the words of titles and contributors for `lookup --title` and `review`. \
            Subjects, descriptions and notes are left out, as they would double its size.

            EXAMPLES
              bookzone reference add ol_dump_editions.txt.gz ol_dump_authors.txt.gz
              bookzone reference add ol_dump.txt.gz --language de --language en
              bookzone reference add Titel1.mrc.gz Titel2.mrc.gz --name dnb --year 1990..
              curl -s example.org/books.xml.gz | bookzone reference add - --name books

            \(Exit.help([.success: "the reference is complete", .incomplete: "no book was found", .badInput: "a file, or some of its rows, could not be read", .tryAgain: "the disk is full, or another process builds it", .interrupted: "interrupted; the same command continues"]))
            """)

    @Argument(help: "Files, or - for standard input.", completion: .file()) var files: [String]
    @Option(
        help: ArgumentHelp("The reference's name. Default: the name of the first file.", valueName: "name"))
    var name: String?
    @Option(
        name: .customLong("language"), parsing: .singleValue,
        help: ArgumentHelp(
            "Only books in this language; may be repeated. `und` selects books without a language.",
            valueName: "code"))
    var languages: [String] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only books of these years: 1990..2005, 1990.., ..2005.", valueName: "years"))
    var year: YearRange?
    @Option(
        name: .customLong("prefix"), parsing: .singleValue,
        help: ArgumentHelp(
            "Only ISBN-13s with this prefix, such as 978-3 for the German-language area; may be repeated.",
            valueName: "digits"))
    var prefixes: [String] = []
    @Flag(help: "Replace an existing reference once the new one is complete.") var force = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreFileOptions

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
        let stop = Stop()
        Interrupt.first { stop.end.store($0.rawValue, ordering: .relaxed) }
        var printer = try output.printer(of: ReferenceRow.self, inputs: files)
        let folder = ReferenceFolder(besideStore: try storeOptions.place())
        let builder = try ReferenceBuilder(
            name: name ?? ReferenceFolder.name(after: files[0]), files: files, filter: filter, in: folder,
            isReplacing: force)
        let report = BuildReport(isVerbose: Console.isTerminal)
        defer { report.end() }
        let reference: ReferenceFile
        do throws(ReferenceError) {
            reference = try await builder.build(
                isStopped: { stop.asked != nil }, report: { report.show($0) })
        } catch {
            guard case .stopped = error, let end = stop.asked else { throw error }
            throw Refusal(error.message, end)
        }
        report.end()
        for row in ReferenceRow.rows([reference]) { try printer.print(row) }
        try printer.finish()
        Console.note(reference.info.summary)
        if !reference.info.isWhole { throw Exit.badInput }
    }
}

/// Whether a signal has requested the end.
private final class Stop: Sendable {
    let end = Atomic<Int32>(-1)

    /// The exit code; `nil` if no stop was requested.
    var asked: Exit? { Exit(rawValue: end.load(ordering: .relaxed)) }
}

extension ReferenceInfo {
    /// The outcome of the rows.
    fileprivate var summary: String {
        let parts = [
            (counts.withoutISBN, "without an ISBN or LCCN"), (counts.withoutTitle, "without a title"),
            (counts.leftOut, "left out"), (counts.others, "not books"), (counts.broken, "broken"),
        ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        let rows = "\(counts.rows.grouped) row\(counts.rows == 1 ? "" : "s")"
        return "\(rows): \(books.grouped) book\(books == 1 ? "" : "s")"
            + (parts.isEmpty ? "" : "; \(parts.joined(separator: ", "))")
    }
}
