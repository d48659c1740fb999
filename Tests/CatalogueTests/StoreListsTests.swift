import Books
import Testing

@testable import Catalogue

struct StoreListsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    @Test func ownedAndWantedAreThereFromTheStart() throws {
        #expect(
            try store.lists()
                == [BookList(name: Store.owned, count: 0), BookList(name: Store.wanted, count: 0)])
    }

    @Test func addingAndRemovingTwiceIsTheSameAsOnce() throws {
        let number = try isbn("9780439023481")
        #expect(try store.add(number, to: "owned"))
        #expect(try !store.add(number, to: "owned"))
        #expect(try store.books(on: "owned").map(\.isbn) == [number])
        let id = try #require(try store.book(number)?.id)
        #expect(try store.lists(with: id) == ["owned"])
        #expect(try store.remove(id, from: "owned"))
        #expect(try !store.remove(id, from: "owned"))
        #expect(try store.books(on: "owned") == [])
        #expect(try store.book(number) != nil, "a book outlives its place on a list")
    }

    @Test func otherListsAreMadeByUse() throws {
        try store.add(isbn("9780439023481"), to: " to read ")
        #expect(try store.lists().map(\.name) == ["owned", "to read", "wanted"])
    }

    @Test func unknownNamesAreErrors() throws {
        #expect(throws: CatalogueError.unknownList("lent")) { try store.books(on: "lent") }
        #expect(throws: CatalogueError.unknownBook("id:9")) { try store.add(BookID(9), to: "owned") }
        #expect(throws: CatalogueError.listName(" -- ")) { try store.add(isbn("9780439023481"), to: " -- ") }
        #expect(try store.info().books == 0, "a refused call leaves nothing behind")
    }
}
