// Which indexes SQLite chooses, where two would do and only one is quick.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StorePlansTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    /// A reader may have commented on tens of thousands of books, and have as many on a list: what is asked about some
    /// books is found by the book.
    @Test func `what concerns some books does not read all that a reader has`() throws {
        let number = try isbn("9780306406157")
        let book = BookSpecifier.isbn(number)
        try store.add(CopyEdit([.label: "K 1"]), of: book)
        let id = try #require(try store.book(book)?.id)
        let comment = Books.Comment(person: "ana", rating: Rating(4), text: "Said.", source: "x.csv")
        let note = Books.Comment(person: "ana", text: "Read Count: 2", isPrivate: true, source: "x.csv")
        let row = ImportedEntry(
            book: Book(isbn: number), by: "ana", readings: [ReadingStatus(person: "ana", state: .read)],
            comments: [comment, note, comment, note])
        let statements = try store.statements {
            for _ in 0..<2 { _ = try store.take([row], listsOf: "ana", isDryRun: false) }
            let said = try #require(try store.comments(on: id, for: "ana").last)
            try store.edit(said)
            try store.add(Books.Comment(person: "ion", text: "Answered.", parent: said.id), to: book)
            _ = try store.threads(on: id, for: "ana", from: 0, most: 9, mostReplies: 9)
            _ = try store.card(of: book, for: "ana")
            #expect(try store.keptBooks(of: [id], for: "ana").first?.readCount == 2)
            #expect(try store.keptBooks(after: nil, for: "ana")?.count == 1)
            try store.add([book], to: "owned", of: "ana")
            try store.remove([book], from: "owned", of: "ana")
            try store.mark([book], as: .read, by: "ana")
            try store.unmark([book], as: .read, by: "ana")
            try store.lend("K 1", to: "tom")
            _ = try store.reserve(book, for: "ana")
            try store.takeBack("K 1")
            try store.cancelReservation(of: book, for: "ana")
            try store.set(copies: 2, shelf: "A", of: book, on: "lent")
        }
        let asked = Set(statements.filter { !$0.hasPrefix("--") })
        #expect(asked.count { $0.contains("author = ?") } > 4)
        for sql in asked {
            let plan = try store.plan(of: sql)
            #expect(!plan.contains { $0.contains(/\((author|person)=\?\)/) }, "\(sql) \(plan)")
        }
    }
}
