// CSL-JSON as Zotero and Pandoc write it.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct CSLJSONTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ text: String) throws -> (entries: [ReadEntry], reader: CSLReader) {
        let file = try ImportFile(folder.write(Data(text.utf8), to: "file.json").path)
        var reader = try CSLReader(file, from: TableSource(name: "file.json", date: .now, person: "ion"))
        var entries: [ReadEntry] = []
        while let entry = try reader.next() { entries.append(entry) }
        return (entries, reader)
    }

    @Test func `an item is a book with all that has a place in it`() throws {
        let (entries, reader) = try read(
            """
            {"id": "x", "type": "book", "title": "The <i>Hunger</i> Games: A Novel", "title-short": "The <i>Hunger</i> Games",
             "author": [{"family": "Neumann", "given": "John", "non-dropping-particle": "von", "suffix": "Jr."},
                        {"literal": "World Bank"}, {"family": "Humboldt", "given": "A.", "dropping-particle": "d'"}, {}],
             "editor": [{"family": "Lee", "given": "Ann"}], "translator": "Sylke Klöss",
             "issued": {"date-parts": [["2008", 9, 14]]}, "ISBN": "0439023483 9780439023481", "publisher": "Scholastic",
             "number-of-pages": "374", "collection-title": "Hunger Games", "collection-number": 1, "language": "en-US",
             "keyword": "war, peace", "note": "Lent", "DOI": "10.1000/x", "publisher-place": "New York", "abstract": "",
             "volume": 3}
            """)
        let entry = try #require(entries.first).entry.get()
        let book = entry.book
        #expect(book.title == "The Hunger Games" && book.subtitle == "A Novel")
        #expect(
            book.contributors == [
                Contributor(name: "John von Neumann Jr."), Contributor(name: "World Bank"),
                Contributor(name: "A. d'Humboldt"), Contributor(name: "Ann Lee", role: .editor),
                Contributor(name: "Sylke Klöss", role: .translator),
            ])
        #expect(book.year == 2008 && book.isbn?.isbn13 == "9780439023481" && book.otherISBNs.isEmpty)
        #expect(book.publisher == "Scholastic" && book.pages == 374 && book.language == "en-US")
        #expect(book.series == "Hunger Games" && book.seriesNumber == "1" && book.tags == ["war", "peace"])
        #expect(entry.comments.map(\.text) == ["Lent"] && entry.comments[0].isPrivate)
        #expect(reader.leftOut == ["publisher-place", "volume"])
    }

    @Test func `items of any shape do not stop the others`() throws {
        let (entries, _) = try read(
            """
            [1, "a", null, [], {}, {"type": 3}, {"type": "book", "title": ["A"], "author": 7, "issued": [], "ISBN": {}},
             {"type": "article-journal", "title": "On Gnats", "ISBN": "9780439023481"},
             {"type": "chapter", "title": "A Chapter", "container-title": "The Book", "author": [{"family": "Lee"}],
              "container-author": [{"literal": "Jo Roe"}], "ISBN": 9780439023481},
             {"type": "chapter", "title": "Another"}, {"type": "book", "title": "Last", "issued": {"raw": "circa 1999"}}]
            """)
        let books = entries.compactMap { try? $0.entry.get().book }
        #expect(books.map(\.title) == ["A", "The Book", "Last"] && books.map(\.year) == [nil, nil, 1999])
        #expect(books[1].contributors == [Contributor(name: "Jo Roe", sortName: "Jo Roe,")])
        #expect(books[1].isbn?.isbn13 == "9780439023481")
        #expect(entries.notBooks == ["article-journal": 1, "chapter": 1])
        #expect(entries.map(\.line) == Array(1...11))
    }

    @Test func `lists of texts, as Crossref writes them`() throws {
        let (entries, reader) = try read(
            """
            {"items": [
             {"type": "book", "title": ["Harbour lights"], "ISBN": ["9780306406157", "978-0-439-02348-1"],
              "publisher": ["Quay", "Pier"], "container-title": [], "note": ["one", "two"], "DOI": ["10.1000/x"],
              "issued": {"date-parts": [[1999]]}},
             {"type": "book", "title": ["Piers", {}], "ISBN": [9780456789018, {"value": "9783161484100"}], "language": {}}
            ]}
            """)
        let read = try entries.map { try $0.entry.get() }
        #expect(read.map(\.book.title) == ["Harbour lights", "Piers"])
        #expect(read.map(\.book.isbn?.isbn13) == ["9780306406157", "9780456789018"])
        #expect(read[0].book.otherISBNs == [try isbn("9780439023481")] && read[0].book.publisher == "Quay")
        #expect(read[0].comments.map(\.text) == ["one", "two"] && read[0].book.doi == "10.1000/x")
        #expect(read[0].book.year == 1999)
        #expect(reader.leftOut == ["publisher", "title", "language", "ISBN"])
    }

    @Test func `a text that is not UTF-8 among others that are`() throws {
        let json = #"[{"type": "book", "title": "Caf# noir", "publisher": "éditions réunies à Évry, août"}]"#
        let bytes = Data(json.utf8).map { $0 == UInt8(ascii: "#") ? 0xE9 : $0 }
        let file = try ImportFile(folder.write(Data(bytes), to: "mixed.json").path)
        var reader = try CSLReader(file, from: TableSource(name: "mixed.json", date: .now, person: "ion"))
        let book = try #require(try reader.next()).entry.get().book
        #expect(book.title == "Café noir" && book.publisher == "éditions réunies à Évry, août")
        #expect(reader.encoding == "UTF-8 and, where it is not, Windows-1252")
    }

    @Test func `invalid and incomplete JSON is reported with its position`() throws {
        let error = #expect(throws: CatalogueError.self) {
            try read(#"[{"type": "book", "title": "A"}, {"type": "#)
        }
        guard case .malformed(_, "line 1, column 43")? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(throws: CatalogueError.self) { try read(String(repeating: "[", count: 100_000)) }
        #expect(throws: CatalogueError.self) { try read(#"[{"books_id": "1", "title": "A"}]"#) }
    }

    @Test func `a book is written as citation processors read it`() throws {
        var writer = CSLWriter()
        var book = Book(
            isbn: try isbn("9780439023481"), title: "Emma", subtitle: "A Novel", publisher: "Penguin",
            year: 1815, pages: 474,
            language: "ger", identifiers: [Identifier("doi", "10.1000/x")])
        book.contributors = [
            Contributor(name: "John von Neumann Jr."), Contributor(name: "World Bank", role: .editor),
        ]
        (book.series, book.seriesNumber, book.tags) = ("Classics", "7", ["a; b", "c"])
        let text = writer.beginning() + writer.text(of: KeptBook(book: book)) + writer.end()
        let made = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        let meant: [String: Any] = [
            "id": "neumann1815emma", "type": "book", "title": "Emma: A Novel", "title-short": "Emma",
            "author": [
                ["family": "Neumann", "given": "John", "non-dropping-particle": "von", "suffix": "Jr."]
            ],
            "editor": [["literal": "World Bank"]], "issued": ["date-parts": [[1815]]], "publisher": "Penguin",
            "number-of-pages": 474, "language": "de", "DOI": "10.1000/x", "ISBN": "978-0-439-02348-1",
            "collection-title": "Classics", "collection-number": "7", "keyword": #"a\; b; c"#,
        ]
        #expect(try NSDictionary(dictionary: #require(made?.first)) == NSDictionary(dictionary: meant))
    }
}
