// Copies that are counted one by one.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreCountingTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private static let numbers = ["9780439023481", "9780439554930", "9780306406157"]

    init() throws { temporary = try TemporaryStore() }

    private func copies(_ number: String, on list: String = "owned") throws -> Int? {
        guard let id = try store.book(reference(number))?.id else { return nil }
        return try store.stock(of: id).first { $0.list == list }?.copies
    }

    @Test func `copies are counted up and down, and the last one leaves the list`() throws {
        let book = try reference(Self.numbers[0])
        for expected in 1...3 { #expect(try store.add(copies: 1, of: book, to: "owned") == expected) }
        #expect(try copies(Self.numbers[0]) == 3)
        for expected in [2, 1, 0, 0] { #expect(try store.add(copies: -1, of: book, to: "owned") == expected) }
        #expect(try store.books(on: "owned").isEmpty)
        try store.add(copies: 1, of: book, to: "box 7")
        #expect(try copies(Self.numbers[0], on: "box 7") == 1)
        try store.add(copies: -1, of: book, to: "box 7")
        #expect(try !store.lists().contains { $0.name == "box 7" }, "an empty list is gone")
    }

    @Test func `a book that nobody has counted has one copy`() throws {
        let book = try reference(Self.numbers[0])
        try store.add([book], to: "owned")
        #expect(try copies(Self.numbers[0]) == nil)
        #expect(try store.add(copies: 1, of: book, to: "owned") == 2)
    }

    @Test func `an owned copy is no longer wanted, and the shelf stays`() throws {
        let book = try reference(Self.numbers[0])
        try store.add([book], to: "wanted")
        try store.add(copies: 1, of: book, to: "owned")
        #expect(try store.books(on: "wanted").isEmpty)
        try store.set(copies: 1, shelf: "B 12", of: book, on: "owned")
        try store.add(copies: 1, of: book, to: "owned")
        let id = try #require(try store.book(book)?.id)
        #expect(try store.stock(of: id) == [StockEntry(list: "owned", copies: 2, shelf: "B 12")])
    }

    @Test func `there is a limit, and a state is no list`() throws {
        let book = try reference(Self.numbers[0])
        try store.set(copies: StockEntry.mostCopies, shelf: nil, of: book, on: "owned")
        #expect(try store.add(copies: 1, of: book, to: "owned") == StockEntry.mostCopies)
        #expect(throws: CatalogueError.listName("read")) { try store.add(copies: 1, of: book, to: "read") }
    }

    @Test(arguments: 0..<20) func `counts are sums, whoever counts`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var model: [String: Int] = [:]
        for _ in 0..<60 {
            let number = try #require(Self.numbers.randomElement(using: &random))
            let step = Int.random(in: -2...2, using: &random)
            let now = try store.recordingChange(.putOnList, by: step > 0 ? "maria" : "tom").add(
                copies: step, of: reference(number), to: "owned")
            model[number] = max(0, model[number, default: 0] + step)
            #expect(now == model[number])
        }
        for number in Self.numbers { #expect(try copies(number) ?? 0 == model[number, default: 0]) }
        #expect(try store.check() == [])
    }
}
