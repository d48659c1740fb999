// Exporting books as library records: they are read back unchanged, and valid for other programs.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct MARCExportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Letters of all scripts, ISBD punctuation, and special characters of XML.
    private static let pieces = [
        "a", "The ", "B", " ", "é", "e\u{301}", "\u{301}", "ß", "Ω", "Ж", "ا", "ש", "ह\u{94D}न", "ไ", "漢",
        "ひ", "한",
        "👩‍👧", "🏳️‍🌈", "𐍈", "\"", "'", ";", " ; ", ",", ", ", " /", " :", ".", "=", "[", "]", "<b>", "&amp;", "&",
        "]]>", "¬", "<<", ">>", "$", "$a", "‡", "|", "\\", "%", "0", "7", "½", "،", "\u{200C}", " van ",
        " Jr.", "de ",
    ]

    private static func text(_ random: inout SeededGenerator, most: Int = 8) -> String {
        (0..<Int.random(in: 1...most, using: &random)).compactMap { _ in pieces.randomElement(using: &random)
        }
        .joined()
    }

    private static func texts(_ random: inout SeededGenerator) -> [String] {
        Set((0..<Int.random(in: 0...3, using: &random)).compactMap { _ in text(&random).tidied }).sorted()
    }

    private static func isbn(_ number: Int) -> ISBN? {
        (0...9).lazy.compactMap { ISBN(value: 9_780_000_000_000 + UInt64(number) * 10 + $0) }.first
    }

    private static func book(_ number: Int, _ random: inout SeededGenerator) -> Book {
        var book = Book(title: "\(text(&random)) \(number)")
        if Bool.random(using: &random) {
            book.isbn = isbn(number * 7919)
            book.otherISBNs = [isbn(number * 7919 + 500_000_000)].compactMap(\.self)
        }
        book.subtitle = Bool.random(using: &random) ? text(&random) : nil
        book.contributors = texts(&random).map {
            Contributor(name: $0, role: Contributor.Role.allCases.randomElement(using: &random) ?? .author)
        }
        book.publisher = Bool.random(using: &random) ? text(&random) : nil
        book.year = Bool.random(using: &random) ? Int.random(in: -800...2026, using: &random) : nil
        book.pages = Bool.random(using: &random) ? Int.random(in: 1...2000, using: &random) : nil
        book.language = ["eng", "ger", "de", "en-US", "Klingon", nil].randomElement(using: &random) ?? nil
        book.subjects = texts(&random)
        book.tags = texts(&random)
        book.series = Bool.random(using: &random) ? text(&random) : nil
        book.seriesNumber = book.series.map { _ in text(&random) }
        book.cover = Bool.random(using: &random) ? "https://example.org/\(number)?a=1&b=<2>" : nil
        book.originalScriptTitle = Bool.random(using: &random) ? text(&random) : nil
        book.originalScriptNames = texts(&random)
        book.identifiers = Bool.random(using: &random) ? [Identifier("goodreads", "\(number)")] : []
        book.credit(Origin(.edited, "by hand", Date(timeIntervalSince1970: 1_790_000_000)))
        return book
    }

    private func store(_ name: String, books: Int, seed: UInt64) throws -> ImportedStore {
        let store = try ImportedStore()
        var random = SeededGenerator(seed: seed)
        for number in 1...books { try store.store.save(Self.book(number, &random)) }
        return store
    }

    private func books(_ store: ImportedStore) throws -> [Book] {
        var books: [Book] = []
        while let batch = try store.store.keptBooks(after: books.last?.id, for: "ion") {
            books += batch.map(\.book)
        }
        return books
    }

    @Test(arguments: [FileFormat.marc21, .marcxml]) func `what is written comes back byte for byte`(
        _ format: FileFormat
    ) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            let made = try store("made", books: 150, seed: seed)
            let file = try made.exported(format)
            let back = try ImportedStore()
            let outcome = try back.load(Data(file.utf8), as: format)
            #expect(outcome.refused.isEmpty && outcome.summary.added == 150 && outcome.leftOut.isEmpty)
            #expect(outcome.summary.remarks.isEmpty, "\(outcome.summary.remarks)")
            #expect(try back.exported(format) == file)
            for (one, other) in zip(try books(made), try books(back)) {
                var (one, other) = (one, other)
                (one.origins, other.origins, one.id, other.id) = ([:], [:], nil, nil)
                #expect(one == other)
            }
            let again = try back.load(Data(file.utf8), as: format)
            #expect(again.summary.unchanged == 150)
        }
    }

    private static func written(_ book: Book, _ format: FileFormat) -> String {
        var writer = format.writer?(WriterOptions())
        return writer?.text(of: KeptBook(book: book)) ?? ""
    }

    @Test func `a record has what a library looks for`() throws {
        var book = Book(
            isbn: try ISBN("9780306406157"), otherISBNs: [try ISBN("9780456789018")],
            title: "The lantern atlas",
            subtitle: "a field guide", series: "Harbour stories", seriesNumber: "3",
            publisher: "Quayside Press",
            year: 1998, pages: 374, language: "en", subjects: ["Lighthouses"], tags: ["coasts"])
        book.contributors = [
            Contributor(name: "Ursula K. Le Guin"),
            Contributor(name: "Ludwig van Beethoven", role: .illustrator),
            Contributor(name: "Homer", role: .contributor),
        ]
        book.originalScriptTitle = "Атлас фонарей"
        book.originalScriptNames = ["Мария Новак"]
        book.credit(Origin(.edited, "by hand", Date(timeIntervalSince1970: 1_790_000_000)))
        let lines = MARCRecordDump(Self.written(book, .marc21)).lines
        #expect(
            lines == [
                "001 9780306406157", "008 260921s1998    xx |||||||||||||| ||eng|d",
                "020    $a 9780306406157",
                "020    $a 9780456789018", "040    $a BookZone $c BookZone", "041  7 $a en $2 rfc5646",
                "100 1  $a Le Guin, Ursula K. $4 aut",
                "245 14 $6 880-01 $a The lantern atlas $b a field guide", "264  1 $b Quayside Press $c 1998",
                "300    $a 374 pages", "490 0  $a Harbour stories $v 3", "650  4 $a Lighthouses",
                "653    $a coasts",
                "700 1  $a van Beethoven, Ludwig $4 ill", "700 0  $a Homer $4 ctb",
                "880 10 $6 245-01/(N $a Атлас фонарей", "880 1  $6 700-00/(N $a Новак, Мария",
            ])
    }

    @Test func `books without a title have no record`() throws {
        let book = Book(isbn: try ISBN("9780306406157"))
        #expect(Self.written(book, .marc21) == "" && Self.written(book, .marcxml) == "")
    }

    @Test func `a book that is too large for a record is named`() throws {
        var book = Book(title: "Lanterns")
        book.subjects = (0..<300).map { "\($0) " + String(repeating: "x", count: 900) }
        let kept = KeptBook(book: book)
        var writer = try #require(FileFormat.marc21.writer?(WriterOptions()))
        #expect(writer.text(of: kept) == "")
        #expect(writer.refusal(of: kept) == .tooLarge)
        #expect(writer.refusal(of: KeptBook(book: Book())) == .incomplete)
        #expect(Self.written(book, .marcxml).contains("299 xxx"))
    }

    // MARK: Judges

    private func file(_ format: FileFormat) throws -> (url: URL, books: [Book]) {
        let made = try store("judged", books: 120, seed: 5)
        return (
            try folder.write(Data(made.exported(format).utf8), to: format.name), try books(made)
        )
    }

    @Test(.enabled(if: Judge.has("yaz-marcdump"), "needs yaz"), arguments: [FileFormat.marc21, .marcxml])
    func `yaz-marcdump has nothing to say`(_ format: FileFormat) throws {
        let (file, books) = try file(format)
        let form = format.name == "marcxml" ? "marcxml" : "marc"
        let verdict = try Judge.run(
            "yaz-marcdump", ["-v", "-i", form, "-o", "line", file.path], in: folder)
        #expect(verdict.exitCode == 0 && verdict.errors == "", "\(verdict.errors.prefix(500))")
        #expect(!verdict.output.contains("(Warning") && !verdict.output.contains("<!--"))
        #expect(verdict.output.split(separator: "\n").count { $0.hasPrefix("245 ") } == books.count)
    }

    @Test(.enabled(if: Judge.has("marcvalidate"), "needs libmarc-schema-perl"))
    func `fields, indicators and subfields are MARC 21's`() throws {
        let file = try file(.marc21).url
        let verdict = try Judge.run("marcvalidate", [file.path], in: folder)
        #expect(verdict.exitCode == 0 && verdict.errors == "", "\(verdict.errors.prefix(500))")
        #expect(verdict.output.split(separator: "\n").isEmpty, "\(verdict.output.prefix(1000))")
    }

    @Test(.enabled(if: Judge.has("xmllint"), "needs libxml2-utils")) func `MARCXML keeps to its schema`()
        throws
    {
        let file = try file(.marcxml).url
        let schema = Repository.root.appending(path: "Tests/FormatsTests/Schemas/marcxml.xsd").path
        let verdict = try Judge.run("xmllint", ["--noout", "--schema", schema, file.path], in: folder)
        #expect(verdict.exitCode == 0, "\(verdict.errors.prefix(500))")
    }

    private static let pymarc = """
        import json, sys, pymarc
        def value(field, codes): return [v for c in codes for v in field.get_subfields(c)]
        records = pymarc.parse_xml_to_array(sys.argv[1]) if sys.argv[1].endswith("xml") else \\
            pymarc.MARCReader(open(sys.argv[1], "rb"), permissive=False)
        for r in records:
            names = r.get_fields("100", "700")
            print(json.dumps([value(r["245"], "a"), [v for f in r.get_fields("020") for v in value(f, "a")],
                [[f.indicator1, value(f, "a"), value(f, "c")] for f in names]]))
        """

    @Test(
        .enabled(if: Judge.has(Judge.python), "needs scripts/test"), arguments: [FileFormat.marc21, .marcxml])
    func `pymarc reads the same titles, ISBNs and names`(_ format: FileFormat) throws {
        let (file, books) = try file(format)
        let verdict = try Judge.run(Judge.python, ["-W", "error", "-c", Self.pymarc, file.path], in: folder)
        #expect(verdict.exitCode == 0, "\(verdict.errors.suffix(500))")
        let lines = verdict.output.split(separator: "\n")
        #expect(lines.count == books.count)
        for (line, book) in zip(lines, books) {
            let record = try JSONDecoder().decode(PymarcRecord.self, from: Data(line.utf8))
            #expect(record.titles == [book.title])
            let isbns = [book.isbn].compactMap(\.self) + book.otherISBNs
            #expect(record.isbns == isbns.map(\.isbn13))
            #expect(record.names == book.contributors.map(\.name))
        }
    }
}

