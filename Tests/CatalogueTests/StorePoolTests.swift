// A store with several readers behaves like one with a single connection.
import Accounts
import Books
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue

struct StorePoolTests {
    /// Everything that a store returns after many changes.
    private struct Told: Equatable {
        var cards: [BookCard] = []
        var lists: [BookList] = []
        var found: [String?] = []
        var history: [String] = []
        var info: [Int] = []
        var dump: [String] = []
    }

    private func work(_ readers: Int) throws -> Told {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("store.sqlite").path, readers: readers)
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let isbns = ["9780306406157", "9780439023481", "9780439554930"]
        for (number, text) in isbns.enumerated() {
            try store.save(
                Book(
                    isbn: try isbn(text), title: "Herons \(number)",
                    contributors: [Contributor(name: "Ada Okafor")], year: 1990 + number
                ).credited(.source))
        }
        let books = try isbns.map { try reference($0) }
        try store.add(books, to: "owned")
        try store.add([books[0]], to: "lent", of: "Maria")
        try store.mark([books[1]], as: .read, by: "Maria", on: PartialDate("2026-11-02"))
        let recorded = store.recordingChange(.comment, by: "Maria")
        let number = try recorded.add(
            Comment(person: "Maria", rating: Rating(4), text: "In one night.", written: date), to: books[0])
        try store.edit(Comment(id: number, person: "Maria", text: "In two nights."), date: date)
        try store.recordingChange(.putOnList, "wanted", by: "Ion").add(books, to: "wanted")
        #expect(try store.undo(by: "Ion", date: date)?.action == .putOnList)
        #expect(throws: CatalogueError.self) { try store.add([.id(BookID(99))], to: "owned") }
        try store.merge(books[2], into: books[1], evenIfTwoISBNs: true, origin: .person)
        let record = PhotoRecord(photo: "a.jpg", sha256: String(repeating: "0", count: 64), status: .none)
        #expect(try store.saveScan(record, date: date) == nil)
        #expect(try store.check() == [])
        var told = Told()
        let ids = try store.ids(on: "owned", for: "Maria")
        try store.forEachCard(of: ids, for: "Maria") { told.cards.append($0) }
        told.lists = try store.lists()
        told.found = try store.search(SearchQuery(words: "nights")).map(\.title)
        told.history = try store.history(for: "Maria", limit: 10).map { "\($0.action) \($0.undone != nil)" }
        let info = try store.info()
        told.info = [info.version, info.books, info.comments, info.people, info.photos, info.waiting]
        let copy = folder.file("copy.sqlite").path
        try store.backUp(to: copy)
        try Store(path: copy).dump { line in
            // Times depend on the test's run.
            told.dump.append(line.replacing(/17\d{8}|"added":\d+|"date":\d+/, with: "0"))
        }
        return told
    }

    @Test func `many readers or one make no difference`() throws {
        let one = try work(1)
        #expect(one.cards.count == 2 && one.found.count == 1 && one.dump.count > 10)
        let eight = try work(8)
        #expect(one.lists == eight.lists && one.found == eight.found && one.history == eight.history)
        #expect(one.info == eight.info)
        #expect(one.cards.map(\.book.title) == eight.cards.map(\.book.title))
        #expect(one.cards.map(\.lists) == eight.cards.map(\.lists))
        #expect(one.cards.map { $0.comments.map(\.text) } == eight.cards.map { $0.comments.map(\.text) })
        #expect(one.dump.count == eight.dump.count)
    }

    @Test func `a write is visible to every thread at once`() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("store.sqlite").path, readers: 8)
        let book = try reference("9780306406157")
        try store.add([book], to: "owned")
        let id = try #require(try store.book(book)?.id)
        try await withThrowingTaskGroup { group in
            for person in 0..<8 {
                group.addTask {
                    for number in 1...20 {
                        let name = "person \(person)"
                        try store.add(Comment(person: name, text: "\(number)"), to: book)
                        let own = try store.comments(by: name, for: name).count
                        #expect(own == number)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.comments(on: id, for: "").count == 160)
        #expect(try store.check() == [])
    }

    @Test func `readers see a snapshot while another process writes`() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("store.sqlite").path, readers: 4)
        let books = try ["9780306406157", "9780439023481"].map { try reference($0) }
        try await withThrowingTaskGroup { group in
            group.addTask {
                for _ in 1...60 {
                    try store.add(books, to: "lent")
                    try store.remove(books, from: "lent")
                }
            }
            group.addTask {
                for _ in 1...200 {
                    let count = try store.lists().first { $0.name == "lent" }?.count ?? 2
                    #expect(count == 2, "both books or none")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `an undo that fails changes nothing`() throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("store.sqlite").path, readers: 8)
        let account = try #require(AccountName("Maria"))
        guard case .made(let maria) = try store.makeAccount(account, password: "x", ticket: nil) else {
            return #expect(Bool(false))
        }
        let book = try reference("9780306406157")
        #expect(throws: CatalogueError.emptyComment) {
            try store.once("key", for: maria.id) { store throws(CatalogueError) in
                try store.add([book], to: "lent")
                return try store.add(Comment(person: "Maria"), to: book)
            }
        }
        #expect(try store.info().books == 0)
        #expect(try store.lists().map(\.name) == ["owned", "wanted"])
    }
}
