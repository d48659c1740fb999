// What is stored of a book, and which origin takes precedence for a field.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreBooksTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private func games() throws -> Book {
        Book(
            isbn: try isbn("9780439023481"), otherISBNs: [try isbn("9780439023498")],
            title: "The Hunger Games",
            subtitle: "Book one",
            contributors: [
                Contributor(name: "Suzanne Collins"), Contributor(name: "Tim O’Brien", role: .illustrator),
            ],
            originalScriptTitle: "Голодные игры: книга первая",
            originalScriptNames: ["Сьюзен Коллинз", "Тим О’Брайен"],
            series: "The Hunger Games", seriesNumber: "1", publisher: "Scholastic", year: 2008, pages: 374,
            language: "eng",
            subjects: ["Survival", "Contests"], tags: ["lent to Ion", "red"],
            cover: "https://covers.example/1.jpg", works: [Identifier("openlibrary", "OL5735363W")],
            identifiers: [Identifier("openlibrary", "OL22515389M")])
    }

    @Test func `every field comes back with its origin`() throws {
        let record = try games().credited(.source)
        let saved = try store.save(record)
        #expect(saved.change == .added)
        var expected = record
        expected.id = saved.book.id
        #expect(try store.book(reference("9780439023481")) == expected)
        #expect(Set(expected.origins.keys) == Set(BookField.allCases))
        #expect(try Store(path: temporary.path).book(.id(#require(saved.book.id))) == expected)
    }

    @Test func `miss is nil`() throws {
        #expect(try store.book(reference("9780439023481")) == nil)
        #expect(try store.book(.id(BookID(7))) == nil)
    }

    @Test func `saving twice adds nothing`() throws {
        #expect(try store.save(games().credited(.source)).change == .added)
        #expect(try store.save(games().credited(.source)).change == .none)
        #expect(try store.info().books == 1)
    }

    @Test func `an import of known values is no change, and leaves the earlier one to be undone`() throws {
        try store.recordingChange(.importTable, by: "ion").save(games().credited(.file))
        let later = Origin(.imported, "again.csv", .now)
        let again = store.recordingChange(.importTable, by: "ion")
        #expect(try again.save(games().credited(later)).change == .none)
        #expect(try store.history(of: nil, for: "ion", limit: 9).count == 1)
        #expect(try store.book(reference("9780439023481"))?.origins[.title] == .file)
        #expect(try store.undo(by: "ion") != nil)
        #expect(try store.info().books == 0)
    }

    @Test(arguments: [
        (Origin.file, Origin.source, "new"), (.source, .file, "old"), (.source, .source, "new"),
        (.source, .person, "new"), (.person, .source, "old"), (.person, .file, "old"),
        (.person, .person, "new"),
    ])
    func `higher kind has the last word`(first: Origin, then: Origin, stands: String) throws {
        let number = try isbn("9780439023481")
        try store.save(Book(isbn: number, title: "old").credited(first))
        try store.save(Book(isbn: number, title: "new", year: 2008).credited(then))
        let book = try #require(try store.book(.isbn(number)))
        #expect(book.title == stands)
        #expect(book.origins[.title] == (stands == "new" ? then : first))
        #expect(book.year == 2008)
    }

    @Test func `emptied field stays empty`() throws {
        let number = try isbn("9780439023481")
        try store.save(Book(isbn: number, title: "T", subtitle: "wrong").credited(.source))
        try store.save(Book(isbn: number, origins: [.subtitle: .person]))
        try store.save(Book(isbn: number, title: "T", subtitle: "wrong").credited(.source))
        let book = try #require(try store.book(.isbn(number)))
        #expect(book.subtitle == nil)
        #expect(book.origins[.subtitle] == .person)
    }

    @Test func `field without origin is not saved`() throws {
        let book = try store.save(Book(isbn: isbn("9780439023481"), title: "T")).book
        #expect(book.title == nil)
        #expect(throws: CatalogueError.nothingToAdd) { try store.save(Book(title: "T")) }
        #expect(throws: CatalogueError.nothingToAdd) { try store.save(Book(year: 1950).credited(.person)) }
    }

    @Test func `a book without an ISBN is recognised again`() throws {
        let almanac = Book(title: "Almanac", contributors: [Contributor(name: "A. Rider")], year: 1931)
        let first = try store.save(almanac.credited(.person)).book
        #expect(try store.save(almanac.credited(.person)).change == .none)
        var other = almanac
        other.year = 1932
        #expect(try store.save(other.credited(.person)).book.id != first.id)
        #expect(try store.info().books == 2)
    }

    @Test func `a book without an ISBN is recognised without its year, unless two books may be meant`() throws
    {
        var almanac = Book(title: "Almanac", contributors: [Contributor(name: "A. Rider")])
        func save(_ year: Int?) throws -> BookID? {
            almanac.year = year
            return try store.save(almanac.credited(.file)).book.id
        }
        let undated = try save(nil)
        #expect(try save(1931) == undated)
        #expect(try store.info().books == 1)
        #expect(try save(nil) == undated)
        let later = try save(1932)
        #expect(later != undated)
        #expect(![undated, later].contains(try save(nil)))
        #expect(try save(1932) == later)
    }

    @Test func `a book without an ISBN that is entered by hand is recognised by its year, too`() throws {
        var faust = Book(title: "Faust", contributors: [Contributor(name: "A. Rider")])
        let undated = try store.save(faust.credited(.person)).book.id
        faust.year = 1808
        let dated = try store.save(faust.credited(.person)).book.id
        #expect(dated != undated)
        #expect(try store.save(faust.credited(.person)).book.id == dated)
        faust.year = nil
        #expect(try store.save(faust.credited(.person)).book.id == undated)
    }

    @Test func `identifier finds the book that had no ISBN yet`() throws {
        let name = Identifier("goodreads", "7")
        let first = try store.save(Book(title: "T", identifiers: [name]).credited(.file)).book
        let number = try isbn("9780439023481")
        let second = try store.save(Book(isbn: number, title: "T", identifiers: [name]).credited(.file)).book
        #expect(second.id == first.id)
        #expect(try store.book(.isbn(number))?.id == first.id)
        let third = try store.save(
            Book(isbn: isbn("9780439554930"), title: "T", identifiers: [name]).credited(.file)
        ).book
        #expect(third.id != first.id, "two ISBNs are two books, whatever else they share")
    }

    @Test func `an older store keeps the numbers of its books`() throws {
        let path = temporary.folder.appending(path: "old.sqlite").path
        try OldStore.make(
            at: path, version: 55,
            "\(OldStore.books(1...2)) INSERT INTO identifier (scheme, value, book) VALUES ('lccn', '65021362', 2)"
        )
        let old = try Store(path: path)
        #expect(try old.book(.id(BookID(2)))?.identifiers == [Identifier("lccn", "65021362")])
        #expect(try old.check() == [])
    }

    @Test(arguments: ["issn:0302-9743", "lccn:65021362", "oclc:1", "ean:4", "moly:5"])
    func `a number that books share does not make them one`(text: String) throws {
        let parts = text.split(separator: ":").map(String.init)
        let number = Identifier(parts[0], parts[1])
        var alpha = Book(title: "Volume Alpha", year: 1950, identifiers: [number]).credited(.file)
        let first = try store.save(alpha).book
        let beta = Book(isbn: try isbn("9780306406157"), title: "Volume Beta", identifiers: [number])
        let second = try store.save(beta.credited(.file)).book
        #expect(second.id != first.id && second.identifiers == [number])
        let gamma = Book(title: "Volume Gamma", identifiers: [number]).credited(.file)
        let third = try store.save(gamma).book
        #expect(try third.id != first.id && store.info().books == 3 && third.identifiers == [number])
        let merged = store.recordingChange(.merge, by: "ana")
        try merged.merge(
            #require(third.reference), into: #require(second.reference), evenIfTwoISBNs: false,
            origin: .person)
        #expect(try store.book(.isbn(isbn("9780306406157")))?.identifiers == [number])
        #expect(try store.undo(by: "ana", date: .now)?.hasEffect == true)
        #expect(try store.book(#require(third.reference))?.identifiers == [number])
        #expect(try store.save(gamma).book.id == third.id && store.save(alpha).change == .none)
        #expect(try store.knownBooks(numbered: [number]) == [:])
        alpha.isbn = try isbn("9780439023481")
        #expect(
            try (store.save(alpha).book.id == first.id) == (number.scheme != "issn"),
            "with the same title and year, a library's number is sufficient")
    }

    @Test func `a book without an ISBN is not one with another number of the same library`() throws {
        let books = ["31000001", "31000002"].map {
            Book(title: "T", year: 1931, identifiers: [Identifier("lccn", $0)]).credited(.file)
        }
        for book in books { try store.save(book) }
        #expect(try store.info().books == 2)
    }

    @Test func `shared work key joins editions`() throws {
        let numbers = try ["9780439023481", "9780439023528", "9780439023498"].map(isbn)
        let work = Identifier("openlibrary", "OL1W")
        let other = Identifier("goodreads", "9")
        let first = try store.save(Book(isbn: numbers[0], works: [work]).credited(.source)).book
        let second = try store.save(Book(isbn: numbers[1], works: [other]).credited(.source)).book
        #expect(try store.read { try $0.otherEditions(of: #require(first.id)) } == [])
        let rating = SourceRating(source: "G", average: 4.5, count: 10, date: Date(timeIntervalSince1970: 0))
        try store.write { try $0.save(rating, of: #require(second.id), under: nil) }
        // The third shows that both keys are one work.
        let third = try store.save(Book(isbn: numbers[2], works: [work, other]).credited(.source)).book
        let editions = try store.read { try $0.otherEditions(of: #require(third.id)) }
        #expect(editions.map(\.isbn) == [numbers[0], numbers[1]])
        #expect(try store.read { try $0.ratings(of: #require(first.id)) } == [rating])
        #expect(try store.info().works == 1)
    }

    @Test func `grouping by hand outlives a fetch`() throws {
        let work = Identifier("openlibrary", "OL1W")
        let numbers = try ["9780439023481", "9780439023528"].map(isbn)
        let ids = try numbers.map { try #require(store.save(Book(isbn: $0).credited(.source)).book.id) }
        try store.group(ids[0], withEditionsOf: ids[1], origin: .person)
        #expect(try store.read { try $0.otherEditions(of: ids[0]) }.map(\.id) == [ids[1]])
        #expect(try store.info().works == 1)
        try store.group(ids[0], withEditionsOf: nil, origin: .person)
        for number in numbers { try store.save(Book(isbn: number, works: [work]).credited(.source)) }
        #expect(try store.read { try $0.otherEditions(of: ids[0]) } == [])
    }

    @Test func `text is tidied on the way in`() throws {
        let book = try store.save(
            Book(
                isbn: isbn("9780439023481"), title: " U\u{308}ber\n\u{1B}[31m\u{202E} alles\u{0} ",
                contributors: [Contributor(name: "\u{7}")], publisher: "\t"
            ).credited(.source)
        ).book
        #expect(book.title?.unicodeScalars.map(\.value) == "Über [31m alles".unicodeScalars.map(\.value))
        #expect(book.contributors == [])
        #expect(book.publisher == nil)
    }
}