/// The output of the script of `MARCExportTests` for a record.
private struct PymarcRecord: Decodable {
    var titles: [String?]
    var isbns: [String]
    /// In natural order.
    var names: [String]

    private struct Name: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            let indicator = try parts.decode(String.self)
            let name = try parts.decode([String].self).joined()
            let suffix = try parts.decode([String].self)
            let turned = name.components(separatedBy: ", ")
            text =
                indicator == "0"
                ? name
                : (turned.dropFirst() + turned.prefix(1) + suffix).joined(separator: " ")
        }
    }

    init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        titles = try parts.decode([String?].self)
        isbns = try parts.decode([String].self)
        names = try parts.decode([Name].self).map(\.text)
    }
}

/// The fields of one record in ISO 2709, one per line, split by separators only.
private struct MARCRecordDump {
    var lines: [String] = []

    init(_ record: String) {
        let parts = record.unicodeScalars.split(separator: "\u{1E}", omittingEmptySubsequences: false)
        let directory = String(parts[0]).dropFirst(24)
        for (number, content) in parts.dropFirst().dropLast().enumerated() {
            let tag = directory.dropFirst(number * 12).prefix(3)
            let text = String(content)
            guard tag >= "010" else {
                lines.append("\(tag) \(text)")
                continue
            }
            let subfields = content.split(separator: "\u{1F}")
            let values = subfields.dropFirst().map {
                "$\($0.first.map { String($0) } ?? "") \(String($0.dropFirst()))"
            }
            lines.append("\(tag) \(String(subfields[0])) \(values.joined(separator: " "))")
        }
    }
}
