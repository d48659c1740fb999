// manifest.tsv: its contents, and errors in it.
import Books
import Corpus
import TestSupport
import Testing

struct ManifestTests {
    private static let header =
        "path\tsource_repo\tisbn13\tklass\tbarcode_kind\tprinted_form\ttext_legible\trot_cw_deg\tblur\tlight\tnotes"
    private static let row =
        "a/1.jpg\tsome/shelf\t9780306406157,9783161484100\tcloseup-label\tEAN-13 ISBN\t0-306-40615-2\tfull\t90\tmild\tdim\t“…"

    private static func corpus(_ lines: String...) throws -> PhotoCorpus {
        let folder = try TemporaryFolder([
            "manifest.tsv": lines.joined(separator: "\n"), "a/1.jpg": "", "2.png": "",
        ])
        return try PhotoCorpus(folder: folder.path)
    }

    @Test func `rows become truths`() throws {
        let corpus = try Self.corpus(
            Self.header, Self.row, "2.png\t\t-\tneg-cover\tnone\t-\tnone\t-\t-\t-\t-", "")
        let expected = PhotoTruth(
            page: PhotoPage(photo: "a/1.jpg", page: 1), source: "some/shelf", klass: "closeup-label",
            isbns: [try ISBN("9780306406157"), try ISBN("9783161484100")], barcodeKind: "EAN-13 ISBN",
            printedForm: "0-306-40615-2", legibility: .full, turn: 90, blur: "mild", light: "dim")
        #expect(corpus.truths.first == expected)
        #expect(corpus.truths.last?.isbns == [])
        #expect(corpus.truths.last?.printedForm == nil)
        #expect(corpus.truths.last?.turn == nil)
        #expect(corpus.photos == ["a/1.jpg", "2.png"])
    }

    @Test func `columns may be in any order, with any line ends`() throws {
        func turned(_ line: String) -> String {
            line.split(separator: "\t").reversed().joined(separator: "\t") + "\r"
        }
        #expect(
            try Self.corpus(turned(Self.header), turned(Self.row)).truths
                == Self.corpus(Self.header, Self.row).truths)
    }

    @Test(
        arguments: [
            ("a/1.jpg\tx", .columns(2, expected: 11)),
            (
                row.replacing("9783161484100", with: "9783161484101"),
                .isbn("9783161484101", .checkDigit(found: "1", expected: "0"))
            ),
            (row.replacing(",", with: ",,"), .isbn("", .length(0))),
            (row.replacing("full", with: "fully"), .legibility("fully")),
            (row.replacing("\t90\t", with: "\t360\t"), .turn("360")),
            (row.replacing("\t90\t", with: "\t\t"), .turn("")),
            (row.replacing("1.jpg", with: "3.jpg"), .notInFolder(photo: "a/3.jpg")),
            (row + "\n" + row, .repeated(photo: "a/1.jpg")),
        ] as [(String, CorpusError.LineProblem)])
    func `bad rows are named`(row: String, problem: CorpusError.LineProblem) throws {
        let error = try #require(throws: CorpusError.self) { try Self.corpus(Self.header, row) }
        guard case .line(let line, let path, problem) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(line == (row.contains("\n") ? 3 : 2))
        #expect(path.hasSuffix("/manifest.tsv"))
    }

    @Test(arguments: [
        ("-", []), ("9780306406157", []),
        ("9783161484100,9780306406157", ["9783161484100", "9780306406157"]),
    ])
    func `several books are reported`(field: String, books: [String]) throws {
        let corpus = try Self.corpus(Self.header + "\town_isbn13", Self.row + "\t" + field)
        #expect(corpus.truths[0].ownISBNs.map(\.isbn13) == books)
    }

    @Test func `an own ISBN is one of the photos`() throws {
        let error = try #require(throws: CorpusError.self) {
            try Self.corpus(Self.header + "\town_isbn13", Self.row + "\t9780804781381")
        }
        guard case .line(2, _, .strangeOwnISBN) = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test func `every column is needed`() throws {
        let error = try #require(throws: CorpusError.self) {
            try Self.corpus(Self.header.replacing("isbn13", with: "isbn"), Self.row)
        }
        guard case .column("isbn13", missingIn: let path) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(path.hasSuffix("/manifest.tsv"))
    }

    @Test(arguments: [["manifest.tsv": ""], ["photo.jpg": ""], ["manifest.tsv": header]])
    func `a folder without truth is refused`(files: [String: String]) throws {
        let folder = try TemporaryFolder(files)
        #expect(throws: CorpusError.noTruth(folder: folder.path)) { try PhotoCorpus(folder: folder.path) }
    }

    @Test func `a missing folder is reported`() {
        #expect(throws: CorpusError.unreadable(path: "/nowhere")) { try PhotoCorpus(folder: "/nowhere") }
    }

    @Test func `parts make the whole`() throws {
        let corpus = try PhotoCorpus(folder: PhotoCorpus.drawn)
        let parts = (0..<3).map { corpus.part($0, of: 3) }
        #expect(Set(parts.flatMap(\.truths)) == Set(corpus.truths))
        #expect(parts.map(\.truths.count).reduce(0, +) == corpus.truths.count)
        #expect(parts.allSatisfy { abs($0.photos.count * 3 - corpus.photos.count) < 3 })
    }
}
