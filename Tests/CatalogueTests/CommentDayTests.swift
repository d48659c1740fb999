// Comments of which only the date is known.
import Books
import Foundation
import GRDB
import Testing

@testable import Catalogue

struct CommentDayTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    @Test func `a day is kept as given`() throws {
        let day = try #require(PartialDate("2024-03-14"))
        let number = try store.add(
            Books.Comment(
                person: "ana", text: "Bright.", written: Date(seconds: 1_710_374_400), writtenOn: day),
            to: .isbn(isbn("9780439023481")))
        let comment = try #require(try store.comment(number, for: "ana"))
        #expect(comment.writtenOn == day && comment.written == Date(seconds: 1_710_374_400))
        let other = try store.add(
            Books.Comment(person: "ana", text: "Now."), to: .isbn(isbn("9780439023481")))
        #expect(try store.comment(other, for: "ana")?.writtenOn == nil)
    }

    /// Earlier versions stored a date as midnight UTC, and nobody else writes in that very second.
    @Test func `comments imported by earlier versions have their days`() throws {
        let path = temporary.path + "-older"
        do {
            let old = try Store(path: path, version: 16)
            try old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO work (id) VALUES (1);
                        INSERT INTO book (id, isbn, work, added) VALUES (1, 9780439023481, 1, 0);
                        INSERT INTO comment (book, author, text, spoiler, private, written, source) VALUES
                            (1, 'ana', 'a', 0, 0, 1710374400, 'books.csv'), (1, 'ana', 'b', 0, 0, 1710374401, 'books.csv'),
                            (1, 'ana', 'c', 0, 0, 1710374400, NULL);
                        """)
            }
        }
        let comments = try Store(path: path).comments(by: "ana", for: "ana").sorted { $0.text < $1.text }
        #expect(comments.map { $0.writtenOn?.description } == ["2024-03-14", nil, nil])
    }
}
