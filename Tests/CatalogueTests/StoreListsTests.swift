// Books on lists, and lists that are created and dropped with them.
import Books
import Testing

@testable import Catalogue

struct StoreListsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    @Test func `owned and wanted are there from the start`() throws {
        #expect(
            try store.lists()
                == [BookList(name: ListName.owned, count: 0), BookList(name: ListName.wanted, count: 0)])
    }

    @Test func `rows on many of thousands of lists are imported in time`() throws {
        let number = try isbn("9780439023481")
        try store.save(number)
        let id = try #require(try store.book(.isbn(number))?.id)
        let names = (0..<2000).map { "shelf \($0)" }
        try store.write { db in for name in names { _ = try db.add(id, to: name) } }
        let rows = (0..<1000).map { row in
            ImportedEntry(
                book: Book(isbn: number), by: "ion", lists: (0..<20).map { names[(row * 20 + $0) % 2000] })
        }
        let start = ContinuousClock.now
        #expect(try store.take(rows, listsOf: nil, isDryRun: false).listed == 0)
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test func `adding and removing twice is the same as once`() throws {
        let number = try isbn("9780439023481")
        #expect(try store.add([.isbn(number)], to: "owned") == 1)
        #expect(try store.add([.isbn(number)], to: "owned") == 0)
        #expect(try store.books(on: "owned").map(\.isbn) == [number])
        let id = try #require(try store.book(.isbn(number))?.id)
        #expect(try store.lists(with: id) == ["owned"])
        #expect(try store.remove([.id(id)], from: "owned") == 1)
        #expect(try store.remove([.isbn(number), .id(BookID(99))], from: "owned") == 0)
        #expect(try store.books(on: "owned") == [])
        #expect(try store.book(.isbn(number)) != nil, "a book outlives its place on a list")
    }

    @Test func `owned and read books leave wanted, and undo reverts both`() throws {
        let books = try ["9780439023481", "9780439554930", "9780316015844"].map(reference)
        try store.add(books, to: "wanted")
        let recorded = store.recordingChange(.putOnList, "owned", by: "ion")
        #expect(try recorded.add([books[0]], to: "Your library") == 1)
        #expect(try store.mark([books[1]], as: .reading, by: "ion") == 1)
        #expect(try store.books(on: "wanted").count == 2)
        #expect(try store.mark([books[1]], as: .read, by: "ion") == 1)
        #expect(try store.books(on: "wanted").map(\.isbn) == [isbn("9780316015844")])
        _ = try store.undo(by: "ion")
        #expect(try store.books(on: "owned") == [])
        #expect(
            try Set(store.books(on: "wanted").map(\.isbn)) == [isbn("9780439023481"), isbn("9780316015844")])
    }

    @Test func `other lists are made by use`() throws {
        try store.add([reference("9780439023481")], to: " with  Ana ")
        #expect(try store.lists().map(\.name) == ["owned", "wanted", "with Ana"])
    }

    @Test(arguments: [
        ("Owned", "owned"), ("Your library", "owned"), ("to-read", "wanted"), ("Wishlist", "wanted"),
        ("WANT TO READ", "wanted"), ("Wish_list", "wanted"), ("Sci-Fi", "sci-fi"), ("sci-fi", "sci-fi"),
        ("Über uns", "über uns"),
    ])
    func `case and usual other names make no difference`(name: String, key: String) throws {
        let book = try reference("9780439023481")
        try store.add([book], to: key.uppercased())
        #expect(try store.add([book], to: name) == 0)
        #expect(try store.books(on: name).count == 1)
        #expect(try store.search(SearchQuery(list: name)).count == 1)
        #expect(try store.remove([book], from: name) == 1)
    }

    @Test func `an emptied list is dropped unless it is built in`() throws {
        let books = try ["9780439023481", "9780439554930"].map { BookSpecifier.isbn(try isbn($0)) }
        #expect(try store.add(books + books, to: "lent") == 2)
        try store.add(books, to: "wanted")
        #expect(try store.remove(books, from: "lent") == 2)
        #expect(try store.remove(books, from: "lent") == 0)
        try store.remove(books, from: "wanted")
        #expect(try store.lists().map(\.name) == ["owned", "wanted"])
    }

    @Test func `unknown names are errors`() throws {
        #expect(throws: CatalogueError.unknownList("lent")) { try store.books(on: "lent") }
        #expect(throws: CatalogueError.unknownBook(.id(BookID(9)))) {
            try store.add([.id(BookID(9))], to: "owned")
        }
        #expect(throws: CatalogueError.listName(" -- ")) {
            try store.add([reference("9780439023481")], to: " -- ")
        }
        let overlong = String(repeating: "x", count: ListName.limit + 1)
        for owner in [nil, "ion"] {
            #expect(throws: CatalogueError.overlongListName(limit: ListName.limit)) {
                try store.put(
                    [reference("9780439023481")], on: overlong, by: "ion", on: nil, of: owner,
                    leavesOutUnknown: true)
            }
        }
        #expect(try store.info().books == 0, "a refused call leaves nothing behind")
    }

    @Test func `an older list with a longer name is still usable`() throws {
        let name = String(repeating: "x", count: ListName.limit + 1)
        try store.write { db in try db.run("INSERT INTO list (name, key) VALUES (?1, ?1)", name) }
        #expect(try store.add([reference("9780439023481")], to: name) == 1)
        #expect(try store.remove([reference("9780439023481")], from: name) == 1)
    }
}
