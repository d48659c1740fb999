// Further ISBNs: they lead to their books, add up, and never stand before a book's own.
import Accounts
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreFurtherISBNTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    private static let own = "9780439023481", further = "9780439023498", third = "9780439554930"
    private static let fourth = "9780061120084"

    init() throws { temporary = try TemporaryStore() }

    @discardableResult
    private func save(
        _ own: String, further: [String] = [], title: String = "Salt", from origin: Origin = .file,
        in store: Store? = nil
    ) throws -> BookID {
        let book = Book(isbn: try isbn(own), otherISBNs: try further.map { try isbn($0) }, title: title)
        let saved = try (store ?? self.store).save(book.credited(origin))
        return try #require(saved.book.id)
    }

    private func others(_ own: String = Self.own) throws -> [String] {
        try store.book(reference(own))?.otherISBNs.map(\.isbn13) ?? []
    }

    private func editions(_ number: String, in store: Store? = nil) throws -> [BookID?]? {
        try (store ?? self.store).card(of: reference(number), for: "ion")?.otherEditions.map(\.book.id)
    }

    private func found(_ number: String) throws -> [BookID] {
        try store.ids(found: SearchQuery(words: number))
    }

    @Test func `leads to its book as another edition`() throws {
        #expect(try editions(Self.further) == nil)
        let id = try save(Self.own, further: [Self.further])
        try store.add([.id(id)], to: ListName.owned)
        let number = try isbn(Self.further)
        let card = try #require(try store.card(of: .isbn(number), for: "ion"))
        #expect(card.book == Book(isbn: number) && card.lists == [])
        #expect(card.otherEditions.map(\.book.id) == [id] && card.otherEditions.map(\.lists) == [["owned"]])
        #expect(BookMark(card, isAgain: false) == .anotherEdition)
        #expect(try found(Self.further) == [id])
        #expect(try store.book(reference(Self.further)) == nil, "it is no book of its own")
        let held = try store.holdings(of: "ion", showing: number)
        #expect(held.map(\.book.id) == [id] && held.map(\.book.otherISBNs) == [[number]])
    }

    @Test func `that of another book is that book's`() throws {
        let id = try save(Self.own, further: [Self.further])
        let other = try save(Self.further, title: "Salt and Light")
        #expect(id != other)
        #expect(try store.card(of: reference(Self.further), for: "ion")?.book.id == other)
        #expect(try found(Self.further) == [other])
        #expect(try found(Self.own) == [id])
        #expect(try editions(Self.further) == [id])
        #expect(try editions(Self.own) == [other])
        try store.remove(reference(Self.further), evenIfCommented: false)
        #expect(try found(Self.further) == [id])
        #expect(try editions(Self.own) == [])
    }

    @Test func `they add up, each once, and without the book's own`() throws {
        try save(Self.own, further: [Self.further])
        try save(Self.own, further: [Self.third, Self.own, Self.third])
        #expect(try others() == [Self.further, Self.third])
        try save(Self.own, from: .source)
        #expect(try others() == [Self.further, Self.third])
        try save(Self.own, further: [Self.fourth], from: .source)
        try save(Self.own, further: [Self.further], from: .file)
        #expect(try others() == [Self.further, Self.third, Self.fourth])
        #expect(try store.book(reference(Self.own))?.origins[.otherISBNs] == .source)
    }

    @Test func `a merge joins them, and can be undone`() throws {
        let id = try save(Self.own, further: [Self.further])
        let other = try save(Self.third, further: [Self.fourth, Self.further], title: "Light")
        #expect(try Set(found(Self.further)) == [id, other])
        try store.recordingChange(.merge, by: "ion").merge(
            .id(other), into: .id(id), evenIfTwoISBNs: true, origin: .person)
        #expect(try others() == [Self.further, Self.fourth, Self.third])
        #expect(try found(Self.fourth) == [id])
        #expect(try found(Self.third) == [id])
        try save(Self.own, further: ["9780306406157"])
        #expect(try others().last == "9780306406157", "although a person had the last word")
        _ = try store.undo(by: "ion")
        #expect(try found(Self.third) == [other])
        #expect(try editions(Self.fourth)?.contains(other) == true)
    }

    @Test func `of books of which one has no ISBN, too`() throws {
        let id = try save(Self.own, further: [Self.further])
        var book = Book(otherISBNs: [try isbn(Self.third)], title: "Light").credited(.file)
        book.id = try store.save(book).book.id
        try store.merge(
            .id(try #require(book.id)), into: .id(id), evenIfTwoISBNs: false, origin: .person)
        #expect(try others() == [Self.further, Self.third])
    }

    @Test func `undoing an import takes them back`() throws {
        let id = try save(Self.own)
        let recorded = store.recordingChange(.importTable, by: "ion")
        try save(Self.own, further: [Self.further], in: recorded)
        #expect(try found(Self.further) == [id])
        _ = try store.undo(by: "ion")
        #expect(try found(Self.further) == [])
        #expect(try others() == [])
    }

    @Test func `a dump brings them along`() throws {
        let id = try save(Self.own, further: [Self.further])
        var lines: [String] = []
        try store.dump { lines.append($0) }
        #expect(!lines.contains { $0.contains("further_isbn") }, "books have them")
        let path = temporary.folder.appending(path: "loaded.sqlite").path
        var left = lines[...]
        try Store.load({ left.popFirst() }, to: path)
        #expect(try editions(Self.further, in: Store(path: path)) == [id])
    }

    @Test func `an older store is upgraded`() throws {
        let path = temporary.folder.appending(path: "old.sqlite").path
        try OldStore.make(
            at: path, version: 44,
            """
            INSERT INTO work (id) VALUES (1), (2);
            INSERT INTO book (id, isbn, work, title, other_isbns, added) VALUES
                (1, \(Self.own), 1, 'Salt', '\(Self.further) \(Self.third) \(Self.further)', 0),
                (2, \(Self.fourth), 2, 'Light', 'no number', 0);
            """)
        let store = try Store(path: path)
        #expect(try editions(Self.further, in: store) == [BookID(1)])
        #expect(try editions(Self.third, in: store) == [BookID(1)])
        #expect(try editions(Self.fourth, in: store) == [])
    }
}
