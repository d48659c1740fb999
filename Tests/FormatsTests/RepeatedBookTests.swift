// Several rows of one file about one book: nothing that one of them says is lost, and importing again changes nothing.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats

struct RepeatedBookTests {
    private let temporary: ImportedStore
    private let isbn = "9780306406157"

    init() throws { temporary = try ImportedStore() }

    /// Imports a file three times; the second and third must change nothing.
    private func take(_ text: String, as format: FileFormat = .csv) throws -> ImportSummary {
        let first = try temporary.load(Data(text.utf8), as: format).summary
        for _ in 0..<2 {
            let again = try temporary.load(Data(text.utf8), as: format).summary
            #expect(again.added == 0 && again.changed == 0 && again.comments == 0 && again.listed == 0)
            #expect(again.unchanged == first.rows)
        }
        return first
    }

    private func book() throws -> Book { try #require(try temporary.book(isbn)) }

    private func comments() throws -> [Books.Comment] {
        try temporary.store.comments(on: #require(try book().id), for: "ion").sorted { $0.text < $1.text }
    }

    @Test func `the first row's data stay, and both reviews`() throws {
        let summary = try take(
            """
            ISBN,Title,Publisher,Year,Tags,Rating,Review,Notes
            \(isbn),First,,1999,a,3,good,mine
            \(isbn),Second,Later,2001,b,4,better,mine
            \(isbn),Third,Last,,,5,,

            """)
        #expect(summary.added == 1 && summary.changed == 1 && summary.comments == 3)
        let book = try book()
        #expect(book.title == "First" && book.year == 1999 && book.publisher == "Later")
        #expect(book.tags == ["a", "b"])
        let comments = try comments()
        #expect(comments.map(\.text) == ["better", "good", "mine"], "stars alone add nothing to stars")
        #expect(comments.map(\.rating?.stars) == [4, 3, nil])
    }

    @Test func `rows that are far apart`() throws {
        let others = (0..<2000).map { ",Title \($0),Author,,\n" }.joined()
        let summary = try take(
            """
            ISBN,Title,Author,Rating,Review
            \(isbn),First,Author,3,good
            \(others)\(isbn),Second,Author,4,better

            """)
        #expect(summary.comments == 2)
        #expect(try book().title == "First")
        #expect(try comments().map(\.text) == ["better", "good"])
    }

    @Test func `books without ISBNs`() throws {
        let summary = try take(
            """
            Title,Author,Year,Publisher,Review
            Almanac,A. Rider,1931,One,good
            Almanac,A. Rider,1931,Two,better

            """)
        #expect(summary.added == 1 && summary.comments == 2)
    }

    @Test func `a subtitle stays with its title`() throws {
        _ = try take(
            "ISBN,Title,Subtitle\n\(isbn),First,\n\(isbn),Second,Of another\n\(isbn),First,Of the first\n")
        #expect(try book().subtitle == "Of the first")
    }

    @Test func `one of two reviews is changed in the file, the other here`() throws {
        func table(_ first: String) -> Data {
            Data("ISBN,Title,Review\n\(isbn),First,\(first)\n\(isbn),First,better\n".utf8)
        }
        _ = try temporary.load(table("good"), as: .csv)
        _ = try temporary.load(table("fair"), as: .csv)
        #expect(try comments().map(\.text) == ["better", "fair"])
        var edited = try #require(try comments().first)
        edited.text = "best"
        try temporary.store.edit(edited)
        #expect(try temporary.load(table("fair"), as: .csv).summary.comments == 0)
        #expect(try comments().map(\.text) == ["best", "fair"])
    }

    /// A table in which each text is a review of the book.
    private func table(_ texts: [String]) -> Data {
        Data("ISBN,Title,Review\n\(texts.map { "\(isbn),First,\($0)\n" }.joined())".utf8)
    }

    /// Edits a review here.
    private func change(_ text: String, to new: String) throws {
        var edited = try #require(try comments().first { $0.text == text })
        edited.text = new
        try temporary.store.recordingChange(.editComment, by: "ion").edit(edited)
    }

    @Test(arguments: [["new", "good"], ["good", "new"], ["new"]])
    func `a changed review takes the place of none that was edited here`(rows: [String]) throws {
        _ = try temporary.load(table(["good", "old"]), as: .csv)
        try change("good", to: "best")
        #expect(try temporary.load(table(rows), as: .csv).summary.comments == 1)
        #expect(try comments().map(\.text) == ["best", "new"])
        #expect(try temporary.load(table(rows), as: .csv).summary.comments == 0)
    }

    @Test func `a review before others does not displace them, nor their replies`() throws {
        _ = try temporary.load(table(["a", "b", "c"]), as: .csv)
        let before = try comments()
        #expect(try temporary.load(table(["d", "a", "b"]), as: .csv).summary.comments == 1)
        let after = try comments()
        #expect(after.map(\.text) == ["a", "b", "d"])
        #expect(after.map(\.id) == before.map(\.id))
    }

    @Test(arguments: 0..<40)
    func `whatever the order of the rows, and whatever is edited here, no review is lost`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        // The file's reviews, and those of them that were edited here.
        var (rows, edited): ([String], [String: String]) = (["a", "b", "c"], [:])
        _ = try temporary.load(table(rows), as: .csv)
        for step in 0..<8 {
            if let text = rows.filter({ edited[$0] == nil }).randomElement(using: &random) {
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    try change(text, to: "here \(step)")
                    edited[text] = "here \(step)"
                case 1: rows[rows.firstIndex(of: text) ?? 0] = "changed \(step)"
                default: rows.append("new \(step)")
                }
            }
            rows.shuffle(using: &random)
            _ = try temporary.load(table(rows), as: .csv)
            #expect(try comments().map(\.text) == rows.map { edited[$0] ?? $0 }.sorted())
            rows.shuffle(using: &random)
            #expect(try temporary.load(table(rows), as: .csv).summary.comments == 0)
        }
    }

    @Test func `a book and its chapter`() throws {
        _ = try take(
            """
            @book{a, title = {Harbour lights}, publisher = {Quay}, year = 1999, isbn = {\(isbn)}, annote = {one}}
            @incollection{b, title = {Piers}, booktitle = {Lights of the harbour}, year = 2001, isbn = {\(isbn)},
              editor = {Ann Other}, annotation = {two}, annote = {three}}

            """, as: .bibtex)
        let book = try book()
        #expect(book.title == "Harbour lights" && book.year == 1999)
        #expect(book.contributors.map(\.name) == ["Ann Other"])
        #expect(try comments().map(\.text) == ["one", "three", "two"])
    }

    @Test func `average ratings and keys of works`() throws {
        let table = """
            ISBN,Title,Average rating,Ratings count,Work
            \(isbn),First,4.1,10,openlibrary:OL1W
            \(isbn),First,4.2,20,openlibrary:OL2W

            """
        _ = try take(table)
        let id = try #require(try book().id)
        #expect(try temporary.store.card(of: .id(id), for: "ion")?.ratings.map(\.average) == [4.1])
        let recording = temporary.store.recordingChange(.importTable, "table.csv", by: "ion")
        var reader: any EntryReader = try #require(
            try FileFormat.csv.reader?(
                ImportFile(temporary.temporary.write(Data(table.utf8), to: "table.csv").path),
                TableSource(name: "table.csv", date: .now, person: "ion")))
        _ = try recording.importEntries(&reader) { _ in }
        #expect(try temporary.store.history(for: "ion", limit: 9).isEmpty)
    }
}
