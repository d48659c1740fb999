// Open Library's dump as a reference.
import Books
import Foundation
import Testing

@testable import References

struct DumpTests {
    private let workshop: Workshop
    private let isbn: ISBN

    init() throws {
        workshop = try Workshop()
        isbn = try ISBN("9780306406157")
    }

    private let lantern = Dump.edition(
        101,
        #""title": "The \"Lantern\" Atl\u00e1s", "subtitle": " A field  guide ", "physical_format": "Paperback""#,
        #""isbn_13": ["978-0-306-40615-7"], "isbn_10": ["0306406152", "0456789014", "12345"]"#,
        #""publishers": ["Quayside Press", "Other"], "publish_date": "September 14, 1998""#,
        #""number_of_pages": 374, "covers": [-1, 12, 13], "languages": [{"key": "/languages/eng"}]"#,
        #""authors": [{"key": "/authors/OL7A"}, {"key": "/authors/OL8A"}], "works": [{"key": "/works/OL55W"}]"#,
        #""table_of_contents": [{"title": "Not this one", "isbn_13": ["9783161484100"]}], "notes": {"value": "x"}"#
    )

    @Test func `edition is read`() async throws {
        let text =
            lantern + Dump.author(8, "I. L. Popescu") + Dump.author(7, "Maria Nov\\u00e1k")
            + Dump.author(9, "No one")
        let reference = try await workshop.reference(text)
        let book = try #require(try reference.book(isbn))
        #expect(book.title == "The \"Lantern\" Atlás" && book.subtitle == "A field guide")
        #expect(book.contributors == [Contributor(name: "Maria Novák"), Contributor(name: "I. L. Popescu")])
        #expect(book.publisher == "Quayside Press" && book.year == 1998 && book.pages == 374)
        #expect(book.language == "eng" && book.cover == "https://covers.openlibrary.org/b/id/12-L.jpg")
        #expect(book.works == [Identifier("openlibrary", "OL55W")])
        #expect(book.identifiers == [Identifier("openlibrary", "OL101M")])
        #expect(book.otherISBNs == [try ISBN("0456789014")])
        #expect(book.origins[.title] == Origin(.imported, "reference test", reference.info.date))
        #expect(try reference.book(try ISBN("0456789014"))?.otherISBNs == [isbn])
        #expect(try reference.book(try ISBN("9783161484100")) == nil)
        #expect(reference.info.books == 2 && reference.info.authors == 2)
        #expect(reference.info.languages == ["eng": 2] && reference.info.forms == [.openLibrary])
    }

    @Test func `editions are found by LCCN`() async throws {
        let two = [("9780306406157", "98012345"), ("9783161484100", "  98-12345")].map { isbn, lccn in
            Dump.edition(1, #""title": "T", "isbn_13": ["\#(isbn)"], "lccn": ["no number", "\#(lccn)"]"#)
        }
        let reference = try await workshop.reference(two.joined())
        #expect(
            try reference.books(lccn: "98012345").map { $0.isbn?.isbn13 } == [
                "9780306406157", "9783161484100",
            ])
    }

