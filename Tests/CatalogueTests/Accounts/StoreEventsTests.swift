// The outbox: whatever changes, everybody who may see it gets one event for the book.
import Accounts
import Books
import Foundation
import GRDB
import Testing

@testable import Catalogue

struct StoreEventsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let book: BookSpecifier

    init() throws {
        temporary = try TemporaryStore()
        book = try reference("9780306406157")
        try temporary.store.add([book], to: "owned")
    }

    private func makeAccount() throws {
        _ = try store.makeAccount(#require(AccountName("Maria")), password: "x", ticket: nil)
    }

    enum Change: CaseIterable {
        case comment, edit, removeComment, read, readOn, unread, list, offList, count, title
        case ownList, offOwnList, privateComment, privateEdit, undo
        case lend, takeBack, reserve, cancel

        /// Whether only Maria gets the event.
        var isOwn: Bool { [.ownList, .offOwnList, .privateComment, .privateEdit].contains(self) }

        func prepare(_ store: Store, _ book: BookSpecifier) throws {
            switch self {
            case .edit, .removeComment: try store.add(Comment(person: "Maria", text: "Fine."), to: book)
            case .privateEdit:
                try store.add(Comment(person: "Maria", text: "Fine.", isPrivate: true), to: book)
            case .readOn, .unread: try store.mark([book], as: .reading, by: "Maria")
            case .offOwnList: try store.add([book], to: "lent", of: "Maria")
            case .lend, .reserve: try store.add(CopyEdit([:]), of: book)
            case .takeBack:
                try store.add(CopyEdit([:]), of: book)
                try store.lend(book.description, to: "Maria")
            case .cancel:
                try store.add(CopyEdit([:]), of: book)
                try store.reserve(book, for: "Maria")
            case .undo: try store.recordingChange(.putOnList, by: "Maria").add([book], to: "lent")
            default: break
            }
        }

        func make(_ store: Store, _ book: BookSpecifier) throws {
            switch self {
            case .comment: try store.add(Comment(person: "Maria", text: "Fine."), to: book)
            case .edit: try store.edit(Comment(id: 1, person: "Maria", text: "Better."))
            case .removeComment: try store.removeComment(1, by: "Maria")
            case .read: try store.mark([book], as: .read, by: "Maria")
            case .readOn: try store.mark([book], as: .read, by: "Maria")
            case .unread: try store.unmark([book], as: .reading, by: "Maria")
            case .list: try store.add([book], to: "wanted")
            case .offList: try store.remove([book], from: "owned")
            case .count: try store.set(copies: 2, shelf: nil, of: book, on: "owned")
            case .title: try store.save(Book(isbn: book.isbn, title: "Herons").credited(.source))
            case .ownList: try store.add([book], to: "lent", of: "Maria")
            case .offOwnList: try store.remove([book], from: "lent", of: "Maria")
            case .privateComment:
                try store.add(Comment(person: "Maria", text: "Fine.", isPrivate: true), to: book)
            case .privateEdit:
                try store.edit(Comment(id: 1, person: "Maria", text: "Better.", isPrivate: true))
            case .undo: _ = try store.undo(by: "Maria")
            case .lend: try store.lend(book.description, to: "Maria")
            case .takeBack: try store.takeBack(book.description)
            case .reserve: try store.reserve(book, for: "Maria")
            case .cancel: try store.cancelReservation(of: book, for: "Maria")
            }
        }
    }

    @Test(arguments: Change.allCases, [false, true])
    func `everybody who may see a change receives it`(change: Change, isElsewhere: Bool) throws {
        try makeAccount()
        try change.prepare(store, book)
        let last = try store.lastEvent()
        // Changes by another program with the same file give events, too.
        try change.make(isElsewhere ? Store(path: store.path) : store, book)
        let id = try #require(try store.book(book)?.id)
        #expect(try store.events(after: last, for: "Maria", limit: 10).map(\.book) == [id])
        #expect(
            try store.events(after: last, for: "Tom", limit: 10).map(\.book) == (change.isOwn ? [] : [id]))
        #expect(try store.events(after: last, for: "", limit: 10).map(\.book) == (change.isOwn ? [] : [id]))
        #expect(try store.lastEvent() > last)
    }

    @Test func `a comment that becomes private is gone for others`() throws {
        try makeAccount()
        try store.add(Comment(person: "Maria", text: "Fine."), to: book)
        let last = try store.lastEvent()
        try store.edit(Comment(id: 1, person: "Maria", text: "Fine.", isPrivate: true))
        #expect(try store.events(after: last, for: "Tom", limit: 10).count == 1)
    }

    @Test(arguments: Change.allCases)
    func `nothing is written to the outbox without accounts`(change: Change) throws {
        try change.prepare(store, book)
        try change.make(store, book)
        #expect(try store.lastEvent() == 0)
        #expect(try store.events(after: 0, for: "Maria", limit: 10).isEmpty)
    }

    @Test func `an event has one row for everybody and one for each private listener`() throws {
        try makeAccount()
        for number in 1...30 {
            try store.add(
                Comment(person: "Maria", text: "\(number)", isPrivate: number.isMultiple(of: 2)), to: book)
        }
        let rows = try store.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM event") }
        #expect(rows == 2)
        #expect(try store.lastEvent() == 30)
        #expect(try store.events(after: 0, for: "Tom", limit: 10).map(\.id) == [29])
    }

    @Test(arguments: ["INSERT OR IGNORE", "INSERT OR REPLACE", "INSERT OR ABORT"])
    func `events are sent whatever the conflict clause`(insert: String) throws {
        try makeAccount()
        try store.mark([book], as: .reading, by: "Tom")
        let last = try store.lastEvent()
        try store.write { db in
            try db.execute(
                sql: """
                    \(insert) INTO reading (book, person, state, added)
                        VALUES ((SELECT id FROM book LIMIT 1), 'Maria', 'read', 0)
                    """)
        }
        #expect(try store.lastEvent() > last)
        #expect(try store.events(after: last, for: "Tom", limit: 10).count == 1)
        #expect(try store.check() == [])
    }

    @Test func `events follow a person to a new name, and go with their data`() throws {
        try makeAccount()
        try store.add([book, reference("9780439023481")], to: "lent", of: "Maria")
        try store.add([reference("9780439554930")], to: "lent", of: "Ion")
        let last = try store.lastEvent()
        try store.write { db in try db.changeName(of: "Maria", to: "Ion") }
        #expect(try store.events(after: last, for: "Ion", limit: 10).count == 2)
        func people() throws -> [String] {
            try store.query { try String.fetchAll($0, sql: "SELECT person FROM event WHERE person <> ''") }
        }
        #expect(try people() == ["Ion", "Ion", "Ion"])
        _ = try store.forget(person: "Ion")
        #expect(try people() == [])
    }

    @Test func `a change that was rolled back sends no event`() throws {
        try makeAccount()
        let last = try store.lastEvent()
        #expect(throws: CatalogueError.self) {
            try store.add([book, .id(BookID(99))], to: "wanted")
        }
        #expect(try store.lastEvent() == last)
    }
}
