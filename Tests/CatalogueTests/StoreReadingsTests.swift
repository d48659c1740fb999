// What people are reading and have read: each their own.
import Books
import Testing

@testable import Catalogue

struct StoreReadingsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let book: BookReference

    init() throws {
        temporary = try TemporaryStore()
        book = try reference("9780439023481")
    }

    private func reading(by person: String) throws -> Reading? {
        let id = try #require(try store.book(book)?.id)
        return try store.reading(of: id, by: person)
    }

    @Test func `each person has their own`() throws {
        #expect(try store.mark([book], as: .read, by: "maria", on: Day("2026-11-02")) == 1)
        #expect(try store.mark([book], as: .abandoned, by: "ion") == 1)
        #expect(try reading(by: "maria")?.ended == Day("2026-11-02"))
        #expect(try reading(by: "ion")?.ended == nil, "nobody knows when")
        #expect(try reading(by: "ana") == nil)
        #expect(try store.books(on: "read", for: "maria").count == 1)
        #expect(try store.books(on: "Read", for: "ion").isEmpty)
        #expect(try store.search(SearchQuery(list: "dnf", person: "ion")).count == 1)
        #expect(
            try store.lists().filter { $0.person != nil }
                == [
                    BookList(name: "abandoned", person: "ion", count: 1, unnamed: 1),
                    BookList(name: "read", person: "maria", count: 1, unnamed: 1),
                ])
        #expect(try store.card(of: book, for: "maria")?.lists == ["read"])
        #expect(try store.card(of: book, for: "ana")?.readings.map(\.person).sorted() == ["ion", "maria"])
        #expect(try store.unmark([book], as: .reading, by: "maria") == 0)
        #expect(try store.unmark([book], as: .read, by: "maria") == 1)
        #expect(try reading(by: "maria") == nil)
    }

    @Test func `what ends keeps when it began`() throws {
        try store.mark([book], as: .reading, by: "maria", on: Day("2026-10-30"))
        #expect(try store.mark([book], as: .reading, by: "maria") == 0)
        #expect(try reading(by: "maria")?.started == Day("2026-10-30"))
        try store.mark([book], as: .read, by: "maria")
        let read = try #require(try reading(by: "maria"))
        #expect(read.started == Day("2026-10-30") && read.ended == Day.today)
        try store.mark([book], as: .read, by: "maria", on: Day("2026-11-01"))
        #expect(try reading(by: "maria")?.ended == Day("2026-11-01"))
        try store.mark([book], as: .reading, by: "maria")
        let again = try #require(try reading(by: "maria"))
        #expect(again.started == Day.today && again.ended == nil)
    }

    @Test func `forgetting a person forgets what they read`() throws {
        try store.mark([book], as: .read, by: "maria")
        try store.mark([book], as: .read, by: "ion")
        #expect(try store.forget(person: "maria") == (0, 1))
        #expect(try reading(by: "maria") == nil && reading(by: "ion") != nil)
    }

    @Test func `state is no list`() throws {
        #expect(throws: CatalogueError.listName("read")) { try store.add([book], to: "read") }
    }

    @Test(arguments: [
        ("2026-11-02", true), ("2026-02-29", false), ("2024-02-29", true), ("2026-1-2", false), ("", false),
        ("２０２６-11-02", false),
    ])
    func `days are those of the calendar`(text: String, isDay: Bool) {
        #expect(Day(text)?.description == (isDay ? text : nil))
    }
}
