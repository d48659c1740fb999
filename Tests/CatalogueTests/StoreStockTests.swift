// Copies and shelves, and the top-rated works.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreStockTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let book: BookSpecifier

    init() throws {
        temporary = try TemporaryStore()
        book = try reference("9780306406157")
    }

    @Test func `copies and shelf marks are stored per list`() throws {
        try store.set(copies: 3, shelf: " B 12 ", of: book, on: "Stock")
        let id = try #require(try store.book(book)?.id)
        #expect(try store.stock(of: id) == [StockEntry(list: "Stock", copies: 3, shelf: "B 12")])
        // Adding it again changes neither.
        try store.add([book], to: "stock")
        #expect(try store.stock(of: id).first?.copies == 3)
        try store.set(copies: nil, shelf: nil, of: book, on: "stock")
        try store.add([book], to: "owned")
        #expect(
            try store.stock(of: id) == [
                StockEntry(list: "owned", copies: nil, shelf: nil),
                StockEntry(list: "Stock", copies: nil, shelf: nil),
            ])
        try store.remove([book], from: "stock")
        #expect(try store.stock(of: id).map(\.list) == ["owned"])
        #expect(throws: CatalogueError.self) {
            try store.set(copies: 1, shelf: nil, of: book, on: "reading")
        }
    }

    @Test func `a copy more is wanted no more, and a copy less changes nothing about that`() throws {
        try store.add(copies: 2, of: book, to: "owned")
        try store.add([book], to: "wanted")
        try store.add(copies: -1, of: book, to: "owned")
        #expect(try store.books(on: "wanted").count == 1)
        try store.add(copies: 1, of: book, to: "owned")
        #expect(try store.books(on: "wanted").isEmpty)
    }

    @Test func `the shelves that an entry has already stay those of each copy`() throws {
        for place in ["A", "B"] { try store.add(CopyEdit([.place: place]), of: book) }
        let entry = try #require(try store.stock(of: book, on: "Owned"))
        #expect(entry == StockEntry(list: "owned", copies: 2, shelf: "A; B"))
        try store.set(copies: 3, shelf: entry.shelf, of: book, on: "owned")
        #expect(try store.copies(CopyQuery()).map(\.place) == ["A", "B", "B"])
        #expect(try store.stock(of: book, on: "shop") == nil)
    }

    @Test(arguments: Set(CopyEdit.Field.allCases).subtracting([.list, .place]))
    func `a copy of which anything else is known is not removed with its entry`(field: CopyEdit.Field) throws
    {
        let texts: [CopyEdit.Field: String] = [
            .label: "A1", .condition: "good", .price: "7.99 EUR", .acquired: "2020", .gone: "2021",
            .reason: "sold", .notes: "Signed.",
        ]
        let text = try #require(texts[field])
        try store.add(CopyEdit([field: text]), of: book)
        var query = CopyQuery()
        query.includesGone = true
        #expect(try store.copies(query).map(\.hasOnlyListAndPlace) == [false])
        _ = try? store.remove([book], from: "owned")
        #expect(try store.copies(query).count == 1)
    }

    @Test func `changed counts are reverted`() throws {
        try store.recordingChange(.putOnList, "stock", by: "Ana").set(
            copies: 3, shelf: "B", of: book, on: "stock")
        try store.recordingChange(.putOnList, "stock", by: "Ana").set(
            copies: 9, shelf: "C", of: book, on: "stock")
        let id = try #require(try store.book(book)?.id)
        #expect(try store.undo(by: "Ana") != nil)
        #expect(try store.stock(of: id) == [StockEntry(list: "stock", copies: 3, shelf: "B")])
        #expect(try store.undo(by: "Ana") != nil)
        #expect(try store.lists(with: id) == [])
    }

    private func rate(_ isbn: String, _ stars: [Double], isPrivate: Bool = false) throws {
        for (number, stars) in stars.enumerated() {
            try store.add(
                Comment(person: "reader \(number)", rating: Rating(stars), isPrivate: isPrivate),
                to: reference(isbn))
        }
    }

    @Test func `a single five is not ranked above many fours`() throws {
        try rate("9780306406157", [5])
        try rate("9780439023481", Array(repeating: 4.5, count: 20))
        try rate("9780439554930", [1, 1, 1, 1, 1, 1])
        let liked = try store.top(TopQuery(.rating, limit: 10))
        #expect(
            liked.map(\.book.isbn?.isbn13) == ["9780439023481", "9780306406157", "9780439554930"])
        // (C·m + Σr) / (C + n), with 27 ratings of 101 stars in all.
        let mean = 101.0 / 27
        #expect(abs(liked[0].score - (5 * mean + 90) / 25) < 1e-9)
        #expect(abs(liked[1].score - (5 * mean + 5) / 6) < 1e-9)
        #expect(liked[0].average == 4.5 && liked[0].count == 20)
        #expect(try store.top(TopQuery(.rating, limit: 1)).count == 1)
    }

    @Test func `each person counts once, with the latest public rating`() throws {
        let isbn = "9780306406157"
        try rate(isbn, [1])
        try rate(isbn, [5])
        try rate(isbn, [0.5], isPrivate: true)
        try store.add(Comment(person: "reader 0", text: "Without stars."), to: reference(isbn))
        let liked = try store.top(TopQuery(.rating, limit: 10))
        #expect(liked.map(\.count) == [1] && liked[0].average == 5)
        #expect(try store.top(TopQuery(.rating, limit: 0)).isEmpty)
    }

    @Test func `without ratings there is no ranking`() throws {
        try store.add([book], to: "owned")
        #expect(try store.top(TopQuery(.rating, limit: 10)).isEmpty)
    }
}
