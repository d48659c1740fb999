// Comments: who can see and change them, and what is left after a person is forgotten.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreCommentsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private func date(_ day: Int) -> Date {
        Date(timeIntervalSince1970: TimeInterval(1_760_000_000 + day * 86_400))
    }

    @Test func `a name is found in any case, by one look at the rows of each person`() throws {
        let book = BookSpecifier.isbn(try isbn("9780439023481"))
        for text in ["One.", "Two."] { try store.add(Books.Comment(person: "Ion", text: text), to: book) }
        try store.write { db in
            try db.run(
                "INSERT INTO reading (book, person, state, added) SELECT id, 'Mia', 'read', 0 FROM book")
            try db.run(
                "INSERT INTO change (person, action, date) VALUES ('Ana', 'edit', 0), ('Ana', 'edit', 0)")
            try db.run(
                "INSERT INTO change (person, action, date) VALUES ('ion', 'edit', 0), ('Ödön', 'edit', 0)")
        }
        for (typed, name) in [
            ("Ion", "Ion"), ("ion", "ion"), ("MIA", "Mia"), ("ana", "Ana"), ("ödön", "Ödön"), ("An", "An"),
            ("", ""),
        ] {
            #expect(try store.spelling(of: typed) == name)
        }
        let sql = try store.statements { _ = try store.spelling(of: "ana") }.first {
            $0.contains("RECURSIVE")
        }
        let steps = try store.plan(of: #require(sql)).filter { $0.hasPrefix("SCAN") }
        #expect(Set(steps) == ["SCAN account", "SCAN CONSTANT ROW", "SCAN person"], "\(steps)")
    }

    @Test func `names in the history of an older store are found`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite").path
        try OldStore.make(at: path, version: 40, OldStore.removal())
        let store = try Store(path: path)
        #expect(try store.spelling(of: "MARIA") == "maria")
        let index = try store.read { db in
            try db.number("SELECT 1 FROM sqlite_schema WHERE name = 'change_person'")
        }
        #expect(index == 1)
    }

    @Test func `portions have each comment once, also of one moment`() throws {
        let book = BookSpecifier.isbn(try isbn("9780439023481"))
        for number in 1...25 {
            try store.add(
                Books.Comment(
                    person: "ion", text: "\(number)", isPrivate: number == 3, written: date(number / 10)),
                to: book)
        }
        let id = try #require(try store.book(book)?.id)
        let all = try store.comments(on: id, for: "maria")
        for first in [0, 5, 20, 24, Int.max] {
            let some = try store.comments(by: "ion", for: "maria", from: first, most: 7)
            #expect(some.comments == Array(all.dropFirst(first).prefix(7)) && some.count == 24)
        }
        var (found, position): ([Books.Comment], CommentPosition?) = ([], nil)
        repeat {
            let portion = try store.comments(on: book, for: "maria", after: position, most: 7)
            #expect(portion.comments.count == 7 || portion.next == nil)
            found += portion.comments
            position = portion.next.flatMap { CommentPosition($0.description) }
        } while position != nil
        #expect(found == all && all.count == 24)
        #expect(try store.comments(by: "ion", for: "maria", after: nil, most: 24).next == nil)
        let (card, count) = try #require(try store.card(of: book, for: "maria", mostComments: 5))
        #expect(card.comments == Array(all.prefix(5)) && count == 24)
        #expect(throws: CatalogueError.unknownBook(.id(BookID(99)))) {
            try store.comments(on: .id(BookID(99)), for: "maria", after: nil, most: 7)
        }
    }

    @Test func `portions are small in bytes, too`() throws {
        let book = BookSpecifier.isbn(try isbn("9780439023481"))
        for _ in 1...5 {
            try store.add(
                Books.Comment(person: "ion", text: String(repeating: "a", count: Books.Comment.limit)),
                to: book)
        }
        let portion = try store.comments(on: book, for: "ion", after: nil, most: 7)
        #expect(portion.comments.count == 2 && portion.next != nil)
    }

    @Test(arguments: ["", "1", "1.", ".1", "1.2.3", "a.b", "1.9223372036854775808"])
    func `a place that is none is refused`(_ text: String) { #expect(CommentPosition(text) == nil) }

    @Test func `show for every edition of the work`() throws {
        let numbers = try ["9780439023481", "9780439023528", "9780439554930"].map(isbn)
        let work = Identifier("openlibrary", "OL1W")
        let ids = try numbers.enumerated().map { place, number in
            let book = Book(isbn: number, title: "T", works: place < 2 ? [work] : [])
            return try #require(store.save(book.credited(.source)).book.id)
        }
        let first = Books.Comment(
            person: "ion", rating: Rating(4.5), text: "Two\nlines", isSpoiler: true, written: date(1))
        let number = try store.add(first, to: .id(ids[0]))
        try store.add(
            Books.Comment(person: "maria", rating: Rating(5), written: date(2)), to: .isbn(numbers[1]))
        let seen = try store.comments(on: ids[1], for: "maria")
        #expect(seen.map(\.person) == ["maria", "ion"])
        #expect(seen.map(\.isbn) == [numbers[1], numbers[0]])
        var expected = first
        expected.id = number
        expected.book = ids[0]
        expected.isbn = numbers[0]
        expected.bookTitle = "T"
        #expect(seen[1] == expected)
        #expect(try store.comments(on: ids[2], for: "maria") == [])
        #expect(try store.comments(by: "ion", for: "maria").map(\.bookTitle) == ["T"])
    }

    @Test func `only the author changes it`() throws {
        let id = try #require(try store.save(Book(isbn: isbn("9780439023481"))).book.id)
        let number = try store.add(Books.Comment(person: "ion", text: "Fine.", written: date(1)), to: .id(id))
        #expect(throws: CatalogueError.someoneElses(comment: number)) {
            try store.edit(Books.Comment(id: number, person: "maria", text: "Bad."))
        }
        #expect(throws: CatalogueError.someoneElses(comment: number)) {
            try store.removeComment(number, by: "maria")
        }
        try store.edit(
            Books.Comment(id: number, person: "ion", rating: Rating(3), text: "So so."), date: date(3))
        let stored = try #require(try store.comment(number, for: "ion"))
        #expect(stored.text == "So so." && stored.rating == Rating(3))
        #expect(stored.written == date(1) && stored.edited == date(3))
        try store.removeComment(number, by: "ion")
        #expect(throws: CatalogueError.unknownComment(number)) { try store.removeComment(number, by: "ion") }
    }

    @Test func `private comments go to their author only`() throws {
        let id = try #require(try store.save(Book(isbn: isbn("9780439023481"))).book.id)
        let number = try store.add(
            Books.Comment(person: "ion", text: "lent to Ana", isPrivate: true), to: .id(id))
        #expect(try store.comments(on: id, for: "ion").count == 1)
        #expect(try store.comments(on: id, for: "maria") == [])
        #expect(try store.comments(by: "ion", for: "maria") == [])
        #expect(try store.comment(number, for: "maria") == nil)
        #expect(try store.search(SearchQuery(words: "lent")) == [])
    }

    @Test func `empty one is refused`() throws {
        #expect(throws: CatalogueError.emptyComment) {
            try store.add(Books.Comment(person: "ion", text: " \n"), to: reference("9780439023481"))
        }
        #expect(try store.info().books == 0)
    }

    @Test func `deleted text is not left in the file`() throws {
        let number = try isbn("9780439023481")
        for round in 0..<50 {
            try store.add(
                Books.Comment(
                    person: "zebedee", text: "quixotically \(round) \(String(repeating: "x", count: 500))"),
                to: .isbn(number))
        }
        try store.add(Books.Comment(person: "ion", text: "stays"), to: .isbn(number))
        #expect(try store.forget(person: "zebedee") == ForgottenPerson(comments: 50))
        #expect(try store.comments(by: "zebedee", for: "zebedee") == [])
        #expect(try store.search(SearchQuery(words: "stays")).count == 1)
        for suffix in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(filePath: temporary.path + suffix))
            #expect(bytes.range(of: Data("quixotic".utf8)) == nil)
            #expect(bytes.range(of: Data("zebedee".utf8)) == nil)
        }
        #expect(try store.check() == [])
    }
}