    /// Open Library stores authors with the work; many editions have none of their own.
    @Test func `authors of the work are used`() async throws {
        let own = Dump.edition(
            1, #""title": "Own", "isbn_10": ["0306406152"], "authors": [{"key": "/authors/OL2A"}]"#,
            #""works": [{"key": "/works/OL5W"}]"#)
        let bare = Dump.edition(
            2, #""title": "Bare", "isbn_13": ["9783161484100"], "works": [{"key": "/works/OL5W"}]"#)
        let work = Dump.row(
            "/type/work", "/works/OL5W",
            [
                #""title": "W", "authors": [{"type": {"key": "/type/author_role"}, "author": {"key": "/authors/OL1A"}}]"#
            ])
        let text = Dump.author(1, "First") + work + own + bare + Dump.author(2, "Second")
        let reference = try await workshop.reference(text)
        #expect(try reference.book(isbn)?.contributors.map(\.name) == ["Second"])
        #expect(try reference.book(try ISBN("9783161484100"))?.contributors.map(\.name) == ["First"])
        #expect(reference.info.counts.others == 3 && reference.info.counts.rows == 5)
    }

    @Test func `richest of several wins`() async throws {
        let poor = Dump.edition(1, #""title": "Poor", "isbn_13": ["9780306406157"]"#)
        let rich = Dump.edition(2, #""title": "Rich", "isbn_10": ["0306406152"], "number_of_pages": 9"#)
        for text in [poor + rich, rich + poor] {
            let reference = try await workshop.reference(Data(text.utf8), isReplacing: true)
            #expect(try reference.book(isbn)?.title == "Rich" && reference.info.books == 1)
        }
    }

    @Test func `rows are counted by what became of them`() async throws {
        let rows = [
            Dump.edition(1, #""title": "Kept", "isbn_13": ["9780306406157"]"#),
            Dump.edition(2, #""title": "Wrong", "isbn_13": ["9780306406158"]"#),
            Dump.edition(3, #""title": "None""#),
            Dump.edition(4, #""isbn_13": ["9783161484100"]"#),
            Dump.row("/type/redirect", "/books/OL5M", [#""location": "/books/OL1M""#]),
            "/type/edition\t/books/OL6M\t1\t2026\t{\"title\": \"x\"\n", "\n",
            "/type/edition\tfour\tcolumns\t{}\n",
            "nonsense\n", "/type/edition\t/books/OL7M\t1\t2026\t{} trailing\n",
        ]
        let recorder = BuildRecorder()
        try workshop.files.write(Data(rows.joined().utf8), to: "dump")
        let reference = try await workshop.builder(["dump"]).build(report: recorder.report)
        let counts = reference.info.counts
        #expect(counts.rows == 9 && counts.broken == 4)
        #expect(counts.withoutISBN == 2 && counts.withoutTitle == 1 && counts.others == 1)
        #expect(
            recorder.broken.map { "\($0.number) \($0.reason)" } == [
                "6 json", "7 columns", "8 columns", "9 json",
            ])
        #expect(reference.info.torn.isEmpty)
    }

    @Test(arguments: [
        ("languages", ["Both", "German"]), ("unsaid", ["Bare", "Both", "German"]), ("years", ["German"]),
        ("prefix", ["Bare", "German"]),
    ])
    func `filters leave books out`(_ kind: String, _ titles: [String]) async throws {
        let german = #""languages": [{"key": "/languages/ger"}]"#
        let isbns = ["9783161484100", "9780306406157", "9780439023481", "9783110000016"]
        let books = [
            Dump.edition(
                1, #""title": "German", "isbn_13": ["\#(isbns[0])"], "publish_date": "1998""#, german),
            Dump.edition(
                2, #""title": "Both", "isbn_13": ["\#(isbns[1])"], "publish_date": "2011""#,
                #""languages": [{"key": "/languages/eng"}, {"key": "/languages/ger"}]"#),
            Dump.edition(
                3,
                #""title": "English", "isbn_13": ["\#(isbns[2])"], "languages": [{"key": "/languages/eng"}]"#),
            Dump.edition(4, #""title": "Bare", "isbn_13": ["\#(isbns[3])"]"#),
        ]
        var filter = ReferenceFilter()
        switch kind {
        case "languages": filter.languages = ["ger"]
        case "unsaid": filter.languages = ["ger", "und"]
        case "years": filter.years = 1990...2000
        default: filter.prefixes = ["9783"]
        }
        let reference = try await workshop.reference(books.joined(), filter: filter)
        #expect(try isbns.compactMap { try reference.book(try ISBN($0))?.title }.sorted() == titles)
        #expect(reference.info.counts.leftOut == 4 - titles.count && reference.info.filter == filter)
    }

    @Test(arguments: [
        ("1998", 1998), ("September 14, 1998", 1998), ("c2008", 2008), ("[2008?]", 2008), ("19981231", 0),
        ("998", 0),
        ("2150", 0), ("1399-1402", 1402), ("", 0),
    ])
    func `years are found as separate words`(_ text: String, _ year: Int) {
        #expect(text.utf8.firstYear ?? 0 == year)
    }

    @Test func `text is fit to keep`() async throws {
        let long = String(repeating: "é", count: 5000)
        let text =
            Dump.edition(1, #""title": "A\u0000b\u001b[31m\nc", "isbn_13": ["9780306406157"]"#)
            + Dump.edition(2, #""title": "\#(long)", "isbn_13": ["9783161484100"]"#)
        let reference = try await workshop.reference(text)
        #expect(try reference.book(isbn)?.title == "Ab[31m c")
        #expect(try reference.book(try ISBN("9783161484100"))?.title == String(repeating: "é", count: 2000))
    }
}
