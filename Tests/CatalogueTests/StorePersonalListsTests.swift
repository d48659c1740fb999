// Personal lists are visible to their owners only.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StorePersonalListsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private static let first = "9780306406157"
    private static let other = "9780439023481"
    private let book: BookSpecifier
    private let twin: BookSpecifier
    private let id: BookID

    /// Two books with one title, not known to be one work; the second is on a list of Maria's.
    init() throws {
        temporary = try TemporaryStore()
        book = try reference(Self.first)
        twin = try reference(Self.other)
        for number in [Self.first, Self.other] {
            let record = Book(
                isbn: try isbn(number), title: "Herons", contributors: [Contributor(name: "Ada Okafor")])
            try temporary.store.save(record.credited(.source))
        }
        id = try #require(try temporary.store.book(twin)?.id)
        try temporary.store.recordingChange(.putOnList, "gifts", by: "Maria").add(
            [twin], to: "Gifts", of: "Maria")
    }

    @Test func `an import of personal lists is visible to their owner only`() throws {
        let row = ImportedEntry(book: Book(isbn: try isbn(Self.first)), by: "Maria", lists: ["Gifts"])
        let recorded = store.recordingChange(.importTable, "table", by: "Maria")
        #expect(try recorded.take([row], listsOf: "Maria", isDryRun: true).listed == 1)
        #expect(try store.ids(on: "Gifts", of: "Maria").count == 1)
        #expect(try recorded.take([row, row], listsOf: "Maria", isDryRun: false).listed == 1)
        #expect(try store.ids(on: "Gifts", of: "Maria").count == 2)
        #expect(try store.history(of: book, for: "Maria", limit: 10).map(\.detail) == ["table"])
        #expect(try store.history(of: book, for: "Tom", limit: 10).isEmpty)
        #expect(throws: CatalogueError.wouldLose(book, comments: 0, readings: 0, lists: 1, copies: 0)) {
            try store.remove(book, evenIfCommented: false)
        }
    }

    @Test func `they are kept like the others`() throws {
        #expect(try store.add([twin, twin], to: " GIFTS", of: "Maria") == 0)
        #expect(try store.lists(of: "Maria") == [BookList(name: "Gifts", person: "Maria", count: 1)])
        #expect(try store.ids(on: "gifts", of: "Maria") == [id])
        #expect(try store.lists(of: "Maria", with: id) == [PersonalList(name: "Gifts", holds: true)])
        #expect(try store.remove([twin], from: "gifts", of: "Maria") == 1)
        #expect(try store.lists(of: "Maria").isEmpty)
        #expect(throws: CatalogueError.unknownList("gifts")) { try store.ids(on: "gifts", of: "Maria") }
        for name in ["read", "  ", "--"] {
            #expect(throws: CatalogueError.self) { try store.add([twin], to: name, of: "Maria") }
        }
    }

    @Test func `books that are put on a list together stay in their order`() throws {
        let later = try #require(try store.book(book)?.id)
        #expect(later.value < id.value)
        try store.add([twin, book], to: "both")
        try store.add([twin, book], to: "both", of: "Maria")
        #expect(try store.ids(on: "both", for: "Maria") == [id, later])
        #expect(try store.ids(on: "both", of: "Maria") == [id, later])
        let recorded = store.recordingChange(.takeOffList, "both", by: "Maria")
        #expect(try recorded.remove([twin], from: "both") == 1)
        #expect(try store.undo(by: "Maria", date: .now)?.hasEffect == true)
        #expect(try store.ids(on: "both", for: "Maria") == [id, later])
    }

    @Test func `a shared and a personal list may have the same name`() throws {
        try store.add([book], to: "gifts")
        #expect(try store.ids(on: "gifts", of: "Maria") == [id])
        #expect(try store.ids(on: "gifts", for: "Maria") != [id])
        try store.remove([book], from: "gifts")
        #expect(try store.ids(on: "gifts", of: "Maria") == [id])
    }

    @Test(arguments: [("Maria", true), ("Tom", false), ("", false), ("maria", false)])
    func `others can't see them anywhere`(person: String, isSeen: Bool) throws {
        #expect(try (store.card(of: twin, for: person)?.lists == ["Gifts"]) == isSeen)
        #expect(try store.lists(with: id, for: person).contains("Gifts") == isSeen)
        #expect(try !store.lists(of: person).isEmpty == isSeen)
        #expect(try !store.lists(of: person, with: id).isEmpty == isSeen)
        #expect(try !store.lists().contains { $0.name == "Gifts" })
        // The other book with that title is on a personal list, which only its owner may know.
        let namesakes = try #require(try store.card(of: book, for: person)?.namesakes)
        #expect(!namesakes.isEmpty == isSeen)
        var cards: [BookCard] = []
        try store.forEachCard(of: [id], for: person) { cards.append($0) }
        #expect(cards.map { $0.lists.contains("Gifts") } == [isSeen])
        let kept = try #require(try store.keptBooks(after: nil, for: person))
        #expect(kept.contains { $0.lists.contains("Gifts") } == isSeen)
        #expect(throws: CatalogueError.unknownList("Gifts")) {
            try store.search(SearchQuery(list: "Gifts", person: person))
        }
        #expect(try store.search(SearchQuery(words: "gifts", person: person)).isEmpty)
        let told = try store.history(for: person, limit: 10)
        #expect(told.contains { $0.detail == "gifts" } == isSeen)
        #expect(try store.history(of: twin, for: person, limit: 10).isEmpty == !isSeen)
        #expect(try (store.undo(by: person) != nil) == isSeen)
        #expect(try store.lists(of: "Maria").isEmpty == isSeen)
    }

    @Test func `a change of a personal list is reverted`() throws {
        try store.recordingChange(.takeOffList, "gifts", by: "Maria").remove(
            [twin], from: "gifts", of: "Maria")
        #expect(try store.lists(of: "Maria").isEmpty)
        #expect(try store.undo(by: "Maria")?.action == .takeOffList)
        #expect(try store.ids(on: "gifts", of: "Maria") == [id])
    }

    @Test func `a merged book brings its lists with it`() throws {
        try store.merge(twin, into: book, evenIfTwoISBNs: true, origin: .person)
        #expect(try store.ids(on: "gifts", of: "Maria") == [store.book(book)?.id])
        #expect(try store.check() == [])
    }

    @Test func `lists are previewed with their first books`() throws {
        try store.add([twin, book], to: "owned")
        try store.mark([book], as: .read, by: "Maria", on: PartialDate("2020"))
        try store.mark([book], as: .read, by: "Maria", on: PartialDate("2021"))
        let first = try #require(try store.book(book)?.id)
        let lists = try store.listPreviews(for: "Maria", books: 1, most: 1)
        #expect(lists.shared.map(\.list.name) == ["owned", "wanted"])
        #expect(lists.shared.map(\.list.count) == [2, 0] && lists.shared.map(\.books) == [[first], []])
        #expect(lists.own.map(\.list.name) == ["Gifts"] && lists.own.map(\.books) == [[id]])
        #expect(lists.readings.map(\.list.count) == [1] && lists.readings.map(\.books) == [[first]])
        #expect(try store.listPreviews(for: "Maria", books: 2, most: 0).shared.allSatisfy(\.books.isEmpty))
        let others = try store.listPreviews(for: "Ion", books: 2, most: 2)
        #expect(others.own.isEmpty && others.readings.isEmpty)
    }
}
