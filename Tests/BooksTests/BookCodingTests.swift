// Books and ratings as JSON, also between versions.
import Foundation
import Testing

@testable import Books

struct BookCodingTests {
    private func coded(_ book: Book) throws -> Book {
        try JSONDecoder().decode(Book.self, from: JSONEncoder().encode(book))
    }

    @Test func `a book comes back whole`() throws {
        var book = Book(
            id: BookID(3), isbn: try ISBN("9780306406157"), otherISBNs: [try ISBN("9780439023481")],
            title: "T", subtitle: "S", contributors: [Contributor(name: "A", role: .editor)],
            originalScriptTitle: "Т", originalScriptNames: ["А"], series: "Lights", seriesNumber: "1-3",
            publisher: "P", year: 1998, pages: 3, language: "eng", subjects: ["Sea"], tags: ["red", "lent"],
            cover: "https://example.org/1.jpg", works: [Identifier("openlibrary", "OL1W")],
            identifiers: [Identifier("goodreads", "1")])
        book.credit(Origin(.edited, "by hand"))
        #expect(Set(book.origins.keys) == Set(BookField.allCases))
        #expect(try coded(book) == book)
        #expect(try coded(Book()) == Book())
    }

    @Test func `books of earlier and later versions are read`() throws {
        let text = """
            {"otherISBNs":[],"contributors":[],"originalScriptNames":[],"subjects":["Sea"],"works":[],"identifiers":[],
            "title":"T","mood":"dark","origins":{"title":{"kind":"edited","source":"by hand","date":0},
            "mood":{"kind":"imported","source":"a.csv","date":0}}}
            """
        let book = try JSONDecoder().decode(Book.self, from: Data(text.utf8))
        #expect(book.title == "T" && book.subjects == ["Sea"] && book.tags == [] && book.series == nil)
        #expect(Array(book.origins.keys) == [.title])
    }

    @Test func `ratings are quarters of five stars`() throws {
        for quarters in 0...20 {
            let rating = try #require(Rating(quarters: quarters))
            #expect(Rating(rating.stars) == rating)
            let json = try JSONEncoder().encode([rating])
            #expect(try JSONDecoder().decode([Rating].self, from: json) == [rating])
        }
        for stars in [-0.25, 5.25, 4.1, 4.125, .nan, .infinity] { #expect(Rating(stars) == nil) }
        #expect(Rating(quarters: -1) == nil && Rating(quarters: 21) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Rating].self, from: Data("[4.3]".utf8))
        }
    }
}
