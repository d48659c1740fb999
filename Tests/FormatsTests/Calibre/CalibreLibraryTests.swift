// Reading Calibre libraries.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct CalibreLibraryTests {
    private let imported: ImportedStore
    private var database: URL { imported.folder.appending(path: "library/metadata.db") }

    init() throws { imported = try ImportedStore() }

    private func library() throws -> CalibreLibraryFile {
        let library = try CalibreLibraryFile(database)
        try library.add(
            1, "The Word for World Is Forest", pubdate: "1976-03-01 00:00:00+00:00", index: 5,
            [
                "authors": ["Ursula K. Le Guin", "Nobody| Jr."], "series": ["Hainish"],
                "tags": ["Science fiction", "a; b"], "publishers": ["Berkley"], "ratings": ["9"],
                "languages": ["eng"],
            ],
            identifiers: [
                "isbn": "9780439023481", "goodreads": "276767", "openlibrary": "OL59863W",
                "amazon_de": "B00X",
                "uuid": "x",
            ])
        try library.add(2, "Unnamed", ["authors": ["Unknown"], "ratings": ["0"]])
        return library
    }

    @Test func `a book is taken with all that Calibre keeps of it`() throws {
        _ = try library()
        let outcome = try imported.load(database)
        #expect(outcome.summary.added == 2 && outcome.refused.isEmpty)
        #expect(outcome.leftOut == ["timestamp", "identifiers:amazon_de"])
        let book = try #require(try imported.book("9780439023481"))
        #expect(book.title == "The Word for World Is Forest" && book.year == 1976)
        #expect(
            book.contributors == [Contributor(name: "Ursula K. Le Guin"), Contributor(name: "Nobody, Jr.")])
        #expect(book.series == "Hainish" && book.seriesNumber == "5")
        #expect(book.tags == ["Science fiction", "a; b"] && book.subjects.isEmpty)
        #expect(book.publisher == "Berkley" && book.language == "eng")
        #expect(book.identifiers == [Identifier("goodreads", "276767")])
        #expect(book.works == [Identifier("openlibrary", "OL59863W")])
        let kept = try #require(try imported.store.keptBooks(after: nil, for: "ion"))
        #expect(kept[0].comment?.rating == Rating(4.5) && kept[0].comment?.source == "Calibre")
        #expect(kept[1].book.contributors.isEmpty && kept[1].book.year == nil && kept[1].comment == nil)
        #expect(kept[1].book.series == nil && kept[1].book.seriesNumber == nil)
    }

    @Test func `importing a library again, or by its folder, changes nothing`() throws {
        _ = try library()
        let dry = try imported.load(database, isDryRun: true).summary
        let first = try imported.load(database).summary
        #expect(dry == first && first.comments == 1)
        let again = try imported.load(database.deletingLastPathComponent()).summary
        #expect(again.added == 0 && again.changed == 0 && again.comments == 0 && again.unchanged == 2)
        #expect(throws: CatalogueError.unreadable(path: "\(imported.folder.path)/metadata.db", errno: ENOENT))
        {
            _ = try ImportFile(imported.folder.path)
        }
    }

    @Test func `what is not taken is named`() throws {
        let library = try library()
        try library.execute(
            """
            INSERT INTO comments (book, text) VALUES (1, '<p>A blurb.</p>');
            INSERT INTO data (book, format) VALUES (1, 'EPUB');
            UPDATE books SET has_cover = 1;
            INSERT INTO custom_columns (id, label, datatype) VALUES (1, 'shelf', 'text'), (2, 'empty', 'text'),
                (3, 'computed', 'composite');
            CREATE TABLE custom_column_1 (id INTEGER PRIMARY KEY, value TEXT);
            CREATE TABLE custom_column_2 (id INTEGER PRIMARY KEY, value TEXT);
            INSERT INTO custom_column_1 (value) VALUES ('top');
            """)
        #expect(
            try imported.load(database).leftOut
                == ["timestamp", "cover", "formats", "comments", "#shelf", "identifiers:amazon_de"])
    }

    @Test func `a wrong ISBN does not stop the others`() throws {
        let library = try library()
        try library.add(3, "", identifiers: ["isbn": "9780439023482"])
        try library.add(4, "Wrong number", identifiers: ["isbn": "9780439023482"])
        try library.add(5, "Last", ["authors": ["A"]], identifiers: ["isbn": "9780306406157"])
        let outcome = try imported.load(database)
        #expect(outcome.summary.added == 4 && outcome.summary.refused == 1)
        #expect(outcome.refused.map(\.line) == [3, 4])
        #expect(outcome.refused.first?.fields == ["3", "", "", "9780439023482"])
    }

    @Test(
        arguments: [
            ("2007-12-31 22:00:00+00:00", 2008), ("2008-01-01 12:00:00+00:00", 2008),
            ("2008-01-01T08:00:00+00:00", 2008), ("2007-12-31T09:00:00+00:00", 2007), ("2008", 2008),
            ("2008-12-31T23:00:00+02:00", 2008), ("0101-01-01 00:00:00+00:00", nil),
            ("0100-12-31 23:00:00+00:00", nil), ("", nil), ("soon", nil),
        ] as [(String, Int?)])
    func `the year is that of where its user was`(date: String, year: Int?) {
        #expect(CalibreBook.year(date) == year)
    }

    @Test func `more books than are read at a time come in order`() throws {
        let library = try library()
        for number in 10..<520 { try library.add(number, "Book \(number)", ["authors": ["A \(number)"]]) }
        #expect(try imported.load(database).summary.added == 512)
        let books = try #require(try imported.store.keptBooks(after: nil, for: "ion"))
        #expect(books.dropFirst(2).map(\.book.title) == books.dropFirst(2).indices.map { "Book \($0 + 8)" })
    }

    @Test func `another program's database is not a library`() throws {
        let other = imported.folder.appending(path: "store.sqlite")
        #expect(try FileFormat.of(ImportFile(other.path))?.name == nil)
        let table = try imported.temporary.write(Data("isbn,title\n".utf8), to: "a.csv")
        #expect(throws: CatalogueError.otherFormat(path: table.path, expected: "Calibre")) {
            try imported.load(table, as: .calibre)
        }
    }

    @Test func `a damaged library is reported`() throws {
        _ = try library()
        let whole = try Data(contentsOf: database)
        var random = SeededGenerator(seed: 27)
        for round in 0..<150 {
            var bytes = whole
            if round % 3 == 0 {
                bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
            } else {
                for _ in 0..<Int.random(in: 1...40, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[place] = UInt8.random(in: 0...255, using: &random)
                }
            }
            do {
                let outcome = try imported.load(bytes, isDryRun: true)
                #expect(outcome.summary.rows >= 0)
            } catch let error as CatalogueError {
                switch error {
                case .malformed, .unreadable, .encoding, .otherFormat, .noISBNColumn: break
                default: Issue.record("\(error)")
                }
            }
        }
    }
}
